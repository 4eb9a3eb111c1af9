//! The monkey on windows: each person has a virtual screen with a window manager, and one or two windows
//! on it, at a real server.

mod clock;
mod drop;
mod events;
mod program;

use super::driver::{Fault, Form, Impossible, SERVER};
use super::real::{Expected, Machine, Real};
use super::road::{Pace, Road};
use super::served::Served;
use super::step::{Act, NAMES};
use crate::driven::Page;
use crate::driven::window::{Pixels, screen};
use crate::program::{Running, programs, start};
use clock::Clock;
use events::await_event;
use program::Program;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask, PropMode,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// The screen, larger than most windows.
const SCREEN: Pixels = (1500, 1100);
/// The densities of screens, in dots per inch: a program that starts takes the next one.
const DENSITIES: [u32; 3] = [96, 144, 192];
/// The furthest that a clock is set forward, in seconds. After each frame, macroquad counts the sixtieths of a second that
/// have passed by the system's clock: for a year and more, as in the page, whose clock is another, that takes seconds.
const LONGEST_LEAP_S: i64 = 4_000_000;
/// The longest time that xdotool takes, in seconds: it waits for ever for a window that is gone. To end it while it types
/// would leave a key down, so that each letter adds to it what it takes on a busy machine.
const XDOTOOL_S: usize = 10;
const LETTERS_PER_S: usize = 5;
/// How long the window manager takes to begin on a busy machine.
const MANAGER: Duration = Duration::from_secs(60);
/// The languages of people.
const LANGUAGES: [&str; 4] = ["en", "zh", "zh-hant", "vi"];

/// Native windows.
pub(super) struct Windows;

/// A person with a desktop.
pub(super) struct Person {
    windows: [Option<Program>; 2],
    program: PathBuf,
    folder: PathBuf,
    name: &'static str,
    language: &'static str,
    display: String,
    connection: RustConnection,
    road: Road,
    /// The clock of some machines, which can be set.
    clock: Option<Clock>,
    /// Whether their first program joins the server at once; the others stay on the first screen.
    joins_at_once: bool,
    /// How many programs were started.
    starts: usize,
    /// The most memory that they have allowed an analysis, in MiB.
    search_mib: u64,
    /// Faults of programs that have ended.
    faults: Vec<Fault>,
    _manager: Running,
    _screen: Running,
}

impl Form for Windows {
    type Driver = Real<Person>;

    const STEPS: usize = 500;
    const SHRINK: Duration = Duration::ZERO;

    fn name() -> &'static str {
        "windows"
    }

    fn start(&self, seed: u64, people: usize) -> Self::Driver {
        // the engine is the one that people add to their list
        let program = programs().join("chuhe");
        let served = Served::start(None);
        let person = |number: usize| Person::arrive(&served, &program, number, seed);
        let people = (0..people.min(MOST_PEOPLE)).map(person).collect();
        Real::new(served, people)
    }
}

/// The most people: the processor draws for all of them.
const MOST_PEOPLE: usize = 3;

impl Person {
    fn arrive(served: &Served, program: &Path, number: usize, seed: u64) -> Self {
        let (screen, display) = screen(SCREEN);
        let mut manager = Command::new("openbox");
        manager.env("DISPLAY", &display).args(["--sm-disable", "--config-file", "/dev/null"]);
        let (manager, _output) = start(manager.stderr(Stdio::null()));
        let (connection, _) = x11rb::connect(Some(&display)).expect("the virtual screen runs");
        await_manager(&connection).expect("the window manager runs");
        let way = seed as usize + number;
        let pace = if way % 3 == 1 { Pace::PHONE } else { Pace::HERE };
        Self {
            windows: [None, None],
            program: program.to_owned(),
            folder: served.folder().to_owned(),
            name: NAMES[number],
            language: LANGUAGES[way % LANGUAGES.len()],
            display,
            connection,
            road: Road::to(served.tcp(), pace),
            clock: if way % 4 < 3 {
                Clock::new(served.folder().join(format!("{}.clock", NAMES[number])))
            } else {
                None
            },
            // what needs no server is on the first screen: the computer, engines, reviews
            joins_at_once: way % 3 != 2,
            starts: 0,
            search_mib: 0,
            faults: Vec::new(),
            _manager: manager,
            _screen: screen,
        }
    }

    fn window(&mut self, window: usize) -> Result<&mut Program, Impossible> {
        self.windows[window].as_mut().filter(|program| !program.is_asleep()).ok_or(Impossible)
    }

    /// Passes input to the display.
    fn xdotool(&self, arguments: &[&str]) -> Result<(), Impossible> {
        let letters: usize = arguments.iter().map(|argument| argument.chars().count()).sum();
        let limit = (XDOTOOL_S + letters / LETTERS_PER_S).to_string();
        let mut command = Command::new("timeout");
        command.env("DISPLAY", &self.display).args([&limit, "xdotool"]).args(arguments);
        let status =
            command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("xdotool can be run");
        // a window may be gone
        if status.success() { Ok(()) } else { Err(Impossible) }
    }

