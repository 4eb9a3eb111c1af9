//! What tests do with a client that they see and click from outside: a window on a virtual screen, or
//! a page in a browser.

pub(crate) mod rated;
pub(crate) mod window;

use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long to wait for a client to show something; generous, for a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// The visible widgets, points and pieces of a window: one line of `--ui-trace`.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Page {
    pub(crate) screen: String,
    pub(crate) window: [i32; 2],
    pub(crate) scale: f32,
    pub(crate) releases: u32,
    pub(crate) focus: String,
    pub(crate) ring: Option<[i32; 4]>,
    pub(crate) dragged: Option<String>,
    pub(crate) premove: Option<String>,
    pub(crate) cursor: Option<String>,
    pub(crate) marks: usize,
    pub(crate) widgets: Vec<Widget>,
    pub(crate) cut: Vec<String>,
    pub(crate) boxes: String,
    pub(crate) reach: Vec<String>,
    pub(crate) squares: BTreeMap<String, [i32; 2]>,
    pub(crate) pieces: BTreeMap<String, char>,
    pub(crate) game: Option<GameFacts>,
    pub(crate) lobby: Option<Vec<PlayerFacts>>,
    pub(crate) taken: TakenFacts,
}

/// What the client takes for true of the game at the table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct GameFacts {
    pub(crate) number: u64,
    pub(crate) local: bool,
    pub(crate) gone: bool,
    pub(crate) seat: Option<String>,
    pub(crate) ply: usize,
    pub(crate) turn: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) position: String,
    pub(crate) clocks: [String; 2],
    pub(crate) chat: Vec<ChatFacts>,
}

/// A line of the players' chat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct ChatFacts {
    pub(crate) at_ms: u64,
    pub(crate) name: String,
    pub(crate) text: String,
}

/// How often the program has taken each action and sent each request since it started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct TakenFacts {
    pub(crate) actions: BTreeMap<String, u64>,
    pub(crate) requests: BTreeMap<String, u64>,
}

/// A player of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) struct PlayerFacts {
    pub(crate) name: String,
    pub(crate) game: Option<u64>,
    pub(crate) connected: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Widget {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) label: String,
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) w: i32,
    pub(crate) h: i32,
    pub(crate) enabled: bool,
    pub(crate) chosen: bool,
    pub(crate) focusable: bool,
    pub(crate) layer: String,
    pub(crate) covered: bool,
}

/// What a widget is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Button,
    Choice,
    Field,
    Text,
}

impl Page {
    pub(crate) fn widget(&self, id: &str) -> Option<&Widget> {
        self.widgets.iter().find(|widget| widget.id == id)
    }

    pub(crate) fn enabled(&self, id: &str) -> Option<&Widget> {
        self.widget(id).filter(|widget| widget.enabled)
    }

    pub(crate) fn shows_text(&self, words: &str) -> bool {
        self.widgets.iter().any(|widget| widget.label.contains(words))
    }
}

/// A client that a test drives.
pub(crate) trait Driven {
    /// What the client shows, as far as the test has seen it.
    fn page(&self) -> &Page;

    /// Waits until the client shows a matching page; saves a screenshot and fails on timeout.
    fn until(&mut self, what: &str, shown: impl Fn(&Page) -> bool);

    /// Clicks or touches a pixel, and waits until the client shows the effect.
    fn click_at(&mut self, x: i32, y: i32);

    /// Presses a key, or several together such as `ctrl+a`, by their names in X11.
    fn key(&mut self, keys: &str);

    /// Types a text of letters, digits and dots.
    fn type_text(&mut self, text: &str);

    /// Saves a screenshot.
    fn save_screenshot(&self, name: &str);

    /// Waits until a widget is enabled, and returns its center.
    fn center_of(&mut self, id: &str) -> (i32, i32) {
        self.until(&format!("{id} is enabled"), |page| page.enabled(id).is_some());
        let widget = self.page().enabled(id).expect("the widget is enabled");
        (widget.x + widget.w / 2, widget.y + widget.h / 2)
    }

    /// Waits until a widget is enabled, and clicks it.
    fn click(&mut self, id: &str) {
        let (x, y) = self.center_of(id);
        self.click_at(x, y);
    }

    /// Brings a widget of a form into view.
    fn reveal(&mut self, _id: &str) {}

    /// Clicks one of several choices.
    fn choose(&mut self, id: &str) {
        self.click(id);
        self.until(&format!("{id} is chosen"), |page| page.widget(id).is_some_and(|widget| widget.chosen));
    }

    /// Replaces the text of a field.
    fn fill(&mut self, id: &str, text: &str) {
        self.click(id);
        self.key("ctrl+a");
        self.type_text(text);
        self.until(&format!("{id} reads {text}"), |page| {
            page.widget(id).is_some_and(|widget| widget.label == text)
        });
    }

    /// The center of a square of the board.
    fn square(&self, name: &str) -> (i32, i32) {
        let [x, y] = self.page().squares[name];
        (x, y)
    }

    fn click_square(&mut self, name: &str) {
        let (x, y) = self.square(name);
        self.click_at(x, y);
    }

    /// Waits until a square holds this piece, or none.
    fn until_piece(&mut self, letter: Option<char>, square: &str) {
        self.until(&format!("{square} holds {letter:?}"), |page| {
            page.screen == "table" && page.pieces.get(square).copied() == letter
        });
    }
}

/// Plays a move by two clicks, and waits until both clients show it.
pub(crate) fn play(mover: &mut impl Driven, other: &mut impl Driven, mv: &str, piece: char) {
    let (from, to) = mv.split_at(2);
    mover.until_piece(Some(piece), from);
    mover.click_square(from);
    mover.click_square(to);
    await_move(mover, other, mv, piece);
}

/// Waits until both clients show a move.
pub(crate) fn await_move(mover: &mut impl Driven, other: &mut impl Driven, mv: &str, piece: char) {
    let (from, to) = mv.split_at(2);
    shows_move(mover, from, to, piece);
    shows_move(other, from, to, piece);
}

fn shows_move(client: &mut impl Driven, from: &str, to: &str, piece: char) {
    client.until_piece(None, from);
    client.until_piece(Some(piece), to);
}
