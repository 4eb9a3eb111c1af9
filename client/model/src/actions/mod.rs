//! What the user wants, as widgets, keys and typed commands report it.

pub mod action;
pub mod cursor_action;
pub mod evening_action;
pub mod form_action;
pub mod guess_action;
pub mod half_width;
pub mod keys;
pub mod learn_action;
pub mod preferences_action;
pub mod profile_action;
pub mod puzzle_action;
pub mod report_action;
pub mod review_action;
pub mod set_up_action;
pub mod start_action;
pub mod time_fields;
pub mod verb;
