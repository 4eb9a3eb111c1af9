//! What the page's workers do: the computer's moves, and the analysis.
//!
//! A page has no threads, so the browser runs this program beside that of the page, in a worker. The
//! engine is only here: the page does not wait for it before its first frame. The program does one
//! [`Work`] that it receives as text, and tells what it finds. To stop it, the page ends the worker.

mod work;

pub use work::{Found, ImpossibleWork, PlayedGame, SearchWork, ThinkWork, Work};

use serde::Serialize;

/// What the program tells the page.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Told<'a> {
    /// The work with this number found this.
    Found { number: u64, found: &'a Found },
    /// This work cannot be done.
    WorkFailed { number: u64 },
}

/// Does the work that the page passes. If it is none, or cannot be done, the page hears of a failure
/// or of nothing, which it takes for one.
pub fn run() {
    let Some(work) = chuhe_page::hear().and_then(|heard| serde_json::from_str::<Work>(&heard.text).ok())
    else {
        return;
    };
    let number = work.number();
    if let Err(ImpossibleWork) = work.perform(&|found| tell(&Told::Found { number, found: &found })) {
        tell(&Told::WorkFailed { number });
    }
}

fn tell(told: &Told<'_>) {
    if let Ok(text) = serde_json::to_string(told) {
        chuhe_page::tell(&text, &[]);
    }
}
