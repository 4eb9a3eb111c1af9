//! Says in plain words why the window could not be opened, where the window's
//! library only panics: a package that is not installed, or no display.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The library files that are loaded at run time, with the packages that have them on Debian.
const LIBRARIES: [(&str, &str); 4] = [
    ("libX11.so.6", "libx11-6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libXi.so.6", "libxi6"),
    ("libGL.so.1", "libgl1"),
];

/// Set once the window is there: a panic from then on is a fault of ours.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Tells that the window is there.
pub(super) fn opened() {
    OPENED.store(true, Ordering::Relaxed);
}

/// Runs `open`, which opens the window and returns when it is closed.
///
/// # Errors
/// Why there is no window, if it panics before [`opened`] was called. Later panics go on.
pub(super) fn explain(open: impl FnOnce()) -> anyhow::Result<()> {
    let said = Arc::new(Mutex::new(String::new()));
    let usual = panic::take_hook();
    let heard = Arc::clone(&said);
    panic::set_hook(Box::new(move |info| {
        if OPENED.load(Ordering::Relaxed) {
            usual(info);
        } else if let Ok(mut heard) = heard.lock() {
            *heard = info.to_string();
        }
    }));
    match panic::catch_unwind(AssertUnwindSafe(open)) {
        Ok(()) => Ok(()),
        Err(panic) if OPENED.load(Ordering::Relaxed) => panic::resume_unwind(panic),
        Err(_) => {
            let said = said.lock().map(|said| said.clone()).unwrap_or_default();
            Err(anyhow::anyhow!(reason(&said)))
        }
    }
}

fn reason(said: &str) -> String {
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
    if said.contains("XOpenDisplay") {
        let display = std::env::var("DISPLAY").unwrap_or_default();
        let why = if display.is_empty() { "DISPLAY is not set" } else { "it does not answer" };
        return format!("there is no X display to open a window on: {why} {display}").trim_end().to_owned();
    }
    format!("the window could not be opened: {said}")
}

/// Whether the library is where the dynamic linker looks, as far as that can be told.
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
    fn a_library_that_is_nowhere_is_missing() {
        assert!(!is_installed("libno-such-thing.so.0"));
    }
}
