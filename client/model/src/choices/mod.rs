//! What there is to choose: languages, games, terms, notations, sounds.

pub use chuhe_board::{lang, notation_choice};

pub mod call;
pub mod date;
pub mod fitting_level;
pub mod game_choice;
pub mod guessed_sides;
pub mod local_choice;
pub mod look;
pub mod natural;
pub mod preset;
pub mod remembered_table;
pub mod settings_page;
pub mod sound;
pub mod zone;