    /// Tells programs that start later how dense the screen is.
    fn set_density(&self, dots_per_inch: u32) -> Result<(), ReplyOrIdError> {
        let root = self.connection.setup().roots[0].root;
        let text = format!("Xft.dpi:\t{dots_per_inch}\n");
        let (mode, name) = (PropMode::REPLACE, AtomEnum::RESOURCE_MANAGER);
        self.connection.change_property8(mode, root, name, AtomEnum::STRING, text.as_bytes())?;
        self.connection.sync()?;
        Ok(())
    }

    /// Asks a program to close its window, as the button of its frame does.
    fn ask_to_close(&self, window: u32) -> Result<(), ReplyOrIdError> {
        let atom =
            |name: &[u8]| Ok::<_, ReplyOrIdError>(self.connection.intern_atom(false, name)?.reply()?.atom);
        let (protocols, close) = (atom(b"WM_PROTOCOLS")?, atom(b"WM_DELETE_WINDOW")?);
        let message = ClientMessageEvent::new(32, window, protocols, [close, 0, 0, 0, 0]);
        self.connection.send_event(false, window, EventMask::NO_EVENT, message)?;
        self.connection.sync()?;
        Ok(())
    }

    /// Takes a program away that has ended.
    fn remove(&mut self, window: usize) {
        if let Some(mut program) = self.windows[window].take() {
            self.faults.extend(program.log_faults());
        }
    }

    /// The windows of the program on the screen, in the words of xdotool.
    fn listed(&self) -> Vec<u32> {
        let (mut command, limit) = (Command::new("timeout"), XDOTOOL_S.to_string());
        command.env("DISPLAY", &self.display).args([&limit, "xdotool", "search", "--class", "chuhe"]);
        let output = command.stderr(Stdio::null()).output().expect("xdotool can be run");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().filter_map(|line| line.trim().parse().ok()).collect()
    }

    /// Finds the window of a program on the screen, and gives it the keyboard.
    fn activate(&mut self, window: usize) -> Result<u32, Impossible> {
        let known: Vec<u32> = self.windows.iter().flatten().filter_map(|it| it.window).collect();
        let listed = self.listed();
        let program = self.windows[window].as_mut().ok_or(Impossible)?;
        let id = match program.window {
            Some(id) => id,
            None => listed.into_iter().find(|id| !known.contains(id)).ok_or(Impossible)?,
        };
        program.window = Some(id);
        if self.windows.iter().flatten().count() > 1 {
            self.xdotool(&["windowactivate", &id.to_string()])?;
        }
        Ok(id)
    }
}

/// Waits until a window manager manages the screen: it may not show a window that opened before.
fn await_manager(connection: &RustConnection) -> Result<(), ReplyOrIdError> {
    let root = connection.setup().roots[0].root;
    let notify = |mask| {
        let attributes = ChangeWindowAttributesAux::new().event_mask(mask);
        connection.change_window_attributes(root, &attributes)?.check()
    };
    let manager = connection.intern_atom(false, b"_NET_SUPPORTING_WM_CHECK")?.reply()?.atom;
    notify(EventMask::PROPERTY_CHANGE)?;
    let property = connection.get_property(false, root, manager, AtomEnum::WINDOW, 0, 1)?.reply()?;
    if property.value_len == 0 {
        let said = await_event(connection, MANAGER, |event| match event {
            Event::PropertyNotify(changed) => (changed.atom == manager).then_some(()),
            _ => None,
        })?;
        assert!(said.is_some(), "the window manager runs within {MANAGER:?}");
    }
    notify(EventMask::NO_EVENT)?;
    Ok(())
}

/// The folders in which programs are looked for, and that of this one.
fn with_programs(program: &Path) -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let own = program.parent().map(Path::to_owned);
    env::join_paths(own.into_iter().chain(env::split_paths(&path))).expect("a folder's name has no colon")
}

impl Machine for Person {
    fn road(&mut self) -> &mut Road {
        &mut self.road
    }

    fn server(&self) -> Option<[String; 2]> {
        Some([self.road.address.ip().to_string(), self.road.address.port().to_string()])
    }

    fn is_open(&self, window: usize) -> bool {
        self.windows[window].is_some()
    }

    fn page(&self, window: usize) -> Option<&Page> {
        self.windows[window].as_ref().and_then(Program::page)
    }

    fn has_given_up(&self, _window: usize) -> bool {
        false
    }

    fn state(&self, window: usize) -> String {
        format!("the window shows {:?}", self.page(window))
    }

