//! The boards of running games that the lobby shows, a page at a time.

use crate::drawing::board_layout::BoardLayout;
use crate::drawing::board_scene::{self, BoardModel};
use crate::drawing::scene::{Rect, Scene, Shape};
use crate::drawing::theme::{DISC, Rings, Theme};
use crate::luzhanqi::Layout;
use crate::luzhanqi::empty_board::empty_board;
use chuhe_protocol::limits::PREVIEWED_GAMES;
use chuhe_protocol::{GameId, GameTerms, Preview, PreviewBoard, Terms};
use chuhe_rules::clock::{ClockReading, SideReading, Timestamp};
use chuhe_rules::luzhanqi::{BoardKind, Station};
use chuhe_rules::xiangqi::{Move, Piece, PieceKind, Position, Square};
use chuhe_rules::{Color, Outcome};
use std::collections::BTreeMap;
use std::ops::Range;

/// The least size of the letters on a small board, in pixels: coordinates would crowd the pieces.
const LEAST_TEXT: f32 = 14.0;

/// The longest time that a clock shows, whatever the server sends, and the time below which it shows tenths, in
/// milliseconds.
const LONGEST_SHOWN_MS: u64 = 999 * 3_600_000;
const TENTHS_MS: u64 = 10_000;

/// How long a refused request waits until it is repeated.
const RETRY_MS: u64 = 2_000;

/// The games on the page of the lobby, and their boards.
#[derive(Debug, Default)]
pub struct Previews {
    /// The games that the server was asked for.
    pub chosen: Vec<GameId>,
    /// The last request for them.
    pub asked: Option<u32>,
    /// When to repeat the last request, if the server refused it.
    retry_at: Option<Timestamp>,
    /// How often the user went to the next page.
    pub page: usize,
    boards: BTreeMap<GameId, Board>,
}

/// A small board.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The number of plies played.
    pub plies: u16,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// What the clocks showed last, and when.
    clocks: Option<(ClockReading, Timestamp)>,
    pieces: Pieces,
}

#[derive(Clone, Debug, PartialEq)]
enum Pieces {
    Xiangqi { position: Box<Position>, last: Option<Move> },
    Luzhanqi { board: BoardKind, tokens: Vec<(Station, Color)> },
}

impl Previews {
    /// The games on the page, of this many in all.
    #[must_use]
    pub fn on_page(&self, games: usize) -> Range<usize> {
        let first = self.page_of(games) * PREVIEWED_GAMES;
        first..games.min(first + PREVIEWED_GAMES)
    }

    /// The index of the page, of this many games in all.
    #[must_use]
    pub fn page_of(&self, games: usize) -> usize {
        self.page % Self::pages(games)
    }

    /// The number of pages of this many games.
    #[must_use]
    pub fn pages(games: usize) -> usize {
        games.div_ceil(PREVIEWED_GAMES).max(1)
    }

    /// The board of a game, once it has arrived.
    #[must_use]
    pub fn board(&self, game: GameId) -> Option<&Board> {
        self.boards.get(&game)
    }

    /// Replaces the games of the page.
    pub fn choose(&mut self, games: Vec<GameId>) {
        self.boards.retain(|game, _| games.contains(game));
        self.chosen = games;
        self.retry_at = None;
    }

    /// Forgets the boards, and the request for them; the page stays.
    pub(super) fn reset(&mut self) {
        self.choose(Vec::new());
        self.asked = None;
    }

    /// Whether the server is to be asked for these games.
    pub fn is_outdated(&self, games: &[GameId], now: Timestamp) -> bool {
        self.retry_at.map_or(self.chosen != games, |at| at <= now)
    }

    /// Handles a refusal; returns whether it concerns the last request.
    pub fn refused(&mut self, request: u32, now: Timestamp) -> bool {
        let is_last = self.asked.take_if(|asked| *asked == request).is_some();
        if is_last {
            self.retry_at = Some(now.plus_ms(RETRY_MS));
        }
        is_last
    }

    /// When the refused request may be repeated.
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        self.retry_at.filter(|at| *at > now)
    }

    /// Stops the clocks of all boards: the server is paused, and sends them again when it goes on.
    pub fn stop_clocks(&mut self, now: Timestamp) {
        for board in self.boards.values_mut() {
            let clocks = board.clocks(now);
            board.clocks = clocks.map(|clocks| (ClockReading { running: None, ..clocks }, now));
        }
    }

    /// Adds a board that the server sent. One that was not chosen or cannot be read is ignored.
    pub fn add(&mut self, preview: Preview, now: Timestamp) {
        let Preview { game, plies, outcome, board, clocks } = preview;
        let pieces = match board {
            PreviewBoard::Xiangqi { fen, last } => {
                let Ok(position) = Position::from_fen(&fen) else { return };
                Pieces::Xiangqi { position: Box::new(position), last }
            }
            PreviewBoard::Luzhanqi { board, red, black } => {
                let side = |stations: Vec<Station>, color| stations.into_iter().map(move |at| (at, color));
                let tokens = side(red, Color::Red).chain(side(black, Color::Black)).collect();
                Pieces::Luzhanqi { board, tokens }
            }
        };
        if self.chosen.contains(&game) {
            let clocks = clocks.map(|clocks| (bounded(clocks), now));
            self.boards.insert(game, Board { plies, outcome, clocks, pieces });
        }
    }
}

