//! Writes the clickable widgets and squares as lines of JSON (`--ui-trace`).
//!
//! Tests that drive the window from outside read them.
//!
//! A line is written whenever something changes. Positions are in pixels of the window.

use super::taken::Taken;
use chuhe_app::visit::Visit;
use chuhe_app::{App, Screen};
use chuhe_model::drawing::scene::{Lift, Point, Scene, Shape, Size, TileFace};
use chuhe_model::lobby::chat::ChatLine;
use chuhe_model::table::{Table, clock_face};
use chuhe_ui::widgets::ui_trace::{UiTrace, WidgetKind};

use chuhe_protocol::Activity;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::View;
use egui::Rect;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// The file, the last line written, the line of the last frame, and what was counted.
pub struct TraceFile {
    file: Box<dyn Write>,
    /// The actions and requests so far.
    pub taken: Taken,
    written: String,
    last: String,
}

/// A frame as the window shows it.
#[derive(Clone, Copy, Debug)]
pub struct TracedFrame<'a> {
    /// Everything except the board.
    pub widgets: &'a UiTrace,
    /// The board.
    pub scene: &'a Scene,
    /// The size of the window, in logical pixels.
    pub window: Size,
    /// The number of pixels per logical pixel.
    pub scale: f32,
    /// How many keys and buttons the user has released so far.
    pub releases: u32,
    /// The characters that no font has.
    pub boxes: &'a str,
    /// The place of the upper left corner on the desktop, in pixels, if that is known.
    pub origin: Option<(i32, i32)>,
    /// Whether the window has the keyboard, as far as that is known.
    pub is_focused: bool,
}

/// The contents of a line.
#[derive(Serialize)]
struct Page<'a> {
    screen: &'a str,
    /// The width and the height of the window.
    window: [i32; 2],
    scale: f32,
    /// How many keys and buttons the user has released so far: what is shown follows from these.
    releases: u32,
    /// The widget with the keyboard.
    focus: &'a str,
    /// The place and the size of the ring around it.
    ring: Option<[i32; 4]>,
    #[serde(flatten)]
    table: &'a TableFacts,
    /// What the user and the client have done so far.
    taken: &'a Taken,
    widgets: Vec<Widget<'a>>,
    /// Texts for which there is too little room.
    cut: &'a [String],
    /// The characters that no font has.
    boxes: &'a str,
    /// The places that the board marks for the selected piece.
    reach: Vec<String>,
    /// The center of each square of the board.
    squares: BTreeMap<String, [i32; 2]>,
    /// The letter of the piece on each square, as in FEN or in the notation of luzhanqi; `?`
    /// for a piece face down. Pieces in motion are left out, also a dragged one, and faint ones: they show
    /// where a piece was or will be.
    pieces: BTreeMap<String, char>,
}

/// What the client takes for true of a game, for a comparison with other clients.
#[derive(Debug, Serialize)]
pub struct GameFacts {
    /// The number of the game.
    pub number: u64,
    /// Whether it is a game without a server.
    pub local: bool,
    /// Whether the server no longer has it.
    pub gone: bool,
    /// The user's side; `None` if they watch.
    pub seat: Option<&'static str>,
    /// The number of moves played.
    pub ply: usize,
    /// The side to move.
    pub turn: Option<&'static str>,
    /// The result and its reason.
    pub result: Option<String>,
    /// The position: in FEN, or the stations of luzhanqi with the owners of their pieces.
    pub position: String,
    /// The digits of both clocks, red's first.
    pub clocks: [String; 2],
    /// The last lines of the players' chat, oldest first.
    pub chat: Vec<ChatFacts>,
}

/// A line of chat.
#[derive(Debug, Serialize)]
pub struct ChatFacts {
    /// When the server received it, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// The sender's name.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A player in the lobby.
#[derive(Debug, Serialize)]
pub struct PlayerFacts {
    /// Their name.
    pub name: String,
    /// The number of the game that they play.
    pub game: Option<u64>,
    /// Whether they are connected.
    pub connected: bool,
}

/// The most players of a lobby that are listed.
const LISTED_PLAYERS: usize = 64;
/// The most lines of a chat that are listed.
const LISTED_LINES: usize = 20;

/// What the user has begun at the board, and what the client takes for true.
#[derive(Debug, Default, Serialize)]
pub struct TableFacts {
    /// The place from which the user drags a piece.
    pub dragged: Option<String>,
    /// The move that is sent as soon as it is legal.
    pub premove: Option<String>,
    /// The place of the cursor, while the board has the keyboard.
    pub cursor: Option<String>,
    /// The number of arrows and circles that the user drew.
    pub marks: usize,
    /// The game at the table.
    pub game: Option<GameFacts>,
    /// The first players of the lobby; `None` outside it, and before the list is there.
    pub lobby: Option<Vec<PlayerFacts>>,
}

const fn name_of(color: Color) -> &'static str {
    ["red", "black"][color as usize]
}

