//! What the user is told, and what waits to be sent.

pub mod denied;
pub mod evening_notice;
pub mod notice;
pub mod outbox;
pub mod record_notice;