impl Board {
    /// The board on which a game of these terms begins; of luzhanqi without pieces, which are placed first.
    #[must_use]
    pub fn at_start(terms: &Terms) -> Option<Self> {
        let pieces = match &terms.game {
            GameTerms::Xiangqi { start: None, .. } => {
                Pieces::Xiangqi { position: Box::new(Position::start()), last: None }
            }
            GameTerms::Xiangqi { start: Some(fen), .. } => {
                Pieces::Xiangqi { position: Box::new(Position::from_fen(fen).ok()?), last: None }
            }
            GameTerms::Luzhanqi { board, .. } => Pieces::Luzhanqi { board: *board, tokens: Vec::new() },
        };
        Some(Self { plies: 0, outcome: None, clocks: None, pieces })
    }

    /// What the clocks show now, if the server has said them.
    #[must_use]
    pub fn clocks(&self, now: Timestamp) -> Option<ClockReading> {
        let (clocks, at) = self.clocks?;
        Some(clocks.after(now.since(at)))
    }

    /// When the clocks show something else.
    #[must_use]
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let clocks = self.clocks(now)?;
        let SideReading { game_ms, read_ms, move_ms } = clocks.sides[clocks.running?];
        let parts = [game_ms, read_ms, move_ms].into_iter().flatten().filter(|left| *left > 0);
        let step = |left: u64| if left <= TENTHS_MS { left % 100 } else { left % 1_000 };
        Some(now.plus_ms(parts.map(step).min()? + 1))
    }

    /// The last move of xiangqi with the position before it, in which a rook stands for whatever it captured.
    #[must_use]
    pub fn last(&self) -> Option<(Position, Move)> {
        let Pieces::Xiangqi { position, last: Some(mv) } = &self.pieces else { return None };
        let turn = position.side_to_move();
        let mut board = position.board().clone();
        let piece = board.set(mv.to, None).filter(|piece| piece.color != turn)?;
        board.set(mv.from, Some(piece));
        let mut before = |captured| {
            board.set(mv.to, captured);
            let before = Position::from_board(board.clone(), turn.opponent(), 0, 1).ok()?;
            before.validate(*mv).is_ok().then_some((before, *mv))
        };
        before(None).or_else(|| before(Some(Piece { color: turn, kind: PieceKind::Rook })))
    }

    /// Draws the board at the top of a rectangle.
    #[must_use]
    pub fn scene(&self, place: Rect, theme: &Theme) -> Scene {
        let mut scene = match &self.pieces {
            Pieces::Xiangqi { position, last } => {
                let layout = BoardLayout::miniature(place, Color::Red);
                let piece = |square| Some((square, position.piece_at(square)?));
                let model = BoardModel {
                    pieces: Square::all().filter_map(piece).collect(),
                    last: last.map_or(Vec::new(), |mv| vec![mv.from, mv.to]),
                    ..BoardModel::default()
                };
                board_scene::scene(&model, &layout, theme)
            }
            Pieces::Luzhanqi { board, tokens } => {
                let layout = Layout::miniature(place, *board, Color::Red);
                let is_on_board = |station| layout.stations().any(|other| other == station);
                let tokens = tokens.iter().filter(|(station, _)| is_on_board(*station));
                let tile = |&(station, color): &(Station, Color)| {
                    let side = theme.pieces.side(color);
                    let rect = Rect::from_center_size(layout.point(station), layout.tile().round());
                    let outline =
                        Shape::Outline { rect: rect.shrink(1.0), radius: 1.0, width: 1.0, color: DISC[1] };
                    let is_outlined = side.rings == Rings::Two;
                    let base = Shape::Wash { rect, radius: 2.0, color: side.ink };
                    std::iter::once(base).chain(is_outlined.then_some(outline))
                };
                let shapes = tokens.flat_map(tile).collect();
                let background = empty_board(&layout, theme);
                Scene { background, shapes, panel: Some(layout.panel), ..Scene::default() }
            }
        };
        scene.background.retain(|shape| !matches!(shape, Shape::Text { size, .. } if *size < LEAST_TEXT));
        scene
    }
}

