//! What a form of the monkey implements: the clients and the server of a run, as people use them.

use super::coverage::Coverage;
use super::run::Failure;
use super::step::{Step, User};
use crate::driven::{Page, PlayerFacts};
use std::fmt;
use std::time::Duration;

/// The host and the port of the server in steps.
pub(crate) const SERVER: [&str; 2] = ["play.example.org", "9899"];

/// The clients of a few people and their server.
pub(crate) trait Driver {
    /// The windows that exist, also those that are closed now.
    fn users(&self) -> Vec<User>;

    /// What a window shows; `None` while the program does not run or the machine sleeps.
    fn page(&self, user: User) -> Option<&Page>;

    /// Carries out a step, and waits until its window shows the effect.
    ///
    /// # Errors
    /// [`Impossible`] if nobody could do it now, as when the widget is not there. Nothing has happened then.
    fn perform(&mut self, step: &Step) -> Result<(), Impossible>;

    /// Waits until nothing moves: no message is under way, no animation runs, every connected client has
    /// answered. Returns whether that was so within a reasonable time; a client that cannot reach the
    /// server counts as quiet. If it was not so, [`Driver::faults`] may say why.
    fn settle(&mut self) -> bool;

    /// Takes what went wrong since the last call, other than what the pages show: panics, errors in a log
    /// or a console, late frames, memory that grows, something kept that was lost.
    fn faults(&mut self) -> Vec<Fault>;

    /// The players that the server lists; `None` if the form cannot ask it, or it does not run.
    fn server_players(&mut self) -> Option<Vec<PlayerFacts>>;

    /// Whether the client of this window is connected to the server now.
    fn is_online(&mut self, user: User) -> bool;

    /// The host and the port of the server, as a person types them. In steps they are always
    /// [`SERVER`]: a form whose server is elsewhere types its own.
    fn server(&self, _person: usize) -> [String; 2] {
        SERVER.map(str::to_owned)
    }

    /// Saves pictures of what people see, whose names begin so, if the form shows something.
    fn save_pictures(&mut self, _name: &str, _failure: &Failure) {}

    /// Adds the actions and requests since the last call, if the form knows them.
    fn add_coverage(&mut self, coverage: &mut Coverage);
}

/// Makes the drivers of a form.
pub(crate) trait Form {
    /// Its driver.
    type Driver: Driver;

    /// The most steps of an episode, which begins with nothing kept.
    const STEPS: usize;
    /// How long the shrinking of one failure takes at most: none where an episode takes minutes.
    const SHRINK: Duration;

    /// Its name, as `scripts/monkey` takes it.
    fn name() -> &'static str;

    /// Starts a server and the clients of this many people, with nothing kept. Everything that happens
    /// by chance comes from the seed.
    fn start(&self, seed: u64, people: usize) -> Self::Driver;
}

/// Nobody could do this now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Impossible;

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FaultKind {
    /// A panic, also of the server.
    Panic,
    /// An error in a log or a console.
    ErrorLog,
    /// A frame later than five seconds.
    LateFrame,
    /// Two clients see one game differently.
    Disagreement,
    /// A widget outside its window, or under another one.
    Layout,
    /// A text with a box, or cut.
    Text,
    /// The keyboard is lost.
    Focus,
    /// Memory grows without end.
    Memory,
    /// A lobby disagrees with the list of the server.
    Lobby,
    /// Something that was kept is lost.
    Lost,
    /// The clients never become quiet.
    Unrest,
    /// The driver has panicked: nothing is known of the program.
    Driver,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// What it is.
    pub(crate) kind: FaultKind,
    /// What is the same whenever the same thing goes wrong, such as the place of a panic or a widget.
    pub(crate) key: String,
    /// All that is known of it.
    pub(crate) what: String,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, key: impl Into<String>, what: impl Into<String>) -> Self {
        Self { kind, key: key.into(), what: what.into() }
    }

    /// Whether another one is of the same cause, as far as one can see.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.kind == other.kind && self.key == other.key
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}\n  {}", self.kind, self.key, self.what)
    }
}
