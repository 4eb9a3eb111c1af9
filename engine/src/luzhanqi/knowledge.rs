//! What one player knows of a game: their view, and the possible ranks of the hidden pieces.

use super::Strengths;
use chuhe_rules::luzhanqi::{
    Arm, Battle, BoardKind, EventView, GameView, ImpossibleEvent, MineRule, Move, Options, PieceView, Slot,
    Station, Strength, View,
};
use chuhe_rules::{Color, PerColor, Viewer};
use serde::{Deserialize, Serialize};

/// What a player knows of a game, as the fold of the events that they received.
///
/// ```
/// use chuhe_engine::luzhanqi::Knowledge;
/// use chuhe_rules::{Color, luzhanqi::{BoardKind, EventView, Options}};
/// let mut knowledge = Knowledge::new(Color::Red, BoardKind::Classic, Options::default());
/// knowledge.apply(&EventView::Withheld)?;
/// assert!(knowledge.view().position().is_none());
/// # Ok::<(), chuhe_rules::luzhanqi::ImpossibleEvent>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge {
    own: Color,
    view: GameView,
    /// The opponent's pieces in the order of their slots; empty while the players set up.
    hidden: Vec<Sighting>,
}

/// What is known of one piece of the opponent, on the board or captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// Where it was set up.
    pub slot: Slot,
    /// Where it stands; `None` once it is captured.
    pub station: Option<Station>,
    /// The strengths that it may have.
    pub may_be: Strengths,
    /// How often it has moved.
    pub moves: u16,
    /// How often it has attacked.
    pub attacks: u16,
}

/// A move as its observer sees it, before it is applied.
#[derive(Clone, Copy, Debug)]
struct Seen {
    mv: Move,
    battle: Option<Battle>,
    revealed_flags: PerColor<Option<Station>>,
    /// The strength of the observer's own piece in it, if there is one.
    own_strength: Option<Strength>,
    /// Whether only an engineer can take this path.
    turns: bool,
}

impl Knowledge {
    /// Creates the knowledge of the player of `own` before either side has set up.
    #[must_use]
    pub const fn new(own: Color, board: BoardKind, options: Options) -> Self {
        Self { own, view: GameView::new(Viewer::Player(own), board, options), hidden: Vec::new() }
    }

    /// The player's side.
    #[must_use]
    pub const fn own(&self) -> Color {
        self.own
    }

    /// The game as the player sees it.
    #[must_use]
    pub const fn view(&self) -> &GameView {
        &self.view
    }

    /// What is known of each piece of the opponent, in the order of their slots.
    ///
    /// It is empty while the players set up.
    #[must_use]
    pub fn hidden(&self) -> &[Sighting] {
        &self.hidden
    }

    /// Applies the next event sent to the player.
    ///
    /// # Errors
    /// [`ImpossibleEvent`] if it is impossible here; nothing changes then.
    pub fn apply(&mut self, event: &EventView) -> Result<(), ImpossibleEvent> {
        let seen = match (event, self.view.position()) {
            (&EventView::Moved { mv, battle, revealed_flags }, Some(before)) => Some(Seen {
                mv,
                battle,
                revealed_flags,
                own_strength: own_strength(before, self.own, mv),
                turns: turns(before, mv),
            }),
            _ => None,
        };
        self.view.apply(event)?;
        if let Some(seen) = seen {
            self.observe(seen);
        } else if self.hidden.is_empty() && self.view.position().is_some() {
            self.hidden = Slot::all().map(|slot| Sighting::set_up(slot, self.own.opponent())).collect();
        }
        Ok(())
    }

    /// Narrows what the opponent's pieces may be after a move.
    fn observe(&mut self, seen: Seen) {
        for piece in self.hidden.iter_mut().filter(|piece| piece.station.is_none()) {
            // the capture of the flag would have ended the game
            piece.narrow(|strength| strength != Strength::Flag);
        }
        let mine = self.view.options().mine;
        let their_flag = seen.revealed_flags[self.own.opponent()];
        let attacker = self.hidden.iter_mut().find(|piece| piece.station == Some(seen.mv.from));
        let attacks = attacker.is_some();
        let target = seen.mv.to;
        let piece = match attacker {
            Some(piece) => {
                piece.moves += 1;
                piece.attacks += u16::from(seen.battle.is_some());
                piece.narrow(|strength| strength.moves() && (!seen.turns || strength == Strength::Engineer));
                piece.station = Some(target);
                Some(piece)
            }
            None => self.hidden.iter_mut().find(|piece| piece.station == Some(target)),
        };
        if let (Some(piece), Some(battle), Some(own)) = (piece, seen.battle, seen.own_strength) {
            piece.fight(own, attacks, battle, mine, their_flag.is_some());
        }
        if let Some(flag) = their_flag
            && let Some(piece) = self.hidden.iter_mut().find(|piece| piece.station == Some(flag))
        {
            piece.narrow(|strength| strength == Strength::Flag);
        }
    }
}

impl Sighting {
    /// A piece that stands where it was set up.
    fn set_up(slot: Slot, color: Color) -> Self {
        let may_be = Strengths::ALL.retain(|strength| slot.admits(strength));
        Self { slot, station: Some(slot.on(Arm::of(color))), may_be, moves: 0, attacks: 0 }
    }

    fn narrow(&mut self, test: impl Fn(Strength) -> bool) {
        let narrowed = self.may_be.retain(test);
        // an impossible sequence of events leaves the set as it was, so that it is never empty
        if !narrowed.is_empty() {
            self.may_be = narrowed;
        }
    }

    /// Records a battle with a piece of `own` strength; `attacks` if this piece moved.
    fn fight(&mut self, own: Strength, attacks: bool, battle: Battle, mine: MineRule, shows_flag: bool) {
        let falls = if attacks { battle.captures_attacker() } else { battle.captures_defender() };
        self.narrow(|strength| {
            let result =
                if attacks { Battle::of(strength, own, mine) } else { Battle::of(own, strength, mine) };
            // the capture of the marshal, and of no other piece, reveals the flag
            let reveals = strength == Strength::Marshal;
            result == battle && (!falls || reveals == shows_flag)
        });
        if falls {
            self.station = None;
        }
    }
}

/// The strength of the piece of `own` that makes the move or stands on its target.
fn own_strength(before: &View, own: Color, mv: Move) -> Option<Strength> {
    [mv.from, mv.to].into_iter().find_map(|station| match before.piece_at(station) {
        Some(PieceView::Known(piece)) if piece.color == own => Some(piece.strength),
        Some(PieceView::Known(_) | PieceView::Unknown(_)) | None => None,
    })
}

/// Whether the move turns on the railway, which only an engineer may do.
fn turns(before: &View, mv: Move) -> bool {
    // the path is one that any piece may take, if there is such a path
    let Some(path) = before.path(mv) else { return false };
    let lines = before.board().board().lines();
    path.len() > 2 && !lines.iter().any(|line| path.iter().all(|station| line.contains(station)))
}
