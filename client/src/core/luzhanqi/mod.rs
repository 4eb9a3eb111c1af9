//! Luzhanqi as the client knows it: what was told of a game, the formation that is being put
//! together, the user's marks; and the boards as shapes.
//!
//! Nothing here knows of the server or of a clock; what may be played is the rules' to say.

pub mod draft;
pub mod empty_board;
pub mod history;
pub mod layout;
pub mod marks;
pub mod notation;
pub mod path;
pub mod record_text;
pub mod scene;

pub use draft::Draft;
pub use history::{History, Turn};
pub use layout::Layout;
pub use marks::Marks;
pub use scene::BoardModel;