impl GameFacts {
    fn of(table: &Table, local: bool, now: Timestamp) -> Self {
        let game = table.game();
        let digits = |color| clock_face(table, color, now).digits;
        Self {
            number: game.id().0,
            local,
            gone: table.is_gone(),
            seat: table.game().seat().map(name_of),
            ply: game.ply(),
            turn: game.turn().map(name_of),
            result: game.outcome().map(|outcome| format!("{outcome:?}")),
            position: game.xiangqi().map_or_else(
                || game.luzhanqi().and_then(|it| it.view().position()).map_or_else(String::new, owners),
                |game| game.position().fen(),
            ),
            clocks: [digits(Color::Red), digits(Color::Black)],
            chat: chat(table),
        }
    }
}

/// The last lines that the players have said.
fn chat(table: &Table) -> Vec<ChatFacts> {
    let said = table.tabs.chat.lines().rev().filter(|line| !line.spectator).take(LISTED_LINES);
    let facts = |line: &ChatLine| ChatFacts {
        at_ms: line.at_ms,
        name: line.name.as_str().to_owned(),
        text: line.text.clone(),
    };
    let mut lines: Vec<ChatFacts> = said.map(facts).collect();
    lines.reverse();
    lines
}

/// The stations with pieces and their owners: what every viewer knows.
fn owners(view: &View) -> String {
    let of = |(station, piece): (_, chuhe_rules::luzhanqi::PieceView)| {
        format!("{station}{} ", if piece.color() == Color::Red { 'r' } else { 'b' })
    };
    view.pieces().map(of).collect()
}

/// The players, unless the list is not there yet.
fn lobby(visit: &Visit) -> Option<Vec<PlayerFacts>> {
    let facts = |player: &chuhe_protocol::Player| PlayerFacts {
        name: player.name.as_str().to_owned(),
        game: match player.activity {
            Activity::Playing { game, .. } => Some(game.0),
            Activity::Idle | Activity::AtBoard { .. } => None,
        },
        connected: player.connected,
    };
    let lobby = &visit.lobby;
    lobby.is_complete().then(|| lobby.players().take(LISTED_PLAYERS).map(facts).collect())
}

impl TableFacts {
    /// What the user has begun in this app.
    #[must_use]
    pub fn of(app: &App, now: Timestamp) -> Self {
        let table = app.sessions().table();
        let premove = table.and_then(|table| table.interaction.premove()).map(|mv| mv.to_string());
        Self {
            dragged: table.and_then(|table| table.interaction.dragged()).map(|place| place.to_string()),
            premove,
            cursor: app.pane().cursor().map(|cursor| cursor.place.to_string()),
            marks: table.map_or(0, |table| table.interaction.drawn_marks()),
            game: table.map(|table| GameFacts::of(table, app.sessions().local().is_some(), now)),
            lobby: app.sessions().visit().filter(|_| app.screen() == Screen::Lobby).and_then(lobby),
        }
    }
}

#[derive(Serialize)]
struct Widget<'a> {
    id: &'a str,
    kind: &'static str,
    label: &'a str,
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    enabled: bool,
    chosen: bool,
    focusable: bool,
    /// Whether a list shows all of it.
    whole: bool,
    /// The layer in which it is.
    layer: String,
    /// Whether a dialog or a menu is over it.
    covered: bool,
}

const fn kind(kind: WidgetKind) -> &'static str {
    ["button", "choice", "field", "text"][kind as usize]
}

impl std::fmt::Debug for TraceFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TraceFile").field("written", &self.written).finish_non_exhaustive()
    }
}

