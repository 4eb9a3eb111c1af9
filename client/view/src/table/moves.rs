//! Moves that the user plays or reviews by their names, and marks on pieces.

use super::super::parts::all;
use super::super::{Button, Fact, Field, Group, Model};
use chuhe_model::actions::action::{self, Action, TableAction};
use chuhe_model::luzhanqi::notation;
use chuhe_model::table::typed_move::{self, MoveTyping};
use chuhe_model::table::{MoveNotation, Permits, Table};
use chuhe_rules::luzhanqi::Strength;

/// Shows the position after so many half-moves.
#[must_use]
pub fn go_to(ply: usize) -> Action {
    TableAction::Review(Some(ply)).into()
}

/// The field for a typed move of a board, while one can be typed; `play` plays it.
pub(crate) fn typed_move(
    model: &Model<'_>,
    board: &dyn MoveTyping,
    play: impl Into<Action>,
) -> Option<Field> {
    let label = model.text.keys().move_hint(typed_move::example(board, model.app.desk().notation()));
    let play = Button::new("move.play", model.text.mirror.play, play);
    board.may_type().then(|| Field::new("move", label, action::Field::Move, board.typed()).send(play))
}

/// The field for a typed move, or for two stations whose pieces are exchanged while pieces are set up.
pub(super) fn typed(model: &Model<'_>, table: &Table, permits: &Permits<'_>) -> Option<Field> {
    let (text, play) = (&model.text.mirror, TableAction::PlayTyped);
    let Some(history) = table.game().luzhanqi().filter(|_| permits.arrange().is_ok()) else {
        return typed_move(model, &table.board(), play);
    };
    let label = text.swap(&notation::swap_example(history.view().board(), table.game().me()).join(" "));
    let field = Field::new("setup.swap", label, action::Field::Move, &table.typed);
    Some(field.send(Button::new("setup.swap.do", text.swap_now, play)))
}

/// The legal moves as buttons that play them, behind one that opens them.
pub(super) fn legal(model: &Model<'_>, table: &Table) -> Option<Group> {
    let (notation, ply) = (model.app.desk().notation(), table.game().ply());
    let moves = table.board().moves_beginning_with("", notation);
    let names = table.board().names_beginning_with("", notation);
    let play = moves.into_iter().zip(names).map(|(mv, name)| {
        // the number of plies is in the id, so that a button of an earlier position plays nothing
        Button::new(format!("play.{ply}.{name}"), name, TableAction::Play(mv))
    });
    let play: Vec<Button> = play.collect();
    (table.board().may_type() && !play.is_empty())
        .then(|| Group::more("moves.legal", model.text.available, all(play)))
}

/// The ruling on a repetition, or the warning of one.
pub(super) fn repetition(model: &Model<'_>, table: &Table) -> Option<Fact> {
    let (repetition, notations) = (table.game().repetition()?, table.game().play().notations());
    let write = |ply: usize| Some(notations.get(ply - 1)?.text(model.app.desk().notation()));
    let moves = repetition.moves(model.text.list_comma, write);
    Some(Fact::new("table.repetition", model.text.repetition().ruling(&repetition, &moves)))
}

/// A legal move of xiangqi in the list beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct AvailableMove {
    /// Shows it on the board, and plays it if it is shown already.
    pub choose: Button,
    /// Whether it takes a piece.
    pub takes: bool,
}

/// The user's legal moves of xiangqi, for the list beside the board.
pub fn available(model: &Model<'_>, table: &Table) -> Vec<AvailableMove> {
    let Some(position) = table.game().xiangqi().map(|game| game.position()) else { return Vec::new() };
    let of = |(mv, written): (_, MoveNotation)| {
        let label = written.text(model.app.desk().notation());
        let choose = Button::new(format!("available.{mv}"), label, TableAction::Choose(mv));
        AvailableMove {
            choose: choose.chosen(table.game().play().preview() == Some(mv)),
            takes: position.piece_at(mv.to).is_some(),
        }
    };
    table.board().available().into_iter().map(of).collect()
}

/// The marks for the chosen piece of the opponent, in the order of [`Strength::ALL`], and what removes its mark. The hint
/// of each says how many pieces have it, and how many there are.
pub(super) fn marks(model: &Model<'_>, table: &Table) -> Option<Group> {
    let (text, play) = (model.text, table.game().play().luzhanqi()?);
    let ((station, mark), board) = (play.marking()?, play.history().view().board());
    let marks = Strength::ALL.into_iter().map(|strength| {
        let id = format!("marks.{}", strength.letter());
        let set = Button::new(id, text.strength(strength), TableAction::Mark(Some(strength)));
        let count = format!("{}/{}", play.marked(strength), strength.count_in_set());
        set.hint(count).chosen(mark == Some(strength))
    });
    let heading = text.mark_as(&notation::name(board, station));
    let wipe = Button::new("marks.wipe", text.clear_mark, TableAction::Mark(None));
    Some(Group { end: vec![wipe], ..Group::section("marks", heading, all(marks)) })
}
