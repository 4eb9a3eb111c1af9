//! What the app keeps of a server in the background.

use crate::visit::Visit;
use chuhe_model::connection::link::Link;

/// The connection to a server, and the visit to it, while a game without a server is shown.
#[derive(Debug)]
pub(super) struct BackgroundServer {
    pub(super) link: Link,
    pub(super) visit: Option<Visit>,
}