impl TraceFile {
    /// Opens a file or a pipe for appending.
    ///
    /// # Errors
    /// If it cannot be opened.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(path: &std::path::Path) -> std::io::Result<Self> {
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self::to(file))
    }

    /// Writes the lines to this output, each in one call.
    #[must_use]
    pub fn to(output: impl Write + 'static) -> Self {
        let (written, last) = (String::new(), String::new());
        Self { file: Box::new(output), taken: Taken::default(), written, last }
    }

    /// Writes a line if it differs from the last one and was the same in two frames. Returns whether
    /// it waits for the second frame.
    ///
    /// It waits because egui may lay out a dialog differently in the second frame.
    pub fn write(&mut self, frame: &TracedFrame<'_>, table: &TableFacts) -> bool {
        let line = match line(frame, table, &self.taken) {
            Ok(line) => line,
            Err(error) => {
                tracing::warn!(%error, "cannot write the UI trace");
                return false;
            }
        };
        if line == self.written {
            self.last = line;
            return false;
        }
        if self.last != line {
            self.last = line;
            return true;
        }
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => self.written = line,
            Err(error) => tracing::warn!(%error, "cannot write the UI trace"),
        }
        false
    }
}

/// The line for a frame.
///
/// # Errors
/// If the frame has no JSON, as with a size that is not a number.
pub fn line(frame: &TracedFrame<'_>, table: &TableFacts, taken: &Taken) -> serde_json::Result<String> {
    Ok(serde_json::to_string(&page(frame, table, taken))? + "\n")
}

fn page<'a>(frame: &TracedFrame<'a>, table: &'a TableFacts, taken: &'a Taken) -> Page<'a> {
    let TracedFrame { widgets: trace, scene, window, scale, releases, boxes, .. } = *frame;
    let pixel = |length: f32| (length * scale).round() as i32;
    let place = |point: Point| [pixel(point.x), pixel(point.y)];
    let area = |rect: Rect| [rect.left(), rect.top(), rect.width(), rect.height()].map(pixel);
    let mut pieces = BTreeMap::new();
    for shape in &scene.shapes {
        if let Some((center, letter)) = piece(shape) {
            pieces.extend(scene.target_at(center).map(|place| (place.to_string(), letter)));
        }
    }
    Page {
        screen: &trace.screen,
        window: place(window.to_pos2()),
        scale,
        releases,
        focus: &trace.focus,
        ring: trace.ring.map(area),
        table,
        taken,
        widgets: trace
            .widgets
            .iter()
            .map(|widget| {
                let [x, y, w, h] = area(widget.rect);
                Widget {
                    id: &widget.id,
                    kind: kind(widget.kind),
                    label: &widget.label,
                    x,
                    y,
                    w,
                    h,
                    enabled: widget.enabled,
                    chosen: widget.chosen,
                    focusable: widget.focusable,
                    whole: widget.whole,
                    layer: format!("{:?} {}", widget.layer.order, widget.layer.id.short_debug_format()),
                    covered: widget.covered,
                }
            })
            .collect(),
        cut: &trace.cut,
        boxes,
        reach: scene.shapes.iter().filter_map(|shape| marked(scene, shape)).collect(),
        squares: scene
            .targets
            .iter()
            .map(|target| (target.place.to_string(), place(target.area.center())))
            .collect(),
        pieces,
    }
}

/// Returns the position and the letter of a piece, unless it is in motion or faint.
fn piece(shape: &Shape) -> Option<(Point, char)> {
    if let Shape::Disc { piece, center, lifted: false, alpha: 1.0, .. } = shape {
        return Some((*center, piece.fen_letter()));
    }
    let Shape::Tile { face, center, lift: Lift::Lying, alpha: 1.0, .. } = shape else { return None };
    let letter = match face {
        TileFace::Up(piece) => piece.letter(),
        TileFace::Down { .. } | TileFace::Ranged { .. } => '?',
    };
    Some((*center, letter))
}

/// The place that a shape marks as one for the selected piece, if it does.
fn marked(scene: &Scene, shape: &Shape) -> Option<String> {
    let center = if let Shape::Dot { center, .. } | Shape::BrokenRing { center, .. } = shape {
        *center
    } else {
        let Shape::BrokenOutline { rect, .. } = shape else { return None };
        rect.center()
    };
    scene.target_at(center).map(|place| place.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_app::testing::World;

    #[test]
    fn the_clocks_are_those_of_the_screen() {
        let world = World::at_board(Color::Red);
        let facts = TableFacts::of(&world.app, world.now).game.unwrap();
        let shown = Color::ALL.map(|side| clock_face(world.table(), side, world.now).digits);
        assert_eq!((facts.clocks[0].as_str(), &facts.clocks), ("0:30", &shown));
    }
}
