//! What luzhanqi adds to a table in words: how ready both players are, and what each side has lost.

use super::super::{Fact, Model, Tone};
use chuhe_model::drawing::scene::{TileFace, TileRange};
use chuhe_model::luzhanqi::History;
use chuhe_model::table::Table;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Losses, Strength};
use chuhe_texts::Text;

/// Whether a player has set up their pieces: a good thing if they are ready.
#[must_use]
pub fn readiness(text: &Text, history: &History, side: Color) -> Fact {
    let ready = history.view().has_confirmed(side);
    let (state, tone) = if ready { (text.ready, Tone::Good) } else { (text.still_setting_up, Tone::Plain) };
    Fact::new(format!("setup.{side:?}"), state).tone(tone)
}

/// What the user is to do while pieces are set up.
#[must_use]
pub fn set_up_hint(model: &Model<'_>, table: &Table, history: &History) -> String {
    let text = model.text;
    match table.game().seat() {
        Some(me) if history.view().has_confirmed(me) => text.setup_waiting.to_owned(),
        Some(_) => text.setup_hint.to_owned(),
        None => text.still_setting_up.to_owned(),
    }
}

/// What is on a tile, in words: the name of a piece, or what the sign on the back of a hidden one means; `None` for a bare
/// back.
#[must_use]
pub fn tile_in_words(text: &Text, face: TileFace) -> Option<String> {
    let (console, named) = (text.console(), |strength| text.strength(strength).to_lowercase());
    let (color, range) = match face {
        TileFace::Up(piece) => return Some(text.strength(piece.strength).to_owned()),
        TileFace::Down { color, mark } => {
            return Some(console.marked(console.unknown_piece(color), &named(mark?)));
        }
        TileFace::Ranged { color, range } => (color, range),
    };
    let piece = console.unknown_piece(color);
    Some(match range {
        TileRange::Movable => console.has_moved(piece),
        TileRange::AtLeast(strength) => console.range_at_least(piece, &named(strength)),
        TileRange::AtMost(strength) => console.range_at_most(piece, &named(strength)),
        TileRange::Between(highest, lowest) => console.range_between(piece, &named(lowest), &named(highest)),
        TileRange::Only(strength) => console.range_only(piece, &named(strength)),
    })
}

/// What a side has lost, as far as the user knows.
#[derive(Clone, Debug, PartialEq)]
pub struct LossesView {
    /// The side.
    pub side: Color,
    /// Whose losses they are.
    pub heading: &'static str,
    /// The losses.
    pub losses: Losses,
}

impl LossesView {
    /// These losses of a side.
    #[must_use]
    pub fn of(model: &Model<'_>, table: &Table, side: Color, losses: Losses) -> Self {
        let text = model.text;
        let heading = match (table.game().viewpoint().own(), side) {
            (Some(me), _) if me == side => text.own_losses,
            (Some(_), _) => text.enemy_losses,
            (None, Color::Red) => text.red_losses,
            (None, Color::Black) => text.black_losses,
        };
        Self { side, heading, losses }
    }

    /// The losses of both sides up to the shown half-move, the user's own last.
    #[must_use]
    pub fn both(model: &Model<'_>, table: &Table, history: &History) -> [Self; 2] {
        let ply = table.interaction.review().unwrap_or(history.ply());
        let sides = table.game().viewpoint().own().map_or(Color::ALL, |me| [me.opponent(), me]);
        sides.map(|side| Self::of(model, table, side, history.losses_at(ply, side)))
    }

    /// How many pieces are lost.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.losses {
            Losses::Counted(count) => *count,
            Losses::Known(lost) => lost.iter().map(|(_, count)| count).sum(),
        }
    }

    /// Whose losses they are, and which.
    #[must_use]
    pub fn in_words(&self, text: &Text) -> String {
        let named = |&(strength, count): &(Strength, usize)| match count {
            1 => text.strength(strength).to_lowercase(),
            _ => format!("{count} × {}", text.strength(strength).to_lowercase()),
        };
        let lost = match &self.losses {
            Losses::Known(lost) if !lost.is_empty() => {
                lost.iter().map(named).collect::<Vec<_>>().join(text.list_comma)
            }
            Losses::Known(_) | Losses::Counted(_) => text.lost_count(self.count()),
        };
        text.labelled(self.heading, &lost)
    }
}
