//! Reads boards and moves aloud: row by row, piece by piece, and move by move.

use super::words::has_word;
use chuhe_app::App;
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::scene::{Place, TileFace, TileRange};
use chuhe_model::exercise::Exercise as _;
use chuhe_model::learning::Learning;
use chuhe_model::lessons::Board;
use chuhe_model::luzhanqi::{History, SeenPly, notation};
use chuhe_model::review::Review;
use chuhe_model::table::{LuzhanqiPlay, MoveNotation, Play, Table, move_reader};
use chuhe_rules::luzhanqi::{
    Arm, BoardKind, Formation, Piece, PieceView, Slot, Station, StationKind, Strength,
};
use chuhe_rules::xiangqi::{self, PieceKind, Position, Square};
use chuhe_rules::{Color, GameMove};
use chuhe_texts::Text;
use chuhe_view::table::tile_in_words;
use std::collections::{BTreeMap, BTreeSet};

/// A board as words: what stands on each point, the farthest row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The names of the columns, from the left of red's side.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<GridRow>,
}

/// A row of a [`Grid`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridRow {
    /// Its name.
    pub name: String,
    /// The point in each column; `None` where the board has none.
    pub cells: Vec<Option<Cell>>,
}

/// A point of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name.
    pub place: String,
    /// The piece on it in words.
    pub piece: Option<String>,
    /// What kind of station it is, if the board has several.
    pub ground: Option<&'static str>,
}

impl Cell {
    /// What is to be said of the point, without its name; empty for nothing.
    pub fn words(&self, text: &Text) -> String {
        let parts: Vec<&str> = self.piece.as_deref().into_iter().chain(self.ground).collect();
        parts.join(text.list_comma)
    }
}

/// A board row by row, the farthest row first.
pub(super) fn rows(text: &Text, grid: &Grid) -> Vec<String> {
    let railway = Some(text.console().railway);
    let said = |row: &GridRow| {
        let cells = || row.cells.iter().flatten();
        let is_rail = cells().all(|cell| cell.ground == railway);
        let stations = cells().filter_map(|cell| {
            // a row of rails says so once, and an empty end of one is a place of no interest
            let ground = cell.ground.filter(|_| !is_rail);
            match &cell.piece {
                Some(piece) => Some(on_ground(text, &at(&cell.place, piece), ground)),
                None => ground.filter(|_| ground != railway).map(|ground| at(&cell.place, ground)),
            }
        });
        self::row(
            text,
            &on_ground(text, &row.name, railway.filter(|_| is_rail)),
            &stations.collect::<Vec<_>>(),
        )
    };
    grid.rows.iter().map(said).collect()
}

/// The board after this many plies; `None` stands for all.
pub fn grid(app: &App, table: &Table, ply: Option<usize>) -> Grid {
    match table.game().play() {
        Play::Xiangqi(play) => {
            let earlier = ply.and_then(|ply| play.game().position_at(ply));
            let position = earlier.as_ref().unwrap_or_else(|| play.game().position());
            xiangqi_grid(app, position, table.bottom())
        }
        Play::Luzhanqi(play) => {
            let history = play.history();
            let tokens = ply.filter(|&ply| ply < history.ply()).map(|ply| history.tokens_at(ply));
            luzhanqi_grid(app, history.view().board(), table.bottom(), |station| match tokens {
                Some(tokens) => {
                    let (_, token) = tokens.iter().find(|(at, _)| *at == station)?;
                    Some(seen(app, table, *token))
                }
                None => content(app, table, station),
            })
        }
    }
}

/// A position of xiangqi, seen from this side.
pub fn xiangqi_grid(app: &App, position: &Position, bottom: Color) -> Grid {
    board_grid(app, |square| position.piece_at(square), bottom)
}

/// A board of xiangqi with these pieces, seen from this side.
pub fn board_grid(app: &App, piece_at: impl Fn(Square) -> Option<xiangqi::Piece>, bottom: Color) -> Grid {
    let text = app.desk().text();
    let cell = |file, rank| {
        let square = Square::new(file, rank)?;
        let piece = piece_at(square).map(|piece| text.console().piece(piece).to_owned());
        Some(Cell { place: square.to_string(), piece, ground: None })
    };
    let row =
        |rank: u8| GridRow { name: rank.to_string(), cells: (0..9).map(|file| cell(file, rank)).collect() };
    Grid {
        columns: ('a'..='i').map(String::from).collect(),
        rows: in_order((0..10).collect(), bottom).into_iter().map(row).collect(),
    }
}

