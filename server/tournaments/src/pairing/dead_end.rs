//! Why a round cannot be paired, and what the organiser can do.

use crate::matching::Criterion;
use crate::swiss::{Contender, RoundRules, SwissRound};
use crate::{Concession, PlayerId, Refusal};
use thiserror::Error;

/// Why there is no next pairing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPairing {
    /// The tournament is not at this point: it has not begun, it is over, or games are running.
    #[error(transparent)]
    NotNow(#[from] Refusal),
    /// Fewer than two players take part in the next round.
    #[error("{players} players are too few")]
    TooFewPlayers {
        /// How many take part.
        players: usize,
        /// What can be done.
        remedies: Vec<Remedy>,
    },
    /// The bracket has its winner, or the last games of a team match are played.
    #[error("everything is decided")]
    Decided,
    /// Nobody who waits may meet another who waits, or only one waits.
    #[error("nobody who waits can be paired yet")]
    WaitForOthers,
    /// The rules allow no pairing of all players.
    #[error("no pairing of all players is allowed")]
    DeadEnd(DeadEnd),
}

/// Why the rules allow no pairing of all players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The players who have met everyone else who takes part.
    pub met_everyone: Vec<PlayerId>,
    /// Whether everyone has had the bye, and the number is odd.
    pub everyone_had_bye: bool,
    /// The pairs, or the bye, that the best pairing would repeat: the fewest possible.
    pub repeated: Vec<[Option<PlayerId>; 2]>,
    /// What can be done, the mildest first.
    pub remedies: Vec<Remedy>,
}

/// What an organiser can do where the rules allow no pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remedy {
    /// To give up rules, as events in this order. It has been checked that a pairing exists then.
    Concede(Concession),
    /// To excuse this player from the round, so that the others can be paired. It has been checked that they can.
    Excuse(PlayerId),
    /// To let further players enter, or players who left return.
    AdmitPlayers,
    /// To end the tournament after the rounds that are played.
    EndNow,
}

/// Explains why every pairing of a round is forbidden; `None` if one is allowed.
pub(super) fn dead_end(round: &SwissRound) -> Option<DeadEnd> {
    let matching = round.solve();
    if matching.costs.of(Criterion::Forbidden) == 0 {
        return None;
    }
    let id = |at: usize| round.contenders.get(at).map(|it| it.id);
    let is_repeated = |pair: &&[usize; 2]| round.costs(pair[0], pair[1]).of(Criterion::Forbidden) > 0;
    let repeated = matching.pairs.iter().filter(is_repeated).map(|pair| [id(pair[0]), id(pair[1])]);
    let is_odd = round.contenders.len() % 2 == 1;
    let has_met_all = |it: &&Contender| {
        round.contenders.iter().all(|other| other.id == it.id || it.met.contains_key(&other.id))
    };
    Some(DeadEnd {
        met_everyone: round.contenders.iter().filter(has_met_all).map(|it| it.id).collect(),
        everyone_had_bye: is_odd && round.contenders.iter().all(|it| it.byes > 0),
        repeated: repeated.collect(),
        remedies: remedies(round),
    })
}

/// The concessions and excuses that lead to a pairing, tried one by one.
fn remedies(round: &SwissRound) -> Vec<Remedy> {
    let is_possible = |second_meetings: bool, second_byes: bool, without: Option<PlayerId>| {
        let contenders: Vec<_> =
            round.contenders.iter().filter(|it| Some(it.id) != without).cloned().collect();
        let changed = SwissRound {
            rules: RoundRules {
                second_meetings: round.rules.second_meetings || second_meetings,
                second_byes: round.rules.second_byes || second_byes,
                ..round.rules
            },
            first_is_red: round.first_is_red,
            contenders,
        };
        changed.contenders.len() > 1 && changed.solve().costs.of(Criterion::Forbidden) == 0
    };
    let mut remedies = Vec::new();
    if is_possible(false, true, None) {
        remedies.push(Remedy::Concede(Concession::SecondByes));
    }
    if is_possible(true, false, None) {
        remedies.push(Remedy::Concede(Concession::SecondMeetings));
    }
    if remedies.is_empty() {
        let both = [Concession::SecondMeetings, Concession::SecondByes];
        remedies.extend(both.map(Remedy::Concede));
    }
    // the last of the table first, and not many: each takes a matching
    let last = round.contenders.iter().rev().take(TRIED).map(|it| it.id);
    let excused = last.into_iter().find(|id| is_possible(false, false, Some(*id)));
    remedies.extend(excused.map(Remedy::Excuse));
    remedies.push(Remedy::EndNow);
    remedies
}

/// How many players, from the last place, are tried as the one who is excused.
const TRIED: usize = 8;
