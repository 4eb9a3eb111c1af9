//! The page in a browser, which WebDriver clicks.

use super::launch::{Extras, Kind, Launched, before_pages, set_size};
use super::webdriver::{Session, from_base64};
use crate::driven::{Driven, Page, TIMEOUT};
use crate::program::{Running, workspace};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// How a browser opens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The size of the page, in CSS pixels.
    pub(crate) size: (u32, u32),
    /// The number of pixels for each of them.
    pub(crate) ratio: u32,
    /// Whether the user touches the screen.
    pub(crate) touches: bool,
    /// The language that the user prefers.
    pub(crate) language: &'static str,
}

impl Look {
    /// A window on a desk.
    pub(crate) const DESK: Self = Self { size: (1280, 820), ratio: 1, touches: false, language: "en" };
    /// The smallest phone.
    pub(crate) const PHONE: Self = Self { size: (360, 640), ratio: 2, touches: true, language: "zh-CN" };
}

/// A browser with the page.
pub(crate) struct Browser {
    name: &'static str,
    look: Look,
    page: Page,
    /// The last line of the trace.
    line: String,
    // closed before its driver
    pub(crate) session: Session,
    extras: Extras,
    _driver: Running,
    _profile: TempDir,
    _screen: Option<Running>,
}

/// How far above a finger a dragged piece is, in halves of a cell of xiangqi.
const LIFT_HALVES: i32 = 3;

/// How often a form is swiped up for a widget below what is in view.
const REVEALING_SWIPES: usize = 10;

/// How long a swipe takes, so that a slow browser draws frames during it, as it does for a finger.
const SWIPE_MS: u32 = 400;

impl Browser {
    /// Opens the browser of this run.
    pub(crate) fn open(name: &'static str, look: Look) -> Self {
        let Launched { session, extras, driver, profile, screen } = Kind::of_this_run().launch(look);
        let (page, line) = (Page::default(), String::new());
        Self { name, look, page, line, session, extras, _driver: driver, _profile: profile, _screen: screen }
    }

    /// Opens an address.
    pub(crate) fn go_to(&mut self, address: &str) {
        self.session.command("url", &json!({ "url": address }));
        self.forget();
    }

    /// Loads the page again.
    pub(crate) fn reload(&mut self) {
        self.session.command("refresh", &json!({}));
        self.forget();
    }

    /// Lets the page load itself again.
    pub(crate) fn reload_itself(&self) {
        self.session.run("location.reload()", &[]);
    }

    /// Waits until a function body in the page returns something true, and returns it.
    pub(crate) fn until_script(&self, what: &str, condition: &str) -> Value {
        // the page asks itself, so that no command is lost between two questions
        let script = format!(
            "const done = arguments[arguments.length - 1];
             const condition = () => {{ {condition} }};
             const look = () => {{ const found = condition(); if (found) done(found); else setTimeout(look, 15); }};
             look();"
        );
        self.patiently(what, &script, &[])
    }

    /// Waits until the page was left for another one, or loaded again, after `leave`.
    pub(crate) fn until_left(&mut self, leave: impl FnOnce(&mut Self)) {
        self.session.run("window.isOld = true", &[]);
        leave(self);
        self.forget();
        self.until_script("the page is loaded again", "return !window.isOld && window.chuhe?.trace?.()");
    }

    /// Forgets what an earlier page has shown.
    fn forget(&mut self) {
        self.line.clear();
        self.page = Page::default();
    }

    /// Runs a script that takes its time, again if the page was loaded again meanwhile.
    fn patiently(&self, what: &str, script: &str, arguments: &[Value]) -> Value {
        let deadline = Instant::now() + TIMEOUT;
        let body = json!({ "script": script, "args": arguments });
        loop {
            match self.session.try_command("execute/async", &body) {
                Ok(found) => return found,
                Err(error) if error.contains("script timeout") || Instant::now() > deadline => {
                    self.save_screenshot(&format!("failed-{}", self.name));
                    panic!("{}: timeout waiting until {what}: {error}; {:#?}", self.name, self.log())
                }
                // the page of the script is gone
                Err(_) => {}
            }
        }
    }

    /// Gives the page another size, in CSS pixels, as a user who resizes the window or turns the phone.
    pub(crate) fn resize(&mut self, size: (u32, u32)) {
        self.look.size = size;
        let tab = self.session.read("window");
        set_size(&self.session, &self.extras, tab.as_str().expect("a tab has a name"), self.look);
        let ratio = self.look.ratio;
        let wanted = [size.0 * ratio, size.1 * ratio].map(u32::cast_signed);
        self.until(&format!("the page has the size {size:?}"), |page| page.window == wanted);
    }