/// A position of luzhanqi with the pieces that `piece` names, seen from this side.
pub fn luzhanqi_grid(
    app: &App,
    board: BoardKind,
    bottom: Color,
    piece: impl Fn(Station) -> Option<String>,
) -> Grid {
    let placed: BTreeMap<(u8, char), Station> = board
        .board()
        .stations()
        .filter_map(|station| {
            let (column, row) = board.coordinates(station)?;
            Some(((row, column), station))
        })
        .collect();
    let columns: BTreeSet<char> = placed.keys().map(|(_, column)| *column).collect();
    let rows: BTreeSet<u8> = placed.keys().map(|(row, _)| *row).collect();
    let cell = |row, column| {
        let station = *placed.get(&(row, column))?;
        let ground = ground(app, board, station);
        Some(Cell { place: notation::name(board, station), piece: piece(station), ground })
    };
    let row = |row: u8| GridRow {
        name: row.to_string(),
        cells: columns.iter().map(|&column| cell(row, column)).collect(),
    };
    Grid {
        rows: in_order(rows.into_iter().collect(), bottom).into_iter().map(row).collect(),
        columns: columns.into_iter().map(String::from).collect(),
    }
}

/// The position of a lesson, seen from the pupil's side. A star is what is to be taken.
pub fn lesson_grid(app: &App, learning: &Learning) -> Grid {
    let attempt = learning.attempt();
    let mut grid = match attempt.board() {
        Board::Xiangqi(position) => xiangqi_grid(app, position, learning.bottom()),
        Board::Luzhanqi(position) => luzhanqi_grid(app, position.board(), learning.bottom(), |station| {
            Some(match learning.seen_at(position, station)? {
                PieceView::Known(piece) => known(app, piece),
                PieceView::Unknown(color) => app.desk().text().console().unknown_piece(color).to_owned(),
            })
        }),
    };
    for &star in attempt.stars() {
        let name = match (star, attempt.board()) {
            (Place::Station(station), Board::Luzhanqi(position)) => notation::name(position.board(), station),
            (place, _) => place.to_string(),
        };
        for cell in grid.rows.iter_mut().flat_map(|row| row.cells.iter_mut().flatten()) {
            if cell.place == name {
                let piece = cell.piece.take().map_or_else(String::new, |piece| format!(" {piece}"));
                cell.piece = Some(format!("★{piece}"));
            }
        }
    }
    grid
}

/// The board of a puzzle, a mistake or an endgame, with what is known of hidden pieces; `None` if there is none.
pub fn puzzle_grid(app: &App) -> Option<Grid> {
    let exercises = &app.study().exercises;
    if let Some((position, bottom)) = exercises.puzzle_board() {
        return Some(xiangqi_grid(app, position, bottom));
    }
    let hunting = exercises.hunting()?;
    let board = hunting.attempt().position().board();
    let text = app.desk().text();
    Some(luzhanqi_grid(app, board, hunting.attempt().user(), |station| {
        let face = hunting.face(station)?;
        Some(match face {
            TileFace::Up(piece) => known(app, piece),
            TileFace::Down { color, .. } | TileFace::Ranged { color, .. } => {
                tile_in_words(text, face).unwrap_or_else(|| text.console().unknown_piece(color).to_owned())
            }
        })
    }))
}

/// The shown position of a record, seen from the side at the bottom; `None` if it has none.
pub fn review_grid(app: &App, review: &Review) -> Option<Grid> {
    if let Some(position) = review.shown.replay().xiangqi() {
        return Some(xiangqi_grid(app, position, review.board.bottom));
    }
    let game = review.shown.replay().luzhanqi()?;
    let position = game.position();
    Some(luzhanqi_grid(app, game.board(), review.board.bottom, |station| {
        Some(known(app, position?.piece_at(station)?))
    }))
}

