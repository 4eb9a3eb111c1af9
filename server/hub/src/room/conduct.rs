//! What the players of a finished game did, as far as it concerns fair play.

use super::Room;
use crate::fair_play::Conduct;
use crate::record::JournalEntry;
use crate::turn_times::TurnTimes;
use chuhe_protocol::{Event, Unfinished};
use chuhe_rules::clock::{Speed, Timestamp};
use chuhe_rules::offers::Situation;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, PerColor, WinReason};

/// A player whose time runs out has abandoned the game if their last turn lasted this fraction of the expected time.
const STALLED_FRACTION: u64 = 12;
/// The least and the most that this may be, in milliseconds.
const STALLED_MS: [u64; 2] = [15_000, 180_000];
/// If the opponent was away too, from so long before the player left, in milliseconds, it may have been the network.
const SHARED_OUTAGE_MS: u64 = 60_000;

/// When a player was away, as far as the journal says at the end of the game.
#[derive(Clone, Copy, Debug, Default)]
struct Presence {
    away_since: Option<Timestamp>,
    came_back_at: Option<Timestamp>,
}

impl Room {
    /// Returns what each player did if the game is over: nothing counts for a player whom the game says nothing about.
    pub(crate) fn conduct(&self) -> PerColor<Option<Conduct>> {
        let Some((outcome, ended_at)) = self.state.ended else { return PerColor::splat(None) };
        let presence = presence_at_end(self);
        let away = |color: Color| presence[color].away_since.is_some();
        let was_shared = |color: Color| {
            let Presence { away_since, came_back_at } = presence[color.opponent()];
            let from = presence[color].away_since;
            from.is_some() && (away_since.is_some() || came_back_at.is_some_and(|at| !is_before(at, from)))
        };
        let (who, how) = match outcome {
            Outcome::Won { winner, reason: WinReason::Abandonment } => {
                (Some(winner.opponent()), Unfinished::Abandoned)
            }
            Outcome::Won { winner, reason: WinReason::GameTime | WinReason::MoveTime } => {
                let loser = winner.opponent();
                let has_left = away(loser) || has_stalled(self, loser, ended_at);
                (Some(loser).filter(|_| has_left), Unfinished::Abandoned)
            }
            Outcome::Drawn(DrawReason::Abandonment) => {
                (Color::ALL.into_iter().find(|&color| away(color)), Unfinished::Abandoned)
            }
            Outcome::Won { .. } | Outcome::Drawn(_) => (None, Unfinished::Abandoned),
            Outcome::Aborted(
                AbortReason::BothAway | AbortReason::ServerShutdown | AbortReason::Organiser,
            ) => {
                return PerColor::splat(None);
            }
            Outcome::Aborted(
                AbortReason::Requested(color) | AbortReason::NoFirstMove(color) | AbortReason::Absent(color),
            ) => (Some(color), Unfinished::NeverBegun),
        };
        if who.is_some_and(was_shared) {
            return PerColor::splat(None);
        }
        PerColor::from_fn(|color| match who {
            Some(guilty) if guilty == color => Some(Conduct::Unfinished(how)),
            // a game that was never begun says nothing about the one who waited
            _ if matches!(outcome, Outcome::Aborted(_)) => None,
            _ => Some(Conduct::Finished),
        })
    }
}

/// Since when the server had served a game without an interruption, as far as its journal says: from its beginning at the
/// latest.
pub(crate) fn served_since(room: &Room) -> Timestamp {
    let entries = room.journal.entries(0);
    let is_known = |entry: &&JournalEntry| {
        matches!(entry.event.public(), Some(Event::Started(_) | Event::Interrupted { .. }))
    };
    entries.iter().filter(is_known).map(|entry| entry.at).max().unwrap_or_default()
}

fn presence_at_end(room: &Room) -> PerColor<Presence> {
    let mut presence = PerColor::<Presence>::default();
    for JournalEntry { at, event, .. } in room.journal.entries(0) {
        if let Some(Event::WentAway { color, .. } | Event::FellAsleep { color, .. }) = event.public() {
            presence[*color].away_since = Some(*at);
        } else if let Some(Event::CameBack { color }) = event.public() {
            presence[*color] = Presence { away_since: None, came_back_at: Some(*at) };
        } else if event.is_end() {
            break;
        }
    }
    presence
}

/// Whether a player whose time has run out made no move for so long that they did not play on.
fn has_stalled(room: &Room, loser: Color, ended_at: Timestamp) -> bool {
    let expected_ms = Speed::expected_ms(room.terms().times(room.state.challenger)[loser]);
    let [least, most] = STALLED_MS;
    let stalled_ms = expected_ms.map_or(most, |ms| (ms / STALLED_FRACTION).clamp(least, most));
    idle_ms(room, loser, ended_at) >= stalled_ms
}

/// For how long a player has made no move in their own turns, passed ones included.
fn idle_ms(room: &Room, color: Color, ended_at: Timestamp) -> u64 {
    let Some((started, rest)) = room.journal.entries(0).split_first() else { return 0 };
    let mut turns = TurnTimes::starting(started.at);
    for JournalEntry { at, event, .. } in rest.iter().take_while(|entry| !entry.event.is_end()) {
        turns.read(*at, event);
    }
    let is_own = |ply: usize| Situation { ply, ..room.state.situation() }.turn() == color;
    let last = room.state.moves.len();
    let present_ms = if is_own(last) { turns.lasting_ms(ended_at) } else { 0 };
    let own = (0..last).rev().filter(|&ply| is_own(ply));
    let passed = own.take_while(|&ply| room.state.moves[ply].is_none());
    passed.filter_map(|ply| turns.spent_ms().get(ply)).sum::<u64>().saturating_add(present_ms)
}

/// Whether a time is so long before a player left that the two absences have nothing to do with each other.
fn is_before(at: Timestamp, left_at: Option<Timestamp>) -> bool {
    left_at.is_some_and(|left_at| at.plus_ms(SHARED_OUTAGE_MS) < left_at)
}
