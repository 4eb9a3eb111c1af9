//! The game on the board: one variant for each game, and every place where the games differ.
//!
//! A variant owns the state that only its game has: the fold of its events, its animations, and the
//! user's preview or draft. [`Play`] dispatches to it, one `match` for each operation.
//! To add a game, add a variant; the compiler then lists the missing matches.

use super::contract::{BoardContext, Change, OutOfSync, Reception};
use super::luzhanqi::LuzhanqiPlay;
use super::move_notation::MoveNotation;
use super::xiangqi::XiangqiPlay;
use crate::drawing::board_scene;
use crate::drawing::scene::{Place, Point, Scene};
use crate::drawing::theme::Theme;
use crate::help::Page;
use crate::layout::table_layout::{BoardOf, Placed};
use crate::luzhanqi;
use crate::notices::notice::Notice;
use crate::table::repetition::Repetition;
use chuhe_protocol::Event;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{Formation, Station, Strength};
use chuhe_rules::{Color, Game, GameMove, Viewer, luzhanqi as rules, xiangqi};

/// The game on the board, as the user sees it.
#[derive(Clone, Debug)]
pub enum Play {
    /// Xiangqi.
    Xiangqi(Box<XiangqiPlay>),
    /// Luzhanqi.
    Luzhanqi(Box<LuzhanqiPlay>),
}

impl Play {
    /// Creates the board of a new game for this viewer.
    pub(super) fn new(game: Game, viewer: Viewer) -> Self {
        match game {
            Game::Xiangqi(game) => Self::Xiangqi(Box::new(XiangqiPlay::new(game))),
            Game::Luzhanqi(game) => {
                Self::Luzhanqi(Box::new(LuzhanqiPlay::new(viewer, game.board(), *game.options())))
            }
        }
    }

    /// The game by the rules, if it is xiangqi.
    #[must_use]
    pub fn xiangqi(&self) -> Option<&xiangqi::Game> {
        let Self::Xiangqi(play) = self else { return None };
        Some(play.game())
    }

    /// The board of luzhanqi, if it is played.
    #[must_use]
    pub const fn luzhanqi(&self) -> Option<&LuzhanqiPlay> {
        let Self::Luzhanqi(play) = self else { return None };
        Some(play)
    }

    /// The board of luzhanqi to change, if it is played.
    pub(super) const fn luzhanqi_mut(&mut self) -> Option<&mut LuzhanqiPlay> {
        let Self::Luzhanqi(play) = self else { return None };
        Some(play)
    }

    /// The formation of luzhanqi that the user sets up.
    #[must_use]
    pub fn draft(&self) -> Option<&Formation> {
        self.luzhanqi()?.draft()
    }

    /// The piece of luzhanqi that the user is about to mark, and its mark.
    #[must_use]
    pub fn marking(&self) -> Option<(Station, Option<Strength>)> {
        self.luzhanqi()?.marking()
    }

    /// The listed move of xiangqi that the board previews.
    #[must_use]
    pub fn preview(&self) -> Option<xiangqi::Move> {
        let Self::Xiangqi(play) = self else { return None };
        play.preview
    }

    /// Ends the preview of a listed move.
    pub(super) fn close_preview(&mut self) {
        if let Self::Xiangqi(play) = self {
            play.preview = None;
        }
    }

    /// The notation of each move of xiangqi; none in another game.
    #[must_use]
    pub fn notations(&self) -> &[MoveNotation] {
        let Self::Xiangqi(play) = self else { return &[] };
        play.notations()
    }

