//! Who sends a request.

use crate::connection_id::ConnectionId;
use chuhe_protocol::PlayerId;

/// The player who sends a request, their connection, and the number of the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    pub(crate) connection: ConnectionId,
    pub(crate) player: PlayerId,
    /// The number that a refusal refers to.
    pub(crate) request: u32,
}
