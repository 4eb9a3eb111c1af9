//! A tab with the page: what it shows, and how it opens, closes, sleeps and wakes.

use super::Person;
use crate::driven::Page;
use crate::monkey::driver::{Fault, FaultKind, Impossible};
use crate::monkey::pace;
use crate::web::launch::{Extras, set_size};
use serde_json::{Value, json};

/// What the page is asked at each look: the trace unless it is known, why the start section is there, bytes
/// of memory, the longest frame since the last look, in milliseconds, and whether the mirror has the keyboard.
const LOOK: &str = "
    const start = document.getElementById('start');
    const line = window.chuhe?.trace?.() ?? '';
    if (window.wasm_exports && !window.longestFrame) {
      window.longestFrame = 1;
      const frame = wasm_exports.frame;
      window.wasm_exports = { ...wasm_exports, frame() {
        const began = performance.now();
        frame();
        window.longestFrame = Math.max(window.longestFrame, performance.now() - began);
      } };
    }
    const longest = window.longestFrame ?? 0;
    if (longest) window.longestFrame = 1;
    return [
      line === arguments[0] ? null : line,
      start && !start.hidden ? start.dataset.failure ?? 'loading' : '',
      window.wasm_memory?.buffer.byteLength ?? 0,
      longest,
      document.activeElement?.closest('#mirror') !== null,
    ];";

/// What has the keyboard if the mirror has it.
const MIRROR: &str = "mirror";
/// The warnings after which the user goes on, by their names in the page.
const WARNINGS: [&str; 4] = ["no-storage", "full-storage", "no-websocket", "blocked"];
/// The memory of the program may grow to so many times what it was after the first steps, and by so many bytes.
const GROWTH: u64 = 2;
const GROWTH_BYTES: u64 = 96 * 1024 * 1024;
/// The looks after which the memory counts.
const FIRST_LOOKS: u32 = 60;

/// A tab with the page.
pub(super) struct Tab {
    pub(super) handle: String,
    page: Option<Page>,
    line: String,
    /// Why the start section is there; empty if it is not.
    start: String,
    pub(super) is_asleep: bool,
    looks: u32,
    /// The memory after the first looks, in bytes.
    memory: Option<u64>,
}

impl Tab {
    /// What it shows; `None` while it loads or sleeps.
    pub(super) const fn page(&self) -> Option<&Page> {
        if self.is_asleep { None } else { self.page.as_ref() }
    }

    /// Whether it says why it shows nothing, and asks to be loaded again.
    pub(super) fn has_given_up(&self) -> bool {
        !["", "loading"].contains(&self.start.as_str())
    }

    /// What is known of it.
    pub(super) fn state(&self) -> String {
        format!("the start section says {:?}, the last line is {:?}", self.start, self.line)
    }

    fn forget(&mut self) {
        self.page = None;
        self.line.clear();
        self.start.clear();
        (self.looks, self.memory) = (0, None);
    }

    fn judge_memory(&mut self, bytes: u64, faults: &mut Vec<Fault>) {
        self.looks += 1;
        if self.looks < FIRST_LOOKS {
            return;
        }
        let first = *self.memory.get_or_insert(bytes);
        if bytes > first * GROWTH + GROWTH_BYTES {
            let what = format!("{first} bytes after the first steps, {bytes} now");
            faults.push(Fault::new(FaultKind::Memory, "the program in the page", what));
            self.memory = Some(bytes);
        }
    }
}

impl Person {
    /// Opens the page in a new window, at this route if it is not empty.
    pub(super) fn open_tab(&mut self, window: usize, route: &str) {
        // a browser without a screen draws no tab behind another one, and does not say that it is hidden
        let opened = self.launched.session.command("window/new", &json!({ "type": "window" }));
        let handle = opened["handle"].as_str().expect("a tab has a name").to_owned();
        self.turn_to(&handle);
        set_size(&self.launched.session, &self.launched.extras, &handle, self.look);
        self.bring_to_front(&handle);
        self.give_clock(&handle);
        self.slow_down();
        // without a network, the browser says so
        let address = format!("{}#{route}", self.address());
        let address = address.trim_end_matches('#');
        let _ = self.launched.session.try_command("url", &json!({ "url": address }));
        self.tabs[window] = Some(Tab {
            handle,
            page: None,
            line: String::new(),
            start: String::new(),
            is_asleep: false,
            looks: 0,
            memory: None,
        });
    }