    /// The ruling on a repetition that ended the game of xiangqi, or the warning of one.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        let Self::Xiangqi(play) = self else { return None };
        play.repetition()
    }

    pub(super) fn board(&self) -> BoardOf {
        match self {
            Self::Xiangqi(_) => BoardOf::Xiangqi,
            Self::Luzhanqi(play) => BoardOf::Luzhanqi(play.history().view().board()),
        }
    }

    /// The help page with its rules.
    #[must_use]
    pub const fn help(&self) -> Page {
        match self {
            Self::Xiangqi(_) => Page::Xiangqi,
            Self::Luzhanqi(_) => Page::Luzhanqi,
        }
    }

    /// How many plies were played.
    pub(super) fn ply(&self) -> usize {
        match self {
            Self::Xiangqi(play) => play.game().ply(),
            Self::Luzhanqi(play) => play.history().ply(),
        }
    }

    /// The side to move.
    pub(super) fn turn(&self) -> Option<Color> {
        match self {
            Self::Xiangqi(play) => play.game().turn(),
            Self::Luzhanqi(play) => play.history().turn(),
        }
    }

    /// The side that moves first.
    pub(super) fn first_to_move(&self) -> Color {
        match self {
            Self::Xiangqi(play) => play.game().start().side_to_move(),
            Self::Luzhanqi(_) => Color::Red,
        }
    }

    /// Whether the players still set up their pieces.
    pub(super) fn is_setting_up(&self) -> bool {
        match self {
            Self::Xiangqi(_) => false,
            Self::Luzhanqi(play) => !play.history().has_begun(),
        }
    }

    /// How many steps must still be played before a player may resign.
    pub(super) fn steps_until_resignation(&self) -> u16 {
        match self {
            Self::Xiangqi(_) => 0,
            Self::Luzhanqi(play) => play.steps_until_resignation(),
        }
    }

    /// Applies the next event of the game.
    ///
    /// # Errors
    /// If the event is impossible in this game.
    pub(super) fn apply(&mut self, event: &Event, reception: &Reception) -> Result<Change, OutOfSync> {
        match (self, event) {
            (Self::Xiangqi(play), Event::Played { by, mv: GameMove::Xiangqi(mv), .. }) => {
                play.played(*by, *mv, reception)
            }
            (Self::Xiangqi(play), Event::TakenBack { to_ply, .. }) => {
                play.taken_back(usize::from(*to_ply), reception)
            }
            (Self::Xiangqi(play), Event::RepetitionJudged { .. }) => play.judged(event),
            (Self::Luzhanqi(play), Event::Luzhanqi { seen, .. }) => play.apply(seen, reception),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), event) if event.changes_board() => Err(OutOfSync),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), _) => Ok(Change::default()),
        }
    }

    /// Takes over the user's draft and marks from the state before a snapshot.
    pub(super) fn carry_over(&mut self, before: Self) {
        match (self, before) {
            (Self::Luzhanqi(play), Self::Luzhanqi(before)) => play.carry_over(*before),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), Self::Xiangqi(_) | Self::Luzhanqi(_)) => {}
        }
    }

    /// Checks a move of `seat` against the rules.
    ///
    /// # Errors
    /// Why it is illegal.
    pub(super) fn validate(&self, seat: Color, mv: GameMove) -> Result<(), IllegalPlay> {
        match (self, mv) {
            (Self::Xiangqi(play), GameMove::Xiangqi(mv)) => {
                play.game().validate(seat, mv).map_err(IllegalPlay::Xiangqi)
            }
            (Self::Luzhanqi(play), GameMove::Luzhanqi(mv)) => {
                play.history().view().validate(mv).map_err(IllegalPlay::Luzhanqi)
            }
            (Self::Xiangqi(_) | Self::Luzhanqi(_), GameMove::Xiangqi(_) | GameMove::Luzhanqi(_)) => {
                Err(IllegalPlay::OtherGame)
            }
        }
    }

    /// Checks whether the user's piece can make this move in some position.
    ///
    /// It depends on what the user sees only.
    ///
    /// # Errors
    /// The notice that says why it never can.
    pub(super) fn validate_premove(&self, mv: GameMove, context: &BoardContext) -> Result<(), Notice> {
        match (self, mv) {
            (Self::Xiangqi(play), GameMove::Xiangqi(mv)) => {
                play.validate_premove(mv, context).map_err(|rule| Notice::Illegal(IllegalPlay::Xiangqi(rule)))
            }
            (Self::Luzhanqi(play), GameMove::Luzhanqi(mv)) => play.validate_premove(mv, context),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), GameMove::Xiangqi(_) | GameMove::Luzhanqi(_)) => {
                Err(Notice::Illegal(IllegalPlay::OtherGame))
            }
        }
    }

    /// Why no move is legal once the game is over.
    pub(crate) const fn game_over(&self) -> IllegalPlay {
        match self {
            Self::Xiangqi(_) => IllegalPlay::Xiangqi(xiangqi::IllegalMove::GameOver),
            Self::Luzhanqi(_) => IllegalPlay::Luzhanqi(rules::IllegalMove::GameOver),
        }
    }

    /// Why no move is legal while the opponent is to move.
    pub const fn not_your_turn(&self) -> IllegalPlay {
        match self {
            Self::Xiangqi(_) => IllegalPlay::Xiangqi(xiangqi::IllegalMove::NotYourTurn),
            Self::Luzhanqi(_) => IllegalPlay::Luzhanqi(rules::IllegalMove::NotYourTurn),
        }
    }

    /// Whether a piece of the user stands there.
    pub(super) fn is_own(&self, place: Place, context: &BoardContext) -> bool {
        let color = match (self, place) {
            (Self::Xiangqi(play), Place::Square(square)) => play.color_at(square, context),
            (Self::Luzhanqi(play), Place::Station(station)) => play.color_at(station, context),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), Place::Square(_) | Place::Station(_)) => None,
        };
        color.is_some() && color == context.viewpoint.seat()
    }

    /// Whether a click on this place has an effect.
    pub(super) fn is_actionable(&self, place: Place, context: &BoardContext) -> bool {
        match (self, place) {
            (Self::Xiangqi(play), Place::Square(square)) => play.is_actionable(square, context),
            (Self::Luzhanqi(play), Place::Station(station)) => play.is_actionable(station, context),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), Place::Square(_) | Place::Station(_)) => false,
        }
    }

    /// Whether a click on this place begins or ends a move of the user.
    pub(super) fn is_part_of_move(&self, place: Place, context: &BoardContext) -> bool {
        match (self, place) {
            (Self::Xiangqi(play), Place::Square(square)) => play.is_actionable(square, context),
            (Self::Luzhanqi(play), Place::Station(station)) => play.is_part_of_move(station, context),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), Place::Square(_) | Place::Station(_)) => false,
        }
    }

    /// Shows a move of the user as far as its outcome is known.
    pub(super) fn show_own_move(
        &mut self,
        mv: GameMove,
        dropped_at: Option<Point>,
        context: &BoardContext,
        now: Timestamp,
    ) {
        match (self, mv) {
            (Self::Xiangqi(play), GameMove::Xiangqi(mv)) => play.show_own_move(mv, dropped_at, now),
            (Self::Luzhanqi(play), GameMove::Luzhanqi(mv)) => {
                play.show_own_move(mv, dropped_at, context, now);
            }
            (Self::Xiangqi(_) | Self::Luzhanqi(_), GameMove::Xiangqi(_) | GameMove::Luzhanqi(_)) => {}
        }
    }

    /// Undoes a move that was shown and that the server refused.
    pub(super) fn undo_own_move(&mut self, mv: GameMove, context: &BoardContext, now: Timestamp) {
        match (self, mv) {
            (Self::Xiangqi(play), GameMove::Xiangqi(mv)) => play.undo_own_move(mv, now),
            (Self::Luzhanqi(play), GameMove::Luzhanqi(mv)) => play.undo_own_move(mv, context, now),
            (Self::Xiangqi(_) | Self::Luzhanqi(_), GameMove::Xiangqi(_) | GameMove::Luzhanqi(_)) => {}
        }
    }

    /// Animates a piece that was dropped at `at` back to its place.
    pub(super) fn return_piece(&mut self, to: Place, at: Point, context: &BoardContext, now: Timestamp) {
        match (self, to) {
            (Self::Xiangqi(play), Place::Square(square)) => play.return_piece(square, at, context, now),
            (Self::Luzhanqi(play), Place::Station(station)) => {
                play.return_piece(station, Some(at), context, now);
            }
            (Self::Xiangqi(_) | Self::Luzhanqi(_), Place::Square(_) | Place::Station(_)) => {}
        }
    }

    /// Cancels the preview of a move after the position has changed.
    pub(super) fn cancel_interaction(&mut self) {
        match self {
            Self::Xiangqi(play) => play.preview = None,
            Self::Luzhanqi(play) => play.dropped_attacker = None,
        }
    }

    /// Stops all animations and closes the menus over the board.
    pub(super) fn stop_animations(&mut self) {
        match self {
            Self::Xiangqi(play) => play.stop_animations(),
            Self::Luzhanqi(play) => play.stop_animations(),
        }
    }

    pub(super) fn is_animating(&self, now: Timestamp) -> bool {
        match self {
            Self::Xiangqi(play) => play.is_animating(now),
            Self::Luzhanqi(play) => play.is_animating(now),
        }
    }

    /// The board as shapes; empty if the layout is of another game.
    pub(super) fn scene(
        &self,
        placed: &Placed,
        context: &BoardContext,
        theme: &Theme,
        now: Timestamp,
    ) -> Scene {
        match (self, placed) {
            (Self::Xiangqi(play), Placed::Xiangqi(layout)) => {
                board_scene::scene(&play.board(context, now), layout, theme)
            }
            (Self::Luzhanqi(play), Placed::Luzhanqi(layout)) => {
                luzhanqi::scene::scene(&play.board(context, now), layout, theme)
            }
            (Self::Xiangqi(_) | Self::Luzhanqi(_), Placed::Xiangqi(_) | Placed::Luzhanqi(_)) => {
                Scene::default()
            }
        }
    }
}

/// The move that an event reports.
pub(super) fn move_in(event: &Event) -> Option<GameMove> {
    if let Event::Played { mv, .. } = event {
        return Some(*mv);
    }
    let Event::Luzhanqi { seen, .. } = event else { return None };
    let rules::EventView::Moved { mv, .. } = **seen else { return None };
    Some(GameMove::Luzhanqi(mv))
}
