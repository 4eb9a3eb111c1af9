//! The steps of a run: what a person does with their client, and what happens to the server and the world.
//!
//! A step is kept as JSON, and shown as an instruction that a person can follow.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The people of a run, in the order of their numbers.
pub(crate) const NAMES: [&str; 4] = ["Bo", "Cy", "Di", "Em"];
/// The characters of a text that an instruction shows.
const SHOWN_CHARS: usize = 60;

/// A window or a tab of a person. Each person has a first one, and may open a second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct User {
    /// The number of the person.
    pub(crate) person: usize,
    /// 0 for the first window, 1 for the second one.
    pub(crate) window: usize,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Step {
    /// A person does something.
    User(User, Act),
    /// Something happens to everybody.
    World(Incident),
}

/// What a person does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Act {
    /// Clicks or touches the middle of this widget.
    Click(String),
    /// Clicks or touches a square of the board.
    ClickSquare(String),
    /// Clicks a square with the other button, or holds a finger on it.
    SecondaryClickSquare(String),
    /// Drags a piece, or a line from square to square.
    Drag { from: String, to: String },
    /// Drags with the other button.
    SecondaryDrag { from: String, to: String },
    /// Types a text, wherever the keyboard is.
    Type(String),
    /// Pastes a text, wherever the keyboard is.
    Paste(String),
    /// Presses a key, or several together such as `ctrl+a`, by their names in X11.
    Key(String),
    /// Turns the wheel over this widget: this many lines up, or down if negative.
    Scroll(String, i32),
    /// Gives the window this size, in pixels.
    Resize(i32, i32),
    /// Turns the phone, or exchanges the width and the height of the window.
    Rotate,
    /// Drops a file on the window.
    DropFile { name: String, text: String },
    /// Opens this link with the program.
    OpenLink(String),
    /// Opens the link that this person copied last.
    OpenLinkOf(usize),
    /// Goes back by the button of the browser or of the phone.
    Back,
    /// Opens a second window or tab.
    OpenSecond,
    /// Loads the page again; ends a window in good order and starts it again.
    Reload,
    /// Closes the window, without an answer to what it asks.
    Close,
    /// Ends the program as a crash does.
    Crash,
    /// Starts the program again.
    Open,
    /// Loses the network.
    Cut,
    /// Has the network again.
    Heal,
    /// Puts the machine to sleep, or the page into the background of a phone.
    Sleep,
    /// Wakes it.
    Wake,
    /// Sets the clock of the machine forward by this many seconds, or back if negative.
    SetClock(i64),
}

/// What happens to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Incident {
    /// The server is killed.
    KillServer,
    /// The server is stopped in good order.
    StopServer,
    /// The server is started.
    StartServer,
    /// This many milliseconds pass.
    Wait(u64),
    /// Everybody waits until all is quiet, and compares what they see.
    Compare,
}

impl User {
    /// The first window of a person.
    pub(crate) const fn of(person: usize) -> Self {
        Self { person, window: 0 }
    }
}

impl fmt::Display for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[self.person])?;
        if self.window > 0 { f.write_str(" (second window)") } else { Ok(()) }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user, act) => write!(f, "{user} {act}"),
            Self::World(incident) => incident.fmt(f),
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Click(id) => write!(f, "clicks `{id}`"),
            Self::ClickSquare(square) => write!(f, "clicks {square}"),
            Self::SecondaryClickSquare(square) => write!(f, "clicks {square} with the other button"),
            Self::Drag { from, to } => write!(f, "drags {from} to {to}"),
            Self::SecondaryDrag { from, to } => write!(f, "drags {from} to {to} with the other button"),
            Self::Type(text) => write!(f, "types {}", shown(text)),
            Self::Paste(text) => write!(f, "pastes {}", shown(text)),
            Self::Key(keys) => write!(f, "presses {keys}"),
            Self::Scroll(id, lines) => write!(f, "turns the wheel by {lines} over `{id}`"),
            Self::Resize(width, height) => write!(f, "resizes the window to {width} × {height}"),
            Self::Rotate => f.write_str("turns the phone"),
            Self::DropFile { name, text } => write!(f, "drops the file {name} with {}", shown(text)),
            Self::OpenLink(link) => write!(f, "opens the link {}", shown(link)),
            Self::OpenLinkOf(person) => write!(f, "opens the link that {} copied", NAMES[*person]),
            Self::Back => f.write_str("goes back"),
            Self::OpenSecond => f.write_str("opens a second window"),
            Self::Reload => f.write_str("reloads"),
            Self::Close => f.write_str("closes the window"),
            Self::Crash => f.write_str("has the program crash"),
            Self::Open => f.write_str("starts the program"),
            Self::Cut => f.write_str("loses the network"),
            Self::Heal => f.write_str("has the network again"),
            Self::Sleep => f.write_str("lets the machine sleep"),
            Self::Wake => f.write_str("wakes the machine"),
            Self::SetClock(seconds) => write!(f, "sets the clock by {seconds} s"),
        }
    }
}

impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KillServer => f.write_str("the server is killed"),
            Self::StopServer => f.write_str("the server is stopped"),
            Self::StartServer => f.write_str("the server is started"),
            Self::Compare => f.write_str("all wait until everything is quiet, and compare"),
            Self::Wait(ms) => write!(f, "{} s pass", *ms as f64 / 1e3),
        }
    }
}

/// The beginning of a text in quotation marks, and its length if that is not all of it.
fn shown(text: &str) -> String {
    let count = text.chars().count();
    if count <= SHOWN_CHARS {
        return format!("{text:?}");
    }
    let start: String = text.chars().take(SHOWN_CHARS).collect();
    format!("{start:?}… ({count} characters)")
}