    /// Gives the tab to which commands go the processor of the person's machine.
    fn slow_down(&self) {
        if self.slowness > 1 {
            let rate = json!({ "rate": self.slowness });
            self.launched.session.devtools("Emulation.setCPUThrottlingRate", &rate);
        }
    }

    /// Loads the page again.
    pub(super) fn reload_tab(&mut self, window: usize) -> Result<(), Impossible> {
        let handle = self.awake(window)?;
        self.turn_to(&handle);
        // without a network, the browser says so
        let address = self.address();
        let session = &self.launched.session;
        let is_page = session.read("url").as_str().is_some_and(|url| url.starts_with("http"));
        let (path, body) = if is_page { ("refresh", json!({})) } else { ("url", json!({ "url": address })) };
        let _ = session.try_command(path, &body);
        self.tab(window)?.forget();
        Ok(())
    }

    /// Goes back as the browser's button does, and forward again if that leaves the page.
    pub(super) fn go_back(&mut self, window: usize, handle: &str) -> Result<(), Impossible> {
        self.turn_to(handle);
        let session = &self.launched.session;
        session.try_command("back", &json!({})).map_err(|_| Impossible)?;
        if !session.read("url").as_str().is_some_and(|url| url.starts_with("http")) {
            session.try_command("forward", &json!({})).map_err(|_| Impossible)?;
            self.tab(window)?.forget();
        }
        Ok(())
    }

    /// Follows a link to a place of the program.
    pub(super) fn follow_in_tab(&mut self, window: usize, link: &str) -> Result<(), Impossible> {
        let (_, route) = link.split_once('#').ok_or(Impossible)?;
        let handle = self.awake(window)?;
        let script = "location.hash = arguments[0]";
        self.run(&handle, script, &[json!(format!("#{route}"))]).map(drop).map_err(|_| Impossible)
    }

    /// Closes a tab, whatever it asks.
    pub(super) fn close_tab(&mut self, window: usize) -> Result<(), Impossible> {
        let handle = self.tab(window)?.handle.clone();
        self.turn_to(&handle);
        self.launched.session.remove("window");
        self.tabs[window] = None;
        // commands need a tab
        self.current.clear();
        let rest =
            self.tabs.iter().flatten().next().map_or_else(|| self.blank.clone(), |it| it.handle.clone());
        self.bring_to_front(&rest);
        Ok(())
    }

    /// Puts the page into the background, where browsers freeze it after a while.
    pub(super) fn set_asleep(&mut self, window: usize) -> Result<(), Impossible> {
        let handle = self.awake(window)?;
        self.set_frozen(&handle, true);
        let blank = self.blank.clone();
        self.bring_to_front(&blank);
        self.tab(window)?.is_asleep = true;
        Ok(())
    }

    /// Brings the page to the front again.
    pub(super) fn set_awake(&mut self, window: usize) -> Result<(), Impossible> {
        let tab = self.tab(window)?;
        if !tab.is_asleep {
            return Err(Impossible);
        }
        tab.is_asleep = false;
        let handle = tab.handle.clone();
        self.set_frozen(&handle, false);
        self.bring_to_front(&handle);
        self.give_clock(&handle);
        Ok(())
    }

    /// Minimises the tab's window and freezes its page, or undoes both.
    ///
    /// Freezing alone hides a page, but waking does not show it: its window has to be restored.
    fn set_frozen(&mut self, handle: &str, is_frozen: bool) {
        if matches!(self.launched.extras, Extras::Chromium) {
            self.turn_to(handle);
            let session = &self.launched.session;
            let window = session.devtools("Browser.getWindowForTarget", &json!({}))["windowId"].clone();
            let set = |state: &str| {
                let bounds = json!({ "windowId": window, "bounds": { "windowState": state } });
                session.devtools("Browser.setWindowBounds", &bounds);
            };
            let live = |state: &str| {
                session.devtools("Page.setWebLifecycleState", &json!({ "state": state }));
            };
            if is_frozen {
                // a window that fills the screen cannot be minimised
                set("normal");
                set("minimized");
                live("frozen");
            } else {
                live("active");
                set("normal");
            }
        }
    }

