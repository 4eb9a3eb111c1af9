//! The monkey on the page: browsers with one or two tabs each, in different forms, at a real server.
//!
//! `CHUHE_BROWSER` names the browser. Each person has a browser, a look and a road of their own; some
//! press the nodes of the mirror where it has them, as users of a screen reader do.

mod clock;
mod input;
mod tab;

use super::driver::{Fault, FaultKind, Form, Impossible};
use super::real::{Expected, Machine, Real};
use super::road::{Pace, Road};
use super::served::{Served, without_numbers};
use super::step::Act;
use crate::driven::Page;
use crate::web::browser::Look;
use crate::web::launch::{Extras, Kind, Launched};
use crate::web::site::page_folder;
use crate::web::webdriver::from_base64;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::Duration;
use tab::Tab;

/// How people look at the page.
const LOOKS: [Look; 6] = [
    Look::DESK,
    Look::PHONE,
    Look { size: (390, 844), language: "en", ..Look::PHONE },
    Look { size: (844, 390), language: "zh-TW", ..Look::PHONE },
    Look { size: (412, 915), language: "vi", ..Look::PHONE },
    Look { size: (1000, 700), language: "zh-CN", ..Look::DESK },
];
/// The most people: the processor draws for all of them.
const MOST_PEOPLE: usize = 2;
/// How many times slower than this one the processor of a phone is. Firefox cannot be slowed down.
const SLOW: u32 = 4;
/// How long the driver waits for a page, in milliseconds: without a network it never comes.
const LOAD_MS: u64 = 15_000;
/// The characters of a line of the console that tell one error from another.
const KEY_CHARS: usize = 160;
/// Words of the errors that a browser reports when it has no network.
const OF_NETWORK: [&str; 9] = [
    "net::ERR",
    "WebSocket",
    "ws://",
    "NetworkError",
    "Failed to fetch",
    "Failed to load resource",
    "can’t establish",
    "icon",
    "a worker failed: its script was not loaded",
];
/// What Chromium writes when a page is left that closes its WebSocket, and the server has not answered yet.
const ON_LEAVING: &str = "Page entered Back-Forward Cache";

/// What Firefox and Chromium write when a page gives up a connection before the server has answered, as when its
/// user cancels; Firefox adds that it could not be established.
const ON_GIVING_UP: [&str; 2] =
    ["was interrupted while the page was loading", "closed before the connection is established"];

/// The page in the browser of this run.
pub(super) struct Pages;

/// A person with a browser.
pub(super) struct Person {
    tabs: [Option<Tab>; 2],
    launched: Launched,
    look: Look,
    road: Road,
    /// How many times slower than this one the processor of their machine is.
    slowness: u32,
    /// A tab without the page, which stays open.
    blank: String,
    /// The tab to which commands go.
    current: String,
    /// By how many seconds the clock of their machine is wrong.
    clock_s: i64,
    /// Whether they press the nodes of the mirror.
    reads_mirror: bool,
}

impl Form for Pages {
    type Driver = Real<Person>;

    const STEPS: usize = 400;
    const SHRINK: Duration = Duration::ZERO;

    fn name() -> &'static str {
        Kind::of_this_run().name()
    }

    fn start(&self, seed: u64, people: usize) -> Self::Driver {
        let served = Served::start(Some(page_folder()));
        let numbers = (0..people.min(MOST_PEOPLE) as u64).map(|person| seed.wrapping_mul(7) + person * 5);
        let people = numbers.map(|number| Person::open(&served, number)).collect();
        Real::new(served, people)
    }
}

impl Person {
    /// Opens a browser; the number chooses how.
    fn open(served: &Served, number: u64) -> Self {
        let look = LOOKS[(number % LOOKS.len() as u64) as usize];
        let launched = Kind::of_this_run().launch(look);
        launched.session.command("timeouts", &json!({ "pageLoad": LOAD_MS }));
        let blank = launched.session.read("window").as_str().unwrap_or_default().to_owned();
        let pace = if number % 4 == 1 { Pace::PHONE } else { Pace::HERE };
        let can_be_slow = matches!(launched.extras, Extras::Chromium);
        Self {
            tabs: [None, None],
            look,
            slowness: if can_be_slow && number % 4 == 3 { SLOW } else { 1 },
            road: Road::to(served.web(), pace),
            current: blank.clone(),
            blank,
            clock_s: 0,
            reads_mirror: number % 5 == 2,
            launched,
        }
    }