/// What kind of station it is, for where pieces go and are safe; `None` for a post on roads.
fn ground(app: &App, board: BoardKind, station: Station) -> Option<&'static str> {
    let text = app.desk().text();
    enclosed(text, station).or_else(|| board.board().has_rail(station).then_some(text.console().railway))
}

/// A camp, where nothing can capture a piece, or headquarters, which no piece leaves.
fn enclosed(text: &Text, station: Station) -> Option<&'static str> {
    match station.kind() {
        StationKind::Camp => Some(text.console().camp),
        StationKind::Headquarters => Some(text.console().headquarters),
        StationKind::Post => None,
    }
}

/// Rows that are numbered from red's side, the farthest from this side first.
fn in_order(mut rows: Vec<u8>, bottom: Color) -> Vec<u8> {
    if bottom == Color::Red {
        rows.reverse();
    }
    rows
}

/// What stands on a point, and the point.
fn at(place: &str, content: &str) -> String {
    format!("{content} {place}")
}

/// What is said of something, with the ground on which it is.
fn on_ground(text: &Text, what: &str, ground: Option<&str>) -> String {
    ground.map_or_else(|| what.to_owned(), |ground| text.aside(what, ground))
}

fn row(text: &Text, name: &str, pieces: &[String]) -> String {
    if pieces.is_empty() {
        return text.console().row(name, text.console().empty);
    }
    text.console().row(name, &pieces.join(text.list_comma))
}

/// What stands on a station, as far as the user knows it.
fn content(app: &App, table: &Table, station: Station) -> Option<String> {
    let Play::Luzhanqi(play) = table.game().play() else { return None };
    let Some(view) = play.history().view().position() else {
        let slot = station.slot().filter(|_| station.arm() == Some(Arm::of(table.game().me())))?;
        return Some(app.desk().text().strength(play.draft()?.at(slot)).to_lowercase());
    };
    let piece = view.piece_at(station)?;
    let sign = play.tile(station).filter(|_| matches!(piece, PieceView::Unknown(_)));
    // that a piece has moved, the moves say
    let sign = sign.filter(|face| !matches!(face, TileFace::Ranged { range: TileRange::Movable, .. }));
    let said = sign.and_then(|face| tile_in_words(app.desk().text(), face));
    Some(said.unwrap_or_else(|| seen(app, table, piece)))
}

/// A piece of luzhanqi, as far as the user knows it.
fn seen(app: &App, table: &Table, piece: PieceView) -> String {
    match piece {
        PieceView::Known(piece) if Some(piece.color) == table.game().seat() => {
            app.desk().text().strength(piece.strength).to_lowercase()
        }
        PieceView::Known(piece) => known(app, piece),
        PieceView::Unknown(color) => app.desk().text().console().unknown_piece(color).to_owned(),
    }
}

/// A piece of luzhanqi with its side.
pub fn known(app: &App, piece: Piece) -> String {
    let name = app.desk().text().strength(piece.strength).to_lowercase();
    app.desk().text().console().known_piece(piece.color, &name)
}

/// What has become of the user's formation: the two pieces that were swapped, or the rows of a new one.
pub(super) fn rearranged(app: &App, table: &Table, before: &Formation, now: &Formation) -> Vec<String> {
    let text = app.desk().text();
    let me = table.game().me();
    let changed: Vec<Slot> = Slot::all().filter(|&slot| before.at(slot) != now.at(slot)).collect();
    if changed.is_empty() {
        return Vec::new();
    }
    if let [from, to] = changed[..] {
        return vec![swapped(app, table, before, [from, to].map(|slot| slot.on(Arm::of(me))))];
    }
    let mut grid = grid(app, table, None);
    grid.rows.retain(|row| row.cells.iter().flatten().any(|cell| cell.piece.is_some()));
    rows(text, &grid)
}

/// That two pieces of the user's formation were swapped: what stood where before.
pub(super) fn swapped(app: &App, table: &Table, before: &Formation, stations: [Station; 2]) -> String {
    let (text, Some(play)) = (app.desk().text(), table.game().luzhanqi()) else { return String::new() };
    let [from, to] = stations.map(|station| {
        let strength = station.slot().map(|slot| text.strength(before.at(slot)).to_lowercase());
        at(&notation::name(play.view().board(), station), &strength.unwrap_or_default())
    });
    text.console().swapped(&from, &to)
}

