//! Collects errors in the log and panics of the thread that runs an episode.

use std::cell::RefCell;
use std::fmt::{Debug, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, Once};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber, span};

/// The lines of the log that are errors.
#[derive(Clone, Default)]
pub(super) struct ErrorLog(Arc<Mutex<Vec<(String, String)>>>);

impl ErrorLog {
    /// Takes the place and the text of each error since the last call.
    pub(super) fn take(&self) -> Vec<(String, String)> {
        std::mem::take(&mut self.0.lock().expect("no panic while it is held"))
    }
}

impl Subscriber for ErrorLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Fields::default();
        event.record(&mut line);
        let at = format!("{}:{}", event.metadata().target(), event.metadata().line().unwrap_or(0));
        self.0.lock().expect("no panic while it is held").push((at, line.0));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// The fields of an event.
#[derive(Default)]
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

/// The place and the message of a panic.
#[derive(Clone, Debug)]
pub(super) struct Caught {
    pub(super) at: String,
    pub(super) message: String,
}

thread_local! {
    /// The last panic, while this thread catches them.
    static CAUGHT: RefCell<Option<Option<Caught>>> = const { RefCell::new(None) };
}

/// Runs `work`. A panic in it is returned, and not written to the standard error.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Caught> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let at = info.location().map(ToString::to_string).unwrap_or_default();
            let message = info.payload_as_str().unwrap_or("no message").to_owned();
            let is_caught = CAUGHT.with_borrow_mut(|caught| {
                caught.as_mut().map(|caught| *caught = Some(Caught { at, message })).is_some()
            });
            if !is_caught || std::env::var_os("RUST_BACKTRACE").is_some() {
                usual(info);
            }
        }));
    });
    CAUGHT.set(Some(None));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let caught = CAUGHT.take().flatten();
    result.map_err(|_| {
        caught.unwrap_or_else(|| Caught { at: String::new(), message: "an unknown panic".to_owned() })
    })
}