    /// Draws two more frames, and checks that the program still runs.
    ///
    /// The trace of a frame is there before the frame is drawn.
    pub(crate) fn assert_runs(&self) {
        let script = "
            const start = document.getElementById('start');
            if (start.hidden) for (let frame = 0; frame < 2; frame += 1) wasm_exports.frame();
            return start.hidden ? '' : start.dataset.failure ?? 'loading';";
        assert_eq!(self.session.run(script, &[]), json!(""), "{}: {:#?}", self.name, self.log());
    }

    /// Opens an address in a further tab; returns the names of the first tab and of that one.
    pub(crate) fn open_tab(&mut self, address: &str) -> [Value; 2] {
        let first = self.session.read("window");
        let tab = self.session.command("window/new", &json!({ "type": "tab" }))["handle"].clone();
        self.show_tab(&tab);
        self.go_to(address);
        [first, tab]
    }

    /// Shows a tab.
    pub(crate) fn show_tab(&mut self, tab: &Value) {
        self.session.command("window", &json!({ "handle": tab }));
        self.forget();
    }

    /// Passes the paths of files to an element for files.
    pub(crate) fn choose_files(&self, selector: &str, paths: &[&Path]) {
        let found = self.session.command("element", &json!({ "using": "css selector", "value": selector }));
        let element = found.as_object().and_then(|it| it.values().next()?.as_str()).expect("it is there");
        let paths = paths.iter().map(|path| path.to_str().expect("the path is text")).collect::<Vec<_>>();
        self.session.command(&format!("element/{element}/value"), &json!({ "text": paths.join("\n") }));
    }

    /// Runs a script in each page before its own scripts.
    pub(crate) fn before_pages(&self, script: &str) {
        before_pages(&self.session, &self.extras, script);
    }

    /// Types into what has the focus, in one piece if the browser allows that.
    pub(crate) fn insert(&mut self, text: &str) {
        match self.extras {
            Extras::Chromium => {
                self.session.devtools("Input.insertText", &json!({ "text": text }));
            }
            Extras::Firefox(_) => self.type_text(text),
        }
    }

    /// Composes text as an input method does: the letters, then what they stand for. Returns `false` if
    /// the browser lets no program do that.
    #[must_use]
    pub(crate) fn compose(&mut self, letters: &[&str], text: &str) -> bool {
        if !matches!(self.extras, Extras::Chromium) {
            let reason = "WebDriver gives Firefox no input method, so nothing is composed";
            // also where the output of tests is hidden
            let _ = writeln!(io::stderr(), "SKIPPED: {reason}");
            return false;
        }
        for so_far in letters {
            let end = so_far.encode_utf16().count();
            let state = json!({ "text": so_far, "selectionStart": end, "selectionEnd": end });
            self.session.devtools("Input.imeSetComposition", &state);
        }
        self.insert(text);
        true
    }

    /// What the browser has written to its console, each line after its level.
    pub(crate) fn log(&self) -> Vec<String> {
        match &self.extras {
            // with errors of the network and violations of the page's policy
            Extras::Chromium => {
                let entries = self.session.command("se/log", &json!({ "type": "browser" }));
                let entries = entries.as_array().cloned().unwrap_or_default();
                entries.iter().map(|entry| format!("{} {}", entry["level"], entry["message"])).collect()
            }
            Extras::Firefox(bidi) => {
                let mut bidi = bidi.borrow_mut();
                let line =
                    |entry: &Value| format!("{} {} {}", entry["level"], entry["text"], entry["stackTrace"]);
                bidi.entries().iter().map(line).collect()
            }
        }
    }

    /// Checks that the page has reported no error, except those that hold one of these words.
    pub(crate) fn assert_no_errors(&self, expected: &[&str]) {
        // a warning, but one of a sound that the browser did not allow
        let is_silenced = |line: &str| line.contains("AudioContext");
        let is_error = |line: &&String| {
            ["\"SEVERE\"", "\"error\""].iter().any(|level| line.starts_with(level)) || is_silenced(line)
        };
        let is_expected = |line: &String| expected.iter().any(|words| line.contains(words));
        let log = self.log();
        let errors: Vec<&String> = log.iter().filter(is_error).filter(|line| !is_expected(line)).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", self.name);
    }

    fn actions(&self, actions: &Value) {
        self.session.command("actions", &json!({ "actions": [actions] }));
    }

    /// Presses at a pixel, and releases at another.
    fn press(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.stroke(from, to, 0);
    }