/// Clocks that show no more than there is room for.
fn bounded(clocks: ClockReading) -> ClockReading {
    let most = |part: Option<u64>| part.map(|ms| ms.min(LONGEST_SHOWN_MS));
    let sides = clocks.sides.map(|SideReading { game_ms, read_ms, move_ms }| SideReading {
        game_ms: most(game_ms),
        read_ms: most(read_ms),
        move_ms: most(move_ms),
    });
    ClockReading { sides, ..clocks }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::theme::{Look, Palette};
    use chuhe_rules::PerColor;

    const NOW: Timestamp = Timestamp::from_ms(1_000);

    fn preview(game: u64, board: PreviewBoard) -> Preview {
        Preview { game: GameId(game), plies: 4, outcome: None, board, clocks: None }
    }

    fn xiangqi(fen: &str) -> PreviewBoard {
        PreviewBoard::Xiangqi { fen: fen.into(), last: None }
    }

    #[test]
    fn pages_hold_a_limited_number_of_games_and_repeat() {
        let mut previews = Previews::default();
        assert_eq!(previews.on_page(0), 0..0);
        assert_eq!(previews.on_page(4), 0..4);
        previews.page = 1;
        assert_eq!(previews.on_page(4), 0..4);
        assert_eq!(previews.on_page(8), 6..8);
        previews.page = 2;
        assert_eq!(previews.on_page(8), 0..6);
    }

    #[test]
    fn boards_that_were_not_chosen_or_cannot_be_read_are_ignored() {
        let mut previews = Previews::default();
        let start = Position::start().fen();
        previews.choose(vec![GameId(1), GameId(2)]);
        previews.add(preview(1, xiangqi(&start)), NOW);
        previews.add(preview(2, xiangqi("nonsense")), NOW);
        previews.add(preview(3, xiangqi(&start)), NOW);
        assert_eq!([1, 2, 3].map(|game| previews.board(GameId(game)).is_some()), [true, false, false]);
        previews.choose(vec![GameId(2)]);
        assert_eq!(previews.board(GameId(1)), None);
    }

    #[test]
    fn small_boards_stay_in_their_place() {
        let place = Rect::from_min_size(emath::pos2(10.0, 20.0), emath::vec2(170.0, 190.0));
        let [s11, n15] = ["s11", "n15"].map(|station| station.parse().unwrap());
        // a station that this board does not have
        let far = "w11".parse().unwrap();
        let classic =
            PreviewBoard::Luzhanqi { board: BoardKind::Classic, red: vec![s11, far], black: vec![n15] };
        for board in [xiangqi(&Position::start().fen()), classic] {
            let mut previews = Previews::default();
            previews.choose(vec![GameId(1)]);
            previews.add(preview(1, board), NOW);
            let scene = previews.board(GameId(1)).unwrap().scene(place, &Theme::of(Default::default()));
            let panel = scene.panel.unwrap();
            assert!(place.expand(1.0).contains_rect(panel), "{panel} in {place}");
            assert!(scene.shapes.len() >= 2);
        }
    }

    #[test]
    fn sides_differ_by_shape_in_a_palette_that_does_not_rely_on_colors() {
        let place = Rect::from_min_size(emath::pos2(0.0, 0.0), emath::vec2(170.0, 190.0));
        let [red, black] = ["s11", "n15"].map(|station| vec![station.parse().unwrap()]);
        let mut previews = Previews::default();
        previews.choose(vec![GameId(1)]);
        previews.add(preview(1, PreviewBoard::Luzhanqi { board: BoardKind::Classic, red, black }), NOW);
        for (palette, outlines) in [(Palette::Usual, 0), (Palette::ColorBlind, 1)] {
            let theme = Theme::of_look(Look { palette, ..Look::usual(Default::default()) });
            let shapes = previews.board(GameId(1)).unwrap().scene(place, &theme).shapes;
            let is_outline = |shape: &&Shape| matches!(shape, Shape::Outline { .. });
            assert_eq!(shapes.iter().filter(is_outline).count(), outlines);
            let inks = [theme.pieces.red.ink, theme.pieces.black.ink];
            let has =
                |ink| shapes.iter().any(|shape| matches!(shape, Shape::Wash { color, .. } if *color == ink));
            assert!(inks.into_iter().all(has));
        }
    }

    #[test]
    fn clocks_run_on_from_what_the_server_said_until_it_is_paused() {
        let side = SideReading { game_ms: Some(60_000), read_ms: None, move_ms: None };
        let clocks = ClockReading { sides: PerColor::splat(side), running: Some(Color::Red) };
        let mut previews = Previews::default();
        previews.choose(vec![GameId(1)]);
        let sent = preview(1, xiangqi(&Position::start().fen()));
        previews.add(Preview { clocks: Some(clocks), ..sent }, NOW);
        let left = |previews: &Previews, ms| {
            let clocks = previews.board(GameId(1)).unwrap().clocks(NOW.plus_ms(ms)).unwrap();
            clocks.sides.map(|side| side.game_ms.unwrap())
        };
        assert_eq!(left(&previews, 2_000), PerColor::new(58_000, 60_000));
        assert_eq!(previews.board(GameId(1)).unwrap().next_wakeup(NOW), Some(NOW.plus_ms(1)));
        previews.stop_clocks(NOW.plus_ms(3_000));
        assert_eq!(left(&previews, 9_000), PerColor::new(57_000, 60_000));
        assert_eq!(previews.board(GameId(1)).unwrap().next_wakeup(NOW.plus_ms(9_000)), None);
    }
}
