//! A native client on a virtual screen, and what a person does with it through xdotool.

use super::Person;
use crate::driven::Page;
use crate::monkey::driver::{Fault, FaultKind, Impossible};
use crate::monkey::real::Expected;
use crate::monkey::served::Log;
use crate::monkey::step::Act;
use crate::program::{Running, start};
use std::fs;
use std::io::{BufRead as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a look waits for something new.
const LOOK: Duration = Duration::from_millis(30);
/// How long a program that is asked to close takes to end or to ask.
const CLOSING: Duration = Duration::from_secs(8);
/// The memory may grow to so many times what it was after the first looks, and by so many bytes.
const GROWTH: u64 = 2;
const GROWTH_BYTES: u64 = 160 * 1024 * 1024;
/// The looks after which the memory counts.
const FIRST_LOOKS: u32 = 100;
/// The size of a page of memory, in bytes.
const MEMORY_PAGE: u64 = 4096;

/// A running client.
pub(super) struct Program {
    running: Running,
    pages: Receiver<Page>,
    page: Option<Page>,
    log: Log,
    /// Its window on the screen, once it was looked for.
    pub(super) window: Option<u32>,
    is_asleep: bool,
    /// Whether it was asked to close, or the user said that it may.
    may_end: bool,
    looks: u32,
    /// The memory after the first looks, in bytes.
    memory: Option<u64>,
}

impl Program {
    /// Starts the client, whose log goes into this file.
    pub(super) fn start(command: &mut Command, log: PathBuf) -> Self {
        let log = Log::of(log);
        let (running, output) = start(command.stderr(log.open()));
        let (sender, pages) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let page = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
                if sender.send(page).is_err() {
                    return;
                }
            }
        });
        Self {
            running,
            pages,
            page: None,
            log,
            window: None,
            is_asleep: false,
            may_end: false,
            looks: 0,
            memory: None,
        }
    }

    /// What it shows; `None` before its first frame, and while it sleeps.
    pub(super) const fn page(&self) -> Option<&Page> {
        if self.is_asleep { None } else { self.page.as_ref() }
    }

    pub(super) const fn is_asleep(&self) -> bool {
        self.is_asleep
    }

    /// Takes the last page that it showed. Returns whether there is a new one.
    pub(super) fn look(&mut self) -> bool {
        let page = match self.pages.recv_timeout(LOOK) {
            Ok(page) => page,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return false,
        };
        self.page = Some(self.pages.try_iter().last().unwrap_or(page));
        true
    }

    /// Judges the growth of its memory; its user has allowed an analysis `search_mib` MiB.
    pub(super) fn judge_memory(&mut self, search_mib: u64, faults: &mut Vec<Fault>) {
        self.looks += 1;
        if self.looks < FIRST_LOOKS {
            return;
        }
        let statm = fs::read_to_string(format!("/proc/{}/statm", self.running.id())).unwrap_or_default();
        let Some(pages) = statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()) else { return };
        let bytes = pages * MEMORY_PAGE;
        let first = *self.memory.get_or_insert(bytes);
        if bytes > first * GROWTH + GROWTH_BYTES + search_mib * 1024 * 1024 {
            let what = format!("{first} bytes after the first steps, {bytes} now");
            faults.push(Fault::new(FaultKind::Memory, "the client", what));
            self.memory = Some(bytes);
        }
    }

    /// Whether it has ended. It is a fault if nobody asked it to.
    pub(super) fn has_ended(&mut self, faults: &mut Vec<Fault>) -> bool {
        if self.running.is_running() {
            return false;
        }
        // the user closes it with the answer to its question as well
        let asked = self.page.as_ref().is_some_and(|page| page.widget("quit.yes").is_some());
        if !self.may_end && !asked {
            let screen = self.page.as_ref().map(|page| &page.screen);
            let what = format!("it showed {screen:?}; its last words are {:?}", self.log.last_line());
            faults.push(Fault::new(FaultKind::Panic, "the client has ended", what));
        }
        true
    }

    /// Waits until it has ended, or asks whether it may.
    pub(super) fn await_answer_to_closing(&mut self) {
        self.may_end = true;
        let deadline = Instant::now() + CLOSING;
        while Instant::now() < deadline && self.running.is_running() {
            self.look();
            if self.page.as_ref().is_some_and(|page| page.widget("quit.yes").is_some()) {
                self.may_end = false;
                return;
            }
        }
    }

    /// Ends it in good order, as the end of a user's session does.
    pub(super) fn terminate(&mut self) {
        self.running.terminate();
    }

    pub(super) fn kill(&mut self) {
        self.running.kill();
    }

    /// Lets it sleep: minimised, or stopped as with its machine.
    pub(super) fn sleep(&mut self, is_minimised: bool) {
        self.is_asleep = true;
        if !is_minimised {
            self.signal("-STOP");
        }
    }

    pub(super) fn wake(&mut self) {
        self.is_asleep = false;
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        // it may have ended
        let _ = Command::new("kill")
            .args([signal, &self.running.id().to_string()])
            .stderr(Stdio::null())
            .status();
    }

    /// What its log says is wrong since the last call.
    pub(super) fn log_faults(&mut self) -> Vec<Fault> {
        self.log.faults("client")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // a stopped process would not end
        self.signal("-CONT");
    }
}

