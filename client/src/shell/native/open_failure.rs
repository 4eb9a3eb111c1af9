//! Explains why the window could not be opened: a missing library, or no display.
//!
//! The window's library only panics in these cases.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Libraries loaded at run time, with their Debian packages.
const LIBRARIES: [(&str, &str); 4] = [
    ("libX11.so.6", "libx11-6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libXi.so.6", "libxi6"),
    ("libGL.so.1", "libgl1"),
];

/// Set once the window is open: a panic from then on is a bug.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Records that the window is open.
pub(in crate::shell) fn set_opened() {
    OPENED.store(true, Ordering::Relaxed);
}

/// Runs `open`, which opens the window and returns when it is closed.
///
/// # Errors
/// The reason, if it panics before [`set_opened`] is called. Later panics are resumed.
pub(in crate::shell) fn explain(open: impl FnOnce()) -> anyhow::Result<()> {
    let message = Arc::new(Mutex::new(String::new()));
    let previous_hook = panic::take_hook();
    let recorded = Arc::clone(&message);
    panic::set_hook(Box::new(move |info| {
        if OPENED.load(Ordering::Relaxed) {
            previous_hook(info);
        } else if let Ok(mut recorded) = recorded.lock() {
            *recorded = info.to_string();
        }
    }));
    match panic::catch_unwind(AssertUnwindSafe(open)) {
        Ok(()) => Ok(()),
        Err(panic) if OPENED.load(Ordering::Relaxed) => panic::resume_unwind(panic),
        Err(_) => {
            let message = message.lock().map(|message| message.clone()).unwrap_or_default();
            Err(anyhow::anyhow!(reason(&message)))
        }
    }
}

fn reason(message: &str) -> String {
    let missing: Vec<&str> =
        LIBRARIES.iter().filter(|(file, _)| !is_installed(file)).map(|(_, package)| *package).collect();
    if cfg!(target_os = "linux") && !missing.is_empty() {
        let all: Vec<&str> = LIBRARIES.iter().map(|(_, package)| *package).collect();
        return format!(
            "the window needs system libraries that are not installed: {}\n\
             (on Debian and Ubuntu: apt-get install {})",
            missing.join(", "),
            all.join(" "),
        );
    }
    if message.contains("XOpenDisplay") {
        let display = std::env::var("DISPLAY").unwrap_or_default();
        let why = if display.is_empty() { "DISPLAY is not set" } else { "it does not respond" };
        return format!("cannot open an X display: {why} {display}").trim_end().to_owned();
    }
    format!("the window could not be opened: {message}")
}

/// Whether the library is in one of the usual paths of the dynamic linker.
fn is_installed(file: &str) -> bool {
    let configured = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let configured: Vec<_> = std::env::split_paths(&configured).collect();
    let usual = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"].map(Path::new);
    let triplet = format!("{}-linux-gnu", std::env::consts::ARCH);
    configured
        .iter()
        .map(|directory| directory.join(file))
        .chain(usual.iter().flat_map(|directory| [directory.join(file), directory.join(&triplet).join(file)]))
        .any(|path| path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_library_is_not_installed() {
        assert!(!is_installed("libno-such-thing.so.0"));
    }
}