/// A station of luzhanqi with what stands there.
pub(super) fn station(app: &App, table: &Table, station: Station) -> String {
    let Play::Luzhanqi(play) = table.game().play() else { return String::new() };
    let place = notation::name(play.history().view().board(), station);
    at(&place, content(app, table, station).as_deref().unwrap_or(app.desk().text().console().empty))
}

/// Where the pieces are: those that `of` names, the point that it names, or all for an empty text.
pub(super) fn pieces(app: &App, table: &Table, of: &str) -> Vec<String> {
    match table.game().play() {
        Play::Xiangqi(play) => xiangqi_pieces(app, play.game().position(), of),
        Play::Luzhanqi(play) => luzhanqi_pieces(app, table, play, of),
    }
}

/// Where the pieces of a position are: those that `of` names, what stands on the square that it names, or all.
pub(super) fn xiangqi_pieces(app: &App, position: &Position, of: &str) -> Vec<String> {
    let text = app.desk().text().console();
    if let Ok(square) = of.to_lowercase().parse::<Square>() {
        let piece = position.piece_at(square).map_or(text.empty, |piece| text.piece(piece));
        return vec![at(&square.to_string(), piece)];
    }
    let kinds: Vec<PieceKind> =
        PieceKind::ALL.into_iter().filter(|&kind| of.is_empty() || is_kind(app, kind, of)).collect();
    if kinds.is_empty() {
        return vec![text.none_left(of)];
    }
    let mut lines = Vec::new();
    for color in Color::ALL {
        for &kind in &kinds {
            let piece = xiangqi::Piece::new(color, kind);
            let squares: Vec<String> = Square::all()
                .filter(|&square| position.piece_at(square) == Some(piece))
                .map(|square| square.to_string())
                .collect();
            if squares.is_empty() && of.is_empty() {
                continue;
            }
            let places = if squares.is_empty() {
                text.empty.to_owned()
            } else {
                squares.join(app.desk().text().list_comma)
            };
            lines.push(app.desk().text().labelled(text.piece(piece), &places));
        }
    }
    lines
}

/// Whether a word names this kind of piece, in the user's language, in English or in Chinese.
fn is_kind(app: &App, kind: PieceKind, word: &str) -> bool {
    let texts = [app.desk().text(), Text::of(Lang::En), Text::of(Lang::Zh), Text::of(Lang::ZhHant)];
    texts.iter().any(|text| has_word(text.console().kind(kind), word))
}

fn luzhanqi_pieces(app: &App, table: &Table, play: &LuzhanqiPlay, of: &str) -> Vec<String> {
    let (text, board) = (app.desk().text(), play.history().view().board());
    if let [station_named] = move_reader::stations(board, of)[..] {
        let said = std::iter::once(station(app, table, station_named));
        let ground = ground(app, board, station_named).map(str::to_owned);
        return vec![said.chain(ground).collect::<Vec<_>>().join(text.list_comma)];
    }
    let grounds = [text.console().camp, text.console().headquarters, text.console().railway];
    if let Some(wanted) = grounds.into_iter().find(|ground| ground.to_lowercase() == of.to_lowercase()) {
        let stations = board.board().stations().filter(|&it| ground(app, board, it) == Some(wanted));
        let names: Vec<String> = stations.map(|it| notation::name(board, it)).collect();
        return vec![text.labelled(wanted, &names.join(text.list_comma))];
    }
    let strengths =
        Strength::ALL.into_iter().filter(|&strength| of.is_empty() || is_strength(app, strength, of));
    let mut lines = Vec::new();
    for strength in strengths {
        let name = text.strength(strength);
        let own = name.to_lowercase();
        let [red, black] = Color::ALL.map(|color| text.console().known_piece(color, &own));
        let before = lines.len();
        for (label, content_of) in [(name, &own), (&red, &red), (&black, &black)] {
            let places: Vec<String> = board
                .board()
                .stations()
                .filter(|&it| content(app, table, it).as_ref() == Some(content_of))
                .map(|it| notation::name(board, it))
                .collect();
            if !places.is_empty() {
                lines.push(text.labelled(label, &places.join(text.list_comma)));
            }
        }
        if lines.len() == before && !of.is_empty() {
            lines.push(text.console().none_left(name));
        }
    }
    if lines.is_empty() && !of.is_empty() {
        lines.push(text.console().none_left(of));
    }
    if of.is_empty() {
        for color in Color::ALL {
            let name = text.console().unknown_piece(color);
            let hidden: Vec<String> =
                hidden(play.history(), color).map(|it| notation::name(board, it)).collect();
            if !hidden.is_empty() {
                lines.push(text.labelled(name, &hidden.join(text.list_comma)));
            }
        }
    }
    lines
}

