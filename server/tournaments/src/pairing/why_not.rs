//! "Why not that one?": what would be worse if two players met who do not.

use super::dead_end::NoPairing;
use super::proposal::next_pairing;
use crate::arena::Wave;
use crate::matching::{Costs, Criterion, Matching, cheapest};
use crate::swiss::SwissRound;
use crate::{PlayerId, State, System, Tournament, round_robin};

/// Why a pairing does not have two players at one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// It has: they meet in the next round.
    TheyMeet,
    /// There is no next pairing at all.
    NoPairing(NoPairing),
    /// One of them does not take part in the round.
    NotTakingPart(PlayerId),
    /// It is one player twice.
    SamePlayer,
    /// They have met in this round.
    HaveMet {
        /// The last round in which they were paired.
        round: u16,
    },
    /// The player has had points without a game, and so cannot have the bye.
    HadBye,
    /// The number of players is even, or the system has no bye, so that nobody has it.
    NoBye,
    /// The table of the system has them in another round, or does not have them yet.
    Table {
        /// The round of the round robin in which they meet next.
        round: Option<u16>,
    },
    /// If they met, the others could not be paired without a second meeting or bye.
    OthersStuck,
    /// If they met, the whole round would cost more.
    Costs {
        /// The first criterion in which it would.
        criterion: Criterion,
        /// The cost of the round as it is paired.
        chosen: u32,
        /// The cost if they met.
        instead: u32,
        /// The best pairing if they met: all pairs that are not in the chosen one. Without a second player, the bye.
        changes: Vec<[Option<PlayerId>; 2]>,
    },
    /// It would be equally good: the order of the starting numbers decided.
    EquallyGood,
}

/// Answers why two players do not meet in the next round, or why a player does not have the bye (`other` is `None`).
///
/// For a round that has been paired, ask the tournament [before it](Tournament::before_round).
#[must_use]
pub fn why_not(tournament: &Tournament, one: PlayerId, other: Option<PlayerId>) -> WhyNot {
    if Some(one) == other {
        return WhyNot::SamePlayer;
    }
    let proposal = match next_pairing(tournament) {
        Ok(proposal) => proposal,
        Err(error) => return WhyNot::NoPairing(error),
    };
    let has = |seat: [PlayerId; 2]| seat.contains(&one) && other.is_some_and(|other| seat.contains(&other));
    let meets = proposal.pairing.boards.iter().any(|seats| has([seats.red, seats.black]));
    if meets || (other.is_none() && proposal.pairing.bye == Some(one)) {
        return WhyNot::TheyMeet;
    }
    let (regulations, state) = (tournament.regulations(), tournament.state());
    let taking_part = state.next_players(regulations);
    if let Some(away) = [Some(one), other].into_iter().flatten().find(|id| !taking_part.contains(id)) {
        return WhyNot::NotTakingPart(away);
    }
    match (regulations.system, other) {
        (System::Swiss(rules), _) => {
            let round = SwissRound::new(regulations, rules, state);
            swiss(&round, one, other)
        }
        (System::Arena(_), other) => arena(&Wave::new(regulations, state), state, one, other),
        (_, None) => WhyNot::NoBye,
        (System::RoundRobin(rules), Some(other)) => {
            let rest = proposal.round..=round_robin::rounds(rules, state);
            let is_theirs = |round: &u16| {
                let boards = round_robin::due(state, *round);
                boards.iter().any(|seats| {
                    let both = [seats.red, seats.black];
                    both.contains(&one) && both.contains(&other)
                })
            };
            WhyNot::Table { round: rest.into_iter().find(is_theirs) }
        }
        (_, Some(_)) => WhyNot::Table { round: None },
    }
}

fn swiss(round: &SwissRound, one: PlayerId, other: Option<PlayerId>) -> WhyNot {
    let ids: Vec<PlayerId> = round.contenders.iter().map(|it| it.id).collect();
    let pair = match places(&ids, one, other) {
        Ok(pair) => pair,
        Err(answer) => return answer,
    };
    if round.costs(pair[0], pair[1]).of(Criterion::Forbidden) > 0 {
        let met = other.and_then(|other| round.contenders.iter().find(|it| it.id == one)?.met.get(&other));
        return met.map_or(WhyNot::HadBye, |met| WhyNot::HaveMet { round: met.last_round });
    }
    compare(&ids, pair, &round.solve(), |one, other| round.costs(one, other))
}

fn arena(wave: &Wave, state: &State, one: PlayerId, other: Option<PlayerId>) -> WhyNot {
    let ids: Vec<PlayerId> = wave.waiting.iter().map(|it| it.id).collect();
    let pair = match places(&ids, one, other) {
        Ok(pair) => pair,
        Err(answer) => return answer,
    };
    if wave.costs(pair[0], pair[1]).of(Criterion::Forbidden) > 0 {
        let round = other.map_or(0, |other| state.meetings(one, other).last_round);
        return WhyNot::HaveMet { round };
    }
    compare(&ids, pair, &wave.solve(), |one, other| wave.costs(one, other))
}

/// The vertices of two players, or of a player and the bye, the smaller first.
fn places(ids: &[PlayerId], one: PlayerId, other: Option<PlayerId>) -> Result<[usize; 2], WhyNot> {
    let place = |id: PlayerId| ids.iter().position(|it| *it == id).ok_or(WhyNot::NotTakingPart(id));
    let first = place(one)?;
    let second = match other {
        Some(other) => place(other)?,
        None if ids.len().is_multiple_of(2) => return Err(WhyNot::NoBye),
        None => ids.len(),
    };
    Ok([first.min(second), first.max(second)])
}

/// Compares the chosen matching with the best one that has a pair.
fn compare(
    ids: &[PlayerId],
    pair: [usize; 2],
    chosen: &Matching,
    costs: impl Fn(usize, usize) -> Costs,
) -> WhyNot {
    let vertices = ids.len().next_multiple_of(2);
    let others: Vec<usize> = (0..vertices).filter(|at| !pair.contains(at)).collect();
    let matching = cheapest(others.len(), |one, other| costs(others[one], others[other]));
    let mut instead = costs(pair[0], pair[1]);
    instead += matching.costs;
    if instead.of(Criterion::Forbidden) > chosen.costs.of(Criterion::Forbidden) {
        return WhyNot::OthersStuck;
    }
    let Some(criterion) = instead.first_worse(&chosen.costs) else { return WhyNot::EquallyGood };
    let id = |at: usize| ids.get(at).copied();
    let new = matching.pairs.iter().map(|[one, other]| [others[*one], others[*other]]);
    let new = std::iter::once(pair).chain(new);
    WhyNot::Costs {
        criterion,
        chosen: chosen.costs.of(criterion),
        instead: instead.of(criterion),
        changes: new.filter(|pair| !chosen.pairs.contains(pair)).map(|pair| pair.map(id)).collect(),
    }
}