    /// The address of the page, which reports what it shows.
    fn address(&self) -> String {
        format!("http://{}/?trace", self.road.address)
    }

    /// The tab of a window, unless it is closed.
    fn tab(&mut self, window: usize) -> Result<&mut Tab, Impossible> {
        self.tabs[window].as_mut().ok_or(Impossible)
    }

    /// The tab of a window that shows something.
    fn shown(&mut self, window: usize) -> Result<&mut Tab, Impossible> {
        self.tab(window).ok().filter(|tab| tab.page().is_some()).ok_or(Impossible)
    }
}

impl Person {
    /// Lets commands go to a tab.
    fn turn_to(&mut self, tab: &str) {
        if self.current != tab {
            self.launched.session.command("window", &json!({ "handle": tab }));
            self.current = tab.to_owned();
        }
    }

    fn run(&mut self, tab: &str, script: &str, arguments: &[Value]) -> Result<Value, String> {
        self.turn_to(tab);
        let body = json!({ "script": script, "args": arguments });
        self.launched.session.try_command("execute/sync", &body)
    }
}

impl Machine for Person {
    fn road(&mut self) -> &mut Road {
        &mut self.road
    }

    fn slowness(&self) -> u32 {
        self.slowness
    }

    fn is_open(&self, window: usize) -> bool {
        self.tabs[window].is_some()
    }

    fn page(&self, window: usize) -> Option<&Page> {
        self.tabs[window].as_ref().and_then(Tab::page)
    }

    fn has_given_up(&self, window: usize) -> bool {
        self.tabs[window].as_ref().is_some_and(Tab::has_given_up)
    }

    fn state(&self, window: usize) -> String {
        self.tabs[window].as_ref().map(Tab::state).unwrap_or_default()
    }

    fn open(&mut self, window: usize, link: Option<&str>) -> Result<(), Impossible> {
        let route = link.and_then(|link| link.split_once('#')).map_or("", |(_, route)| route);
        self.open_tab(window, route);
        Ok(())
    }

    fn reload(&mut self, window: usize) -> Result<(), Impossible> {
        self.reload_tab(window)
    }

    fn follow(&mut self, window: usize, link: &str) -> Result<(), Impossible> {
        self.follow_in_tab(window, link)
    }

    fn close(&mut self, window: usize) -> Result<(), Impossible> {
        self.close_tab(window)
    }

    fn crash(&mut self, window: usize) -> Result<(), Impossible> {
        self.close_tab(window)
    }

    fn sleep(&mut self, window: usize) -> Result<(), Impossible> {
        self.set_asleep(window)
    }

    fn wake(&mut self, window: usize) -> Result<(), Impossible> {
        self.set_awake(window)
    }

    fn input(&mut self, window: usize, act: &Act) -> Result<Expected, Impossible> {
        self.input_to_tab(window, act)
    }

    fn look(&mut self, window: usize, is_troubled: bool, faults: &mut Vec<Fault>) -> bool {
        self.look_at_tab(window, is_troubled, faults)
    }

    fn save_picture(&mut self, window: usize, path: &Path) {
        if let Ok(handle) = self.awake(window) {
            self.turn_to(&handle);
            let picture = from_base64(self.launched.session.read("screenshot").as_str().unwrap_or_default());
            fs::write(path, picture).expect("a picture can be saved");
        }
    }

    fn log_faults(&mut self, is_troubled: bool) -> Vec<Fault> {
        let lines = self.console();
        let gives_up = lines.iter().any(|line| ON_GIVING_UP.iter().any(|words| line.contains(words)));
        let is_expected = |line: &String| {
            line.contains(ON_LEAVING)
                || gives_up && line.contains("ws://")
                || is_troubled && OF_NETWORK.iter().any(|words| line.contains(words))
        };
        let fault = |line: String| {
            let key = without_numbers(&line.chars().take(KEY_CHARS).collect::<String>());
            Fault::new(FaultKind::ErrorLog, key, line)
        };
        lines.into_iter().filter(|line| !is_expected(line)).map(fault).collect()
    }
}

/// Runs for as long as `scripts/monkey` says.
#[test]
#[ignore = "scripts/monkey runs it"]
fn long() {
    super::session::long(&Pages);
}