/// The stations of this side's hidden pieces.
fn hidden(history: &History, color: Color) -> impl Iterator<Item = Station> {
    let pieces = history.view().position().into_iter().flat_map(|view| view.pieces());
    pieces.filter(move |(_, piece)| *piece == PieceView::Unknown(color)).map(|(station, _)| station)
}

fn is_strength(app: &App, strength: Strength, word: &str) -> bool {
    let texts = [app.desk().text(), Text::of(Lang::En)];
    let names = texts.into_iter().flat_map(|text| [text.strength(strength), text.short_strength(strength)]);
    names.chain([strength.chinese()]).any(|name| name.to_lowercase() == word.to_lowercase())
}

/// The move that the computer recommends, with this label.
pub fn recommended(app: &App, table: &Table, label: &str) -> Option<String> {
    let text = app.desk().text();
    match (app.sessions().recommended()?, table.game().play()) {
        (GameMove::Xiangqi(mv), Play::Xiangqi(play)) => {
            let position = play.game().position();
            let piece = text.console().piece(position.piece_at(mv.from)?);
            let written = MoveNotation::of(position, mv);
            let (from, to) = (mv.from.to_string(), mv.to.to_string());
            Some(text.console().moved(label, written.text(app.desk().notation()), piece, &from, &to))
        }
        (GameMove::Luzhanqi(mv), Play::Luzhanqi(_)) => {
            let stations = [mv.from, mv.to].map(|it| station(app, table, it));
            Some(text.labelled(label, &stations.join(" – ")))
        }
        (GameMove::Xiangqi(_), Play::Luzhanqi(_)) | (GameMove::Luzhanqi(_), Play::Xiangqi(_)) => None,
    }
}

/// The moves played, one a line.
pub(super) fn played(app: &App, table: &Table) -> Vec<String> {
    let game = table.game();
    if game.ply() == 0 {
        return vec![app.desk().text().no_moves_yet.to_owned()];
    }
    (0..game.ply()).filter_map(|ply| Some(format!("{}. {}", ply + 1, moved(app, table, ply)?))).collect()
}

/// Says who made the ply with this index, and how.
pub fn moved(app: &App, table: &Table, ply: usize) -> Option<String> {
    let (text, game) = (app.desk().text(), table.game());
    match game.play() {
        Play::Xiangqi(play) => {
            let mover = game.mover(ply + 1);
            let mv = *play.game().moves().get(ply)?;
            let before = play.game().position_at(ply)?;
            let written = play.notations().get(ply)?;
            let name = text.called(&game.seats()[mover].name);
            let who = if Some(mover) == game.seat() { text.you } else { &*name };
            let piece = text.console().piece(before.piece_at(mv.from)?);
            let (from, to) = (mv.from.to_string(), mv.to.to_string());
            let mut line = text.console().moved(who, written.text(app.desk().notation()), piece, &from, &to);
            if let Some(captured) = before.piece_at(mv.to) {
                line = text.console().moved_captured(&line, text.console().piece(captured));
            }
            if written.checks {
                line = text.console().moved_check(&line);
            }
            Some(line)
        }
        Play::Luzhanqi(play) => {
            let history = play.history();
            let seen = history.plies().get(ply)?;
            let (SeenPly::Moved { by, .. } | SeenPly::Passed { by }) = seen;
            let written = notation::write(history.view().board(), seen, history.strengths(ply));
            let sentence = text.ply_sentence(*by, table.game().seat(), &written);
            let ground = if let SeenPly::Moved { mv, .. } = seen { enclosed(text, mv.to) } else { None };
            Some(on_ground(text, &sentence, ground))
        }
    }
}
