//! Why the window system does not answer.

/// Why a request could not be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    #[error("{0}")]
    Connect(#[from] x11rb::errors::ConnectError),
    #[error("{0}")]
    Connection(#[from] x11rb::errors::ConnectionError),
    #[error("{0}")]
    Reply(#[from] x11rb::errors::ReplyError),
    #[error("{0}")]
    Id(x11rb::errors::ReplyOrIdError),
    #[error("the server has no {0}")]
    NoExtension(&'static str),
    #[error("no thread: {0}")]
    Thread(std::io::Error),
    #[error("no window belongs to this process")]
    NoWindow,
}