    /// Presses, moves for a time in milliseconds, and releases.
    fn stroke(&mut self, from: (i32, i32), to: (i32, i32), ms: u32) {
        let ratio = self.look.ratio.cast_signed();
        let point = |(x, y): (i32, i32), ms: u32| json!({ "type": "pointerMove", "duration": ms, "x": x / ratio, "y": y / ratio });
        let kind = if self.look.touches { "touch" } else { "mouse" };
        let wanted = self.page.releases + 1;
        self.actions(&json!({
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind },
            "actions": [
                point(from, 0), { "type": "pointerDown", "button": 0 },
                point(to, ms), { "type": "pointerUp", "button": 0 },
            ],
        }));
        self.until(&format!("the press at {from:?} is handled"), |page| page.releases >= wanted);
    }

    /// Drags a piece of xiangqi.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        let (from, (x, y)) = (self.square(from), self.square(to));
        let cell = (self.square("a1").1 - self.square("a0").1).abs();
        let below = if self.look.touches { cell * LIFT_HALVES / 2 } else { 0 };
        self.press(from, (x, y + below));
    }

    /// Clicks a field, and waits until it has the keyboard.
    pub(crate) fn enter(&mut self, id: &str) {
        self.click(id);
        self.until(&format!("{id} has the keyboard"), |page| page.focus == id);
        self.until_script("the input lies over it", "return document.activeElement?.id === 'field'");
    }
}

/// The code of a key of X11 in WebDriver.
pub(crate) fn code_of(key: &str) -> char {
    match key {
        "ctrl" => '\u{e009}',
        "shift" => '\u{e008}',
        "Return" => '\u{e006}',
        "Escape" => '\u{e00c}',
        "Tab" => '\u{e004}',
        "Left" => '\u{e012}',
        "Up" => '\u{e013}',
        "Right" => '\u{e014}',
        "Down" => '\u{e015}',
        "alt" => '\u{e00a}',
        "BackSpace" => '\u{e003}',
        "Delete" => '\u{e017}',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "Page_Down" | "Next" => '\u{e00f}',
        "Page_Up" | "Prior" => '\u{e00e}',
        "F1" => '\u{e031}',
        "F11" => '\u{e03b}',
        "space" => ' ',
        "question" => '?',
        "minus" => '-',
        "plus" => '+',
        "equal" => '=',
        letter => letter.chars().next().expect("a key has a name"),
    }
}

impl Driven for Browser {
    fn page(&self) -> &Page {
        &self.page
    }

    fn until(&mut self, what: &str, shown: impl Fn(&Page) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !shown(&self.page) {
            // returns the next line of the trace, or the same one after a second
            let script = "
                const [seen, done] = arguments;
                const until = performance.now() + 1000;
                const look = () => {
                  const line = window.chuhe?.trace?.();
                  if (line !== undefined && line !== seen || performance.now() > until) done(line ?? '');
                  else setTimeout(look, 15);
                };
                look();";
            let line = self.patiently(what, script, &[json!(self.line)]);
            let line = line.as_str().unwrap_or_default();
            if !line.is_empty() && line != self.line {
                self.page = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
                line.clone_into(&mut self.line);
            }
            if Instant::now() > deadline {
                self.save_screenshot(&format!("failed-{}", self.name));
                let (page, log) = (&self.page, self.log());
                panic!("{}: timeout waiting until {what}; {page:#?} {log:#?}", self.name);
            }
        }
    }

    fn reveal(&mut self, id: &str) {
        let [width, height] = self.page.window;
        for _ in 0..REVEALING_SWIPES {
            if self.page.enabled(id).is_some() || !self.look.touches {
                return;
            }
            self.stroke((width / 2, height * 3 / 5), (width / 2, height * 2 / 5), SWIPE_MS);
        }
    }

    fn click_at(&mut self, x: i32, y: i32) {
        self.press((x, y), (x, y));
    }

    fn key(&mut self, keys: &str) {
        let codes: Vec<char> = keys.split('+').map(code_of).collect();
        let down = codes.iter().map(|code| json!({ "type": "keyDown", "value": code }));
        let up = codes.iter().rev().map(|code| json!({ "type": "keyUp", "value": code }));
        let actions: Vec<Value> = down.chain(up).collect();
        self.actions(&json!({ "type": "key", "id": "keyboard", "actions": actions }));
    }

    fn type_text(&mut self, text: &str) {
        let keys = text
            .chars()
            .flat_map(|letter| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": letter })));
        let actions: Vec<Value> = keys.collect();
        self.actions(&json!({ "type": "key", "id": "keyboard", "actions": actions }));
    }

    fn fill(&mut self, id: &str, text: &str) {
        self.enter(id);
        self.key("ctrl+a");
        self.type_text(text);
        self.until(&format!("{id} reads {text}"), |page| {
            page.widget(id).is_some_and(|widget| widget.label == text)
        });
    }

    fn save_screenshot(&self, name: &str) {
        let folder = workspace().join("target/web-screens").join(Kind::of_this_run().name());
        fs::create_dir_all(&folder).expect("the folder of pictures can be created");
        let picture = from_base64(self.session.read("screenshot").as_str().unwrap_or_default());
        fs::write(folder.join(format!("{name}.png")), picture).expect("a picture can be saved");
    }
}
