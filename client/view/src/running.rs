//! The running game of the user's own, said by whatever covers its clocks.

use super::Model;
use super::table::Standing;
use chuhe_model::table::{ClockFace, ClockLimit, Table, clock_face};
use chuhe_rules::Color;

/// One side of the running game.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningSide {
    /// The opponent's name; at the user's own side whether it is their turn. The longest comes first, for whoever has too
    /// little room for that.
    pub labels: Vec<String>,
    /// The clock of this side.
    pub face: ClockFace,
    /// Whether it is this side's turn.
    pub is_to_move: bool,
}

/// The running game of the user's own while a dialog may cover its clocks.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningView {
    /// The opponent, and the user; of two people at one screen both by their names.
    pub sides: [RunningSide; 2],
    /// Whose turn it is, without the time.
    pub turn: String,
}

impl RunningView {
    /// The game on the screen; `None` unless the user plays in it, it goes on, and somebody is timed.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let table = model.app.sessions().table()?;
        let game = table.game();
        let me = game.seat().filter(|_| !game.is_over() && !table.is_gone())?;
        // two people at one screen have no side of their own: their places stay
        let near = if model.app.sessions().shares_screen() { Color::Red } else { me };
        let sides = [near.opponent(), near].map(|side| side_of(model, table, side));
        let is_timed = sides.iter().any(|side| side.face.limit != ClockLimit::Untimed);
        is_timed.then(|| Self { sides, turn: Standing::of(model, table).in_one_line(model.text) })
    }
}

fn side_of(model: &Model<'_>, table: &Table, side: Color) -> RunningSide {
    let (text, game) = (model.text, table.game());
    let is_to_move = table.turn() == Some(side);
    let is_own = game.seat() == Some(side) && !model.app.sessions().shares_screen();
    let labels = if is_own {
        let turn = is_to_move.then_some(text.your_turn_short);
        turn.into_iter().chain([text.you]).map(str::to_owned).collect()
    } else {
        vec![text.called(&game.seats()[side].name).into_owned()]
    };
    RunningSide { labels, face: clock_face(table, side, model.now), is_to_move }
}
