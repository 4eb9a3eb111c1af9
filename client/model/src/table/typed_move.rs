//! Moves that the user types instead of pointing at the board.

use super::board::ShownBoard;
use super::input::Moment;
use super::model::Table;
use super::move_notation::MoveNotation;
use super::play::Play;
use crate::choices::notation_choice::NotationChoice;
use crate::luzhanqi;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::table::move_reader;
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{BoardKind, Move};
use chuhe_rules::xiangqi::Position;

/// A board at which the user may type moves.
pub trait MoveTyping {
    /// The text so far.
    fn typed(&self) -> &str;
    /// Whether the user may type a move now.
    fn may_type(&self) -> bool;
    /// Whether it is the user's turn, so that the text may be a legal move.
    fn is_users_turn(&self) -> bool;
    /// Whether the game is luzhanqi.
    fn is_luzhanqi(&self) -> bool;
    /// Whether the text is a legal move, read first in the user's notation.
    fn is_legal(&self, notation: NotationChoice) -> bool;
    /// The notations of the legal moves that begin like the text.
    fn candidates(&self, notation: NotationChoice) -> Vec<String>;
}

/// A move as it can be typed, in this notation.
pub fn example(board: &dyn MoveTyping, notation: NotationChoice) -> &'static str {
    match notation {
        _ if board.is_luzhanqi() => "a6a7",
        NotationChoice::Simplified | NotationChoice::Traditional => "炮二平五",
        NotationChoice::Wxf => "C2.5",
        NotationChoice::Vietnamese => "P2-5",
        NotationChoice::Iccs => "h2e2",
    }
}

impl MoveTyping for ShownBoard<'_> {
    fn typed(&self) -> &str {
        self.typed
    }

    fn may_type(&self) -> bool {
        self.game.seat().is_some() && !self.game.is_over() && !self.game.is_setting_up()
    }

    fn is_users_turn(&self) -> bool {
        self.context.my_turn
    }

    fn is_luzhanqi(&self) -> bool {
        self.game.luzhanqi().is_some()
    }

    fn is_legal(&self, notation: NotationChoice) -> bool {
        self.read_move(self.typed, notation).is_ok()
    }

    fn candidates(&self, notation: NotationChoice) -> Vec<String> {
        self.names_beginning_with(self.typed, notation)
    }
}

impl Table {
    /// Plays the typed move, or says why it is not a legal move. While pieces are set up, it exchanges those on the two
    /// stations that are typed.
    pub fn play_typed(&mut self, notation: NotationChoice, moment: Moment, out: &mut Outbox) {
        if self.game.is_setting_up() {
            self.swap_typed(moment, out);
            return;
        }
        match self.board().read_move(&self.typed, notation) {
            // a move that cannot be sent, as during an outage, stays in the field
            Ok(mv) => {
                self.interaction.review = None;
                if self.try_move(mv, None, moment, out) {
                    self.typed.clear();
                }
            }
            Err(why) => out.notice(why),
        }
    }
}

impl ShownBoard<'_> {
    /// Reads a move of the side to move, in any notation, first in the user's.
    ///
    /// # Errors
    /// The notice that says why the text is not a legal move of the user now.
    pub fn read_move(&self, text: &str, notation: NotationChoice) -> Result<GameMove, Notice> {
        if !self.context.my_turn {
            let play = self.game.play();
            return Err(Notice::Illegal(if self.game.is_over() {
                play.game_over()
            } else {
                play.not_your_turn()
            }));
        }
        match self.game.play() {
            Play::Xiangqi(play) => {
                move_reader::xiangqi(play.game().position(), text, notation).map(GameMove::Xiangqi)
            }
            Play::Luzhanqi(play) => match play.history().view().position() {
                Some(view) => move_reader::luzhanqi(view, text).map(GameMove::Luzhanqi),
                None => Err(Notice::Illegal(self.game.play().not_your_turn())),
            },
        }
    }

    /// The notations of the legal moves that begin like `text`.
    pub fn names_beginning_with(&self, text: &str, notation: NotationChoice) -> Vec<String> {
        let moves = self.moves_beginning_with(text, notation);
        moves.into_iter().map(|mv| self.move_name(mv, notation)).collect()
    }

    /// A legal move of the current position in this notation.
    fn move_name(&self, mv: GameMove, notation: NotationChoice) -> String {
        match (self.game.play(), mv) {
            (Play::Xiangqi(play), GameMove::Xiangqi(mv)) => {
                MoveNotation::of(play.game().position(), mv).text(notation).to_owned()
            }
            (Play::Luzhanqi(play), GameMove::Luzhanqi(mv)) => name_of(play.history().view().board(), mv),
            (Play::Xiangqi(_) | Play::Luzhanqi(_), GameMove::Xiangqi(_) | GameMove::Luzhanqi(_)) => {
                String::new()
            }
        }
    }

    /// The legal moves of the side to move that begin like `text`; none where it is not the user's.
    pub fn moves_beginning_with(&self, text: &str, notation: NotationChoice) -> Vec<GameMove> {
        if !self.context.my_turn {
            return Vec::new();
        }
        match self.game.play() {
            Play::Xiangqi(play) => {
                let moves = move_reader::xiangqi_beginning_with(play.game().position(), text, notation);
                moves.into_iter().map(GameMove::Xiangqi).collect()
            }
            Play::Luzhanqi(play) => {
                let view = play.history().view().position();
                let moves = view
                    .map(|view| move_reader::luzhanqi_beginning_with(view.board(), view.legal_moves(), text));
                moves.unwrap_or_default().into_iter().map(GameMove::Luzhanqi).collect()
            }
        }
    }
}

/// The notations of the legal moves of xiangqi that begin like `text`.
pub(crate) fn xiangqi_names(position: &Position, text: &str, notation: NotationChoice) -> Vec<String> {
    let moves = move_reader::xiangqi_beginning_with(position, text, notation);
    moves.into_iter().map(|mv| MoveNotation::of(position, mv).text(notation).to_owned()).collect()
}

/// The names of those of these moves of luzhanqi that begin like `text`.
pub(crate) fn luzhanqi_names(board: BoardKind, moves: Vec<Move>, text: &str) -> Vec<String> {
    let moves = move_reader::luzhanqi_beginning_with(board, moves, text);
    moves.into_iter().map(|mv| name_of(board, mv)).collect()
}

/// A move of luzhanqi by its stations.
pub fn name_of(board: BoardKind, mv: Move) -> String {
    let name = |station| luzhanqi::notation::name(board, station);
    format!("{}–{}", name(mv.from), name(mv.to))
}