    fn open(&mut self, window: usize, link: Option<&str>) -> Result<(), Impossible> {
        let density = DENSITIES[(self.starts / 2) % DENSITIES.len()];
        self.set_density(density).map_err(|_| Impossible)?;
        let name = format!("{}-{}", self.name, self.starts);
        let mut command = Command::new(&self.program);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY");
        command.env("PATH", with_programs(&self.program));
        command.arg("--settings").arg(self.folder.join(format!("{}.json", self.name)));
        command.args(["--no-nearby", "--ui-trace", "/dev/stdout"]);
        if let Some(clock) = &self.clock {
            clock.give(&mut command);
        }
        if self.starts == 0 {
            command.args(["--lang", self.language]);
        }
        if self.starts == 0 && self.joins_at_once {
            let address = self.road.address.to_string();
            command.args(["--connect", &address, "--name", self.name]);
        }
        command.args(link);
        self.starts += 1;
        self.windows[window] = Some(Program::start(&mut command, self.folder.join(format!("{name}.log"))));
        Ok(())
    }

    fn reload(&mut self, window: usize) -> Result<(), Impossible> {
        self.window(window)?.terminate();
        self.remove(window);
        self.open(window, None)
    }

    fn follow(&mut self, _window: usize, _link: &str) -> Result<(), Impossible> {
        // a running program has no place for a link but its fields
        Err(Impossible)
    }

    fn close(&mut self, window: usize) -> Result<(), Impossible> {
        self.window(window)?;
        let id = self.activate(window)?;
        self.ask_to_close(id).map_err(|_| Impossible)?;
        // it ends, or asks first
        if let Some(program) = &mut self.windows[window] {
            program.await_answer_to_closing();
        }
        Ok(())
    }

    fn crash(&mut self, window: usize) -> Result<(), Impossible> {
        let mut program = self.windows[window].take().ok_or(Impossible)?;
        program.kill();
        self.faults.extend(program.log_faults());
        Ok(())
    }

    fn sleep(&mut self, window: usize) -> Result<(), Impossible> {
        let id = self.activate(window)?;
        let is_minimised = self.starts.is_multiple_of(2);
        if is_minimised {
            self.xdotool(&["windowminimize", &id.to_string()])?;
        }
        self.window(window)?.sleep(is_minimised);
        Ok(())
    }

    fn wake(&mut self, window: usize) -> Result<(), Impossible> {
        let program = self.windows[window].as_mut().filter(|it| it.is_asleep()).ok_or(Impossible)?;
        program.wake();
        let id = self.activate(window)?.to_string();
        self.xdotool(&["windowmap", &id, "windowactivate", &id])
    }

    fn input(&mut self, window: usize, act: &Act) -> Result<Expected, Impossible> {
        let page = self.window(window)?.page().cloned().ok_or(Impossible)?;
        if let Act::SetClock(seconds) = act {
            return self
                .clock
                .as_mut()
                .map(|clock| clock.set((*seconds).min(LONGEST_LEAP_S)))
                .map(|()| Expected::Unknown)
                .ok_or(Impossible);
        }
        let window = self.activate(window)?;
        if let Act::DropFile { name, text } = act {
            let path = self.folder.join(name);
            fs::write(&path, text).map_err(|_| Impossible)?;
            return drop::drop_file(&self.connection, window, &path).map(|()| Expected::Unknown);
        }
        let id = window.to_string();
        // the server of the steps is that of this run
        if let Act::Type(text) = act
            && let Some(part) = SERVER.into_iter().position(|part| part == text)
            && let Some(server) = self.server()
        {
            return program::input(self, &id, &page, &Act::Type(server[part].clone()));
        }
        if let Act::Click(widget) = act
            && let Some(mib) = widget.strip_prefix("memory.").and_then(|mib| mib.parse().ok())
        {
            self.search_mib = self.search_mib.max(mib);
        }
        program::input(self, &id, &page, act)
    }

    fn look(&mut self, window: usize, _is_troubled: bool, faults: &mut Vec<Fault>) -> bool {
        let search_mib = self.search_mib;
        let Some(program) = &mut self.windows[window] else { return false };
        program.judge_memory(search_mib, faults);
        let changed = program.look();
        if program.has_ended(faults) {
            self.remove(window);
        }
        changed
    }

    fn save_picture(&mut self, _window: usize, path: &Path) {
        let mut import = Command::new("import");
        import.env("DISPLAY", &self.display).args(["-window", "root"]);
        let status = import.arg(path).status();
        assert!(status.expect("import can be run").success(), "a picture could not be saved");
    }

    fn log_faults(&mut self, _is_troubled: bool) -> Vec<Fault> {
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(self.windows.iter_mut().flatten().flat_map(Program::log_faults));
        faults
    }
}

/// Runs for as long as `scripts/monkey` says.
#[test]
#[ignore = "scripts/monkey runs it"]
fn long() {
    super::session::long(&Windows);
}