    /// The name of a tab that is awake.
    pub(super) fn awake(&mut self, window: usize) -> Result<String, Impossible> {
        let tab = self.tab(window)?;
        if tab.is_asleep { Err(Impossible) } else { Ok(tab.handle.clone()) }
    }

    /// Shows a tab to its user.
    pub(super) fn bring_to_front(&mut self, handle: &str) {
        self.turn_to(handle);
        match &self.launched.extras {
            Extras::Chromium => {
                self.launched.session.devtools("Page.bringToFront", &json!({}));
            }
            Extras::Firefox(bidi) => {
                bidi.borrow_mut().command("browsingContext.activate", &json!({ "context": handle }));
            }
        }
    }

    /// Looks at a tab. Returns whether it shows something else than before.
    pub(super) fn look_at_tab(&mut self, window: usize, is_troubled: bool, faults: &mut Vec<Fault>) -> bool {
        let Ok(handle) = self.awake(window) else { return false };
        let seen = self.tabs[window].as_ref().map(|tab| tab.line.clone());
        let Ok(answer) = self.run(&handle, LOOK, &[json!(seen)]) else {
            // the page is just being loaded, or the network has no page
            return false;
        };
        let Some(tab) = self.tabs[window].as_mut() else { return false };
        let failure = answer[1].as_str().unwrap_or_default();
        let before = std::mem::replace(&mut tab.start, failure.to_owned());
        if failure == "failed" && before != "failed" {
            let what = format!("the page says that the program failed; the last line is {}", tab.line);
            faults.push(Fault::new(FaultKind::Panic, "the program in the page failed", what));
        }
        tab.judge_memory(answer[2].as_u64().unwrap_or_default(), faults);
        let frame_ms = answer[3].as_f64().unwrap_or_default();
        if frame_ms > pace::patience(self.slowness).as_secs_f64() * 1e3 {
            let what =
                format!("a frame took {frame_ms} ms on the screen {:?}", tab.page().map(|it| &it.screen));
            faults.push(Fault::new(FaultKind::LateFrame, "a frame", what));
        }
        let changed = match answer[0].as_str() {
            None | Some("") => false,
            Some(line) => {
                line.clone_into(&mut tab.line);
                let page = serde_json::from_str(line);
                tab.page = Some(page.unwrap_or_else(|error| panic!("{error}: {line}")));
                true
            }
        };
        if let Some(page) = &mut tab.page
            && answer[4] == json!(true)
        {
            // the trace has only what the canvas shows
            MIRROR.clone_into(&mut page.focus);
        }
        if tab.has_given_up() {
            tab.page = None;
        }
        if WARNINGS.contains(&tab.start.as_str()) || tab.has_given_up() && !is_troubled {
            // the user reads it, and presses the button
            let _ = self.run(&handle, "document.querySelector('#start button').click()", &[]);
            if let Some(tab) = self.tabs[window].as_mut() {
                tab.line.clear();
            }
        }
        changed
    }

    /// The errors of the console since the last call.
    pub(super) fn console(&mut self) -> Vec<String> {
        let is_error =
            |line: &String| ["\"SEVERE\"", "\"error\""].iter().any(|level| line.starts_with(level));
        match &self.launched.extras {
            Extras::Chromium => {
                let entries = self.launched.session.try_command("se/log", &json!({ "type": "browser" }));
                let entries = entries.ok().and_then(|it| it.as_array().cloned()).unwrap_or_default();
                let line = |entry: &Value| format!("{} {}", entry["level"], entry["message"]);
                entries.iter().map(line).filter(is_error).collect()
            }
            Extras::Firefox(bidi) => {
                let entries = bidi.borrow_mut().take_entries();
                let line =
                    |entry: &Value| format!("{} {} {}", entry["level"], entry["text"], entry["stackTrace"]);
                entries.iter().map(line).filter(is_error).collect()
            }
        }
    }
}
