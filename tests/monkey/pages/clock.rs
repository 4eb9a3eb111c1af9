//! The clock of a person's machine, which may be wrong.
//!
//! No browser lets a test set the clock of its machine, so a script of the test gives the page another `Date`.
//! The time since the page's start, `performance.now`, goes on as it does on a machine whose clock is set.

use super::Person;
use crate::web::launch::before_pages;

/// Shifts `Date` by a number of seconds.
fn script(seconds: i64) -> String {
    format!(
        "window.trueDate ??= Date;
         window.Date = class Date extends trueDate {{
             constructor(...parts) {{
                 if (parts.length) super(...parts); else super(trueDate.now() + {seconds} * 1000);
             }}
             static now() {{ return trueDate.now() + {seconds} * 1000; }}
         }};"
    )
}

impl Person {
    /// Sets the clock forward by so many seconds, or back if negative. Pages that sleep notice it when they wake.
    pub(super) fn set_clock(&mut self, by_seconds: i64) {
        self.clock_s += by_seconds;
        let awake = self.tabs.iter().flatten().filter(|tab| !tab.is_asleep);
        for handle in awake.map(|tab| tab.handle.clone()).collect::<Vec<_>>() {
            self.give_clock(&handle);
        }
    }

    /// Gives a tab the clock of the machine, in the page that it shows and in those that it loads later.
    pub(super) fn give_clock(&mut self, handle: &str) {
        if self.clock_s != 0 {
            let script = script(self.clock_s);
            // a page that is just being loaded has the clock of before
            let _ = self.run(handle, &script, &[]);
            before_pages(&self.launched.session, &self.launched.extras, &script);
        }
    }
}
