//! The events of a virtual screen.

use std::thread::sleep;
use std::time::{Duration, Instant};
use x11rb::connection::Connection as _;
use x11rb::errors::ConnectionError;
use x11rb::protocol::Event;
use x11rb::rust_connection::RustConnection;

/// X11 waits for an event without a limit only.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Returns the first event that is wanted, or `None` if none comes within the limit.
///
/// # Errors
/// If the screen is gone.
pub(super) fn await_event<T>(
    connection: &RustConnection,
    limit: Duration,
    mut wanted: impl FnMut(&Event) -> Option<T>,
) -> Result<Option<T>, ConnectionError> {
    let deadline = Instant::now() + limit;
    while Instant::now() < deadline {
        match connection.poll_for_event()? {
            Some(event) => {
                if let Some(found) = wanted(&event) {
                    return Ok(Some(found));
                }
            }
            None => sleep(BETWEEN_LOOKS),
        }
    }
    Ok(None)
}
