//! A window on a virtual screen, which xdotool clicks.

use super::{Driven, Page, TIMEOUT};
use crate::program::{Running, first_line, start, workspace};
use std::fs::{self, File};
use std::io::BufRead;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

/// A size in pixels.
pub(crate) type Pixels = (u32, u32);

/// The size of most windows.
pub(crate) const USUAL: Pixels = (1280, 820);

/// Starts a virtual screen of the size of one window, and returns its display name.
pub(crate) fn screen((width, height): Pixels) -> (Running, String) {
    let mut screen = Command::new("Xvfb");
    let size = format!("{width}x{height}x24");
    // without repeats of a key that is down: on a busy machine it is down for long
    screen.args(["-displayfd", "1", "-screen", "0", &size, "-nolisten", "tcp", "-r"]);
    let (screen, mut output) = start(screen.stderr(Stdio::null()));
    (screen, format!(":{}", first_line(&mut output)))
}

/// A window on a virtual screen of its own.
pub(crate) struct Window {
    pub(crate) name: &'static str,
    pub(crate) display: String,
    pub(crate) page: Page,
    pages: Receiver<Page>,
    _program: Running,
    _screen: Running,
}

impl Window {
    pub(crate) fn open(name: &'static str, program: &Path, folder: &Path, arguments: &[&str]) -> Self {
        Self::open_on(screen(USUAL), name, program, folder, arguments)
    }

    /// Opens a window on this screen.
    pub(crate) fn open_on(
        screen: (Running, String),
        name: &'static str,
        program: &Path,
        folder: &Path,
        arguments: &[&str],
    ) -> Self {
        let mut window = Command::new(program);
        window.args(arguments);
        Self::start(screen, name, window, folder)
    }

    /// Opens the window of this program on this screen.
    pub(crate) fn start(
        (screen, display): (Running, String),
        name: &'static str,
        mut window: Command,
        folder: &Path,
    ) -> Self {
        let settings = folder.join(format!("{name}.json"));
        let log = File::create(folder.join(format!("{name}.log"))).expect("the log file can be created");
        window.env("DISPLAY", &display).env_remove("WAYLAND_DISPLAY").stderr(log);
        window.arg("--settings").arg(settings).args(["--no-nearby", "--ui-trace", "/dev/stdout"]);
        let (program, output) = start(&mut window);
        let (sender, pages) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let page = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
                if sender.send(page).is_err() {
                    return;
                }
            }
        });
        Self { name, display, page: Page::default(), pages, _program: program, _screen: screen }
    }

    pub(crate) fn xdotool(&self, arguments: &[&str]) {
        let mut command = Command::new("xdotool");
        let status = command.env("DISPLAY", &self.display).args(arguments).status();
        assert!(status.expect("xdotool can be run").success(), "xdotool {arguments:?}");
    }

    /// Passes input that releases so many keys and buttons, and waits until the window shows its effect.
    ///
    /// Without the wait, what comes next would be aimed at the layout before it.
    pub(crate) fn input(&mut self, releases: u32, arguments: &[&str]) {
        let wanted = self.page.releases + releases;
        self.xdotool(arguments);
        self.until(&format!("{arguments:?} is handled"), |page| page.releases >= wanted);
    }

    pub(crate) fn drag(&mut self, button: &str, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.square(from), self.square(to));
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(|pixel| pixel.to_string());
        let path = ["mousemove", &x, &y, "mousedown", button, "mousemove", &to_x, &to_y, "mouseup", button];
        self.input(1, &path);
    }
}

impl Driven for Window {
    fn page(&self) -> &Page {
        &self.page
    }

    fn until(&mut self, what: &str, shown: impl Fn(&Page) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            while let Ok(page) = self.pages.try_recv() {
                self.page = page;
            }
            if shown(&self.page) {
                return;
            }
            match self.pages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(page) => self.page = page,
                Err(RecvTimeoutError::Timeout) => {
                    self.save_screenshot(&format!("failed-{}", self.name));
                    panic!("{}: timeout waiting until {what}; the window shows {:#?}", self.name, self.page);
                }
                Err(RecvTimeoutError::Disconnected) => panic!("{}: the window has closed", self.name),
            }
        }
    }

    fn key(&mut self, keys: &str) {
        self.input(keys.split('+').count() as u32, &["key", keys]);
    }

    fn type_text(&mut self, text: &str) {
        let shifts = text.chars().filter(char::is_ascii_uppercase).count();
        self.input((text.len() + shifts) as u32, &["type", "--delay", "40", text]);
    }

    fn click_at(&mut self, x: i32, y: i32) {
        self.input(1, &["mousemove", &x.to_string(), &y.to_string(), "click", "1"]);
    }

    fn save_screenshot(&self, name: &str) {
        let folder = workspace().join("artifacts");
        fs::create_dir_all(&folder).expect("the folder `artifacts` can be created");
        let mut import = Command::new("import");
        import.env("DISPLAY", &self.display).args(["-window", "root"]);
        let status = import.arg(folder.join(format!("{name}.png"))).status();
        assert!(status.expect("import can be run").success(), "the screenshot {name} could not be saved");
    }
}