/// Passes input to a window of a person's screen. Returns what follows.
pub(super) fn input(person: &Person, id: &str, page: &Page, act: &Act) -> Result<Expected, Impossible> {
    let square = |name: &String| page.squares.get(name).map(|[x, y]| (*x, *y)).ok_or(Impossible);
    let pressed = Expected::Releases(page.releases + 1);
    match act {
        Act::Click(widget) => {
            let widget = page.enabled(widget).filter(|widget| !widget.covered).ok_or(Impossible)?;
            click(person, id, (widget.x + widget.w / 2, widget.y + widget.h / 2), "1")?;
            Ok(pressed)
        }
        Act::ClickSquare(name) => click(person, id, square(name)?, "1").map(|()| pressed),
        Act::SecondaryClickSquare(name) => click(person, id, square(name)?, "3").map(|()| Expected::Unknown),
        Act::Drag { from, to } => drag(person, id, [square(from)?, square(to)?], "1").map(|()| pressed),
        Act::SecondaryDrag { from, to } => {
            drag(person, id, [square(from)?, square(to)?], "3").map(|()| Expected::Unknown)
        }
        Act::Type(text) => {
            let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
            let releases = text.chars().count() as u32;
            let typed = person.xdotool(&["type", "--delay", "12", "--", &text]);
            typed.map(|()| Expected::Perhaps(page.releases + releases))
        }
        Act::Paste(text) => {
            copy(person, text);
            person.xdotool(&["key", "ctrl+v"]).map(|()| Expected::Unknown)
        }
        Act::Key(keys) => {
            let releases = keys.split('+').count() as u32;
            person.xdotool(&["key", keys]).map(|()| Expected::Perhaps(page.releases + releases))
        }
        Act::Scroll(widget, lines) => {
            let widget = page.widget(widget).ok_or(Impossible)?;
            let at = (widget.x + widget.w / 2, widget.y + widget.h / 2);
            let button = if *lines > 0 { "4" } else { "5" };
            for _ in 0..lines.unsigned_abs().min(20) {
                click(person, id, at, button)?;
            }
            Ok(Expected::Unknown)
        }
        Act::Resize(width, height) => resize(person, id, (*width, *height)),
        Act::Rotate => resize(person, id, (page.window[1], page.window[0])),
        // the others are not input to the window
        _ => Err(Impossible),
    }
}

fn click(person: &Person, id: &str, (x, y): (i32, i32), button: &str) -> Result<(), Impossible> {
    let [x, y] = [x, y].map(|pixel| pixel.to_string());
    person.xdotool(&["mousemove", "--window", id, &x, &y, "click", button])
}

fn drag(person: &Person, id: &str, [from, to]: [(i32, i32); 2], button: &str) -> Result<(), Impossible> {
    let [x, y, to_x, to_y] = [from.0, from.1, to.0, to.1].map(|pixel| pixel.to_string());
    person.xdotool(&[
        "mousemove",
        "--window",
        id,
        &x,
        &y,
        "mousedown",
        button,
        "mousemove",
        "--window",
        id,
        &to_x,
        &to_y,
        "mouseup",
        button,
    ])
}

/// Gives a window another size, and another place.
fn resize(person: &Person, id: &str, (width, height): (i32, i32)) -> Result<Expected, Impossible> {
    if width < 100 || height < 100 {
        return Err(Impossible);
    }
    let [width, height, x, y] = [width, height, width % 97, height % 59].map(|pixel| pixel.to_string());
    person.xdotool(&["windowsize", id, &width, &height, "windowmove", id, &x, &y]).map(|()| Expected::Size)
}

/// Puts a text on the clipboard, as another program does.
fn copy(person: &Person, text: &str) {
    let mut command = Command::new("xclip");
    command.env("DISPLAY", &person.display).args(["-selection", "clipboard"]);
    let copied = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut xclip = copied.expect("xclip can be run");
    let mut input = xclip.stdin.take().expect("its input is piped");
    input.write_all(text.as_bytes()).expect("xclip reads the text");
    drop(input);
    // it goes on in the background until another program copies something
    xclip.wait().expect("xclip ends");
}
