//! The next pairing, with an explanation of each pair.

use super::dead_end::{NoPairing, Remedy, dead_end};
use crate::arena::{Wave, seated};
use crate::matching::Costs;
use crate::swiss::{ColourReason, Explanation, Meeting, SwissRound, explain, seats, side_of_upper};
use crate::{
    Pairing, Phase, PlayerId, Refusal, Regulations, State, SwissRules, System, Tournament, knock_out,
    round_robin, sheet_of, sheets, team_match,
};
use chuhe_rules::PerColor;

/// A pairing that the organiser may accept as an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The round, from 1.
    pub round: u16,
    /// Who plays whom.
    pub pairing: Pairing,
    /// Why, in the order of the boards, and then for the bye.
    pub explanations: Vec<Explanation>,
    /// The costs of the whole pairing. Only a Swiss and an arena have any.
    pub costs: Costs,
}

/// Pairs the next round.
///
/// It is a function of the tournament: the same journal gives the same pairing.
///
/// # Errors
/// Why no round can be paired now; where the rules are in the way, with what can be done.
pub fn next_pairing(tournament: &Tournament) -> Result<Proposal, NoPairing> {
    let (regulations, state) = (tournament.regulations(), tournament.state());
    match state.phase {
        Phase::Entry => return Err(Refusal::NotBegun.into()),
        Phase::Running => {}
        Phase::Ended => return Err(Refusal::HasEnded.into()),
    }
    state.check_round_left(regulations)?;
    let round = state.round_count() + 1;
    let table = match regulations.system {
        System::Swiss(rules) => return swiss(regulations, rules, state),
        System::Arena(_) => return next_wave(regulations, state),
        System::RoundRobin(_) => round_robin::due(state, round),
        System::KnockOut(rules) => knock_out::due(rules, regulations.points, state),
        System::TeamMatch(rules) => team_match::due(rules, state, round),
    };
    if table.is_empty() {
        return Err(NoPairing::Decided);
    }
    let sheets = sheets(regulations, state);
    let points = |id: PlayerId| sheet_of(&sheets, id).map_or(0, |sheet| sheet.points());
    let explanations = table.iter().map(|seats| Explanation {
        players: [Some(seats.red), Some(seats.black)],
        points: [points(seats.red), points(seats.black)],
        meeting: Meeting::Table,
        colours: ColourReason::Table,
        costs: Vec::new(),
    });
    let explanations = explanations.collect();
    Ok(Proposal {
        round,
        pairing: Pairing { boards: table, bye: None },
        explanations,
        costs: Costs::default(),
    })
}

fn swiss(regulations: &Regulations, rules: SwissRules, state: &State) -> Result<Proposal, NoPairing> {
    let round = SwissRound::new(regulations, rules, state);
    let players = round.contenders.len();
    if players < 2 {
        let remedies = vec![Remedy::AdmitPlayers, Remedy::EndNow];
        return Err(NoPairing::TooFewPlayers { players, remedies });
    }
    let matching = round.solve();
    if let Some(dead_end) =
        (matching.costs.of(crate::Criterion::Forbidden) > 0).then(|| dead_end(&round)).flatten()
    {
        return Err(NoPairing::DeadEnd(dead_end));
    }
    let mut pairing = Pairing::default();
    let mut explanations = Vec::with_capacity(matching.pairs.len());
    // the pairs are in the order of their better players, and the bye has the last vertex
    let (boards, byes): (Vec<[usize; 2]>, Vec<[usize; 2]>) =
        matching.pairs.iter().partition(|pair| pair[1] < players);
    let mut boards = boards;
    let best = |at: usize| &round.contenders[at];
    boards.sort_by_key(|[one, other]| {
        let points = [best(*one).points, best(*other).points];
        (std::cmp::Reverse(points[0]), std::cmp::Reverse(points[1]), *one)
    });
    for (board, [one, other]) in boards.into_iter().enumerate() {
        let (upper, lower) = (best(one), best(other));
        // boards alternate where nobody has played yet, and a lot decided the first
        let is_red = board.is_multiple_of(2) == round.first_is_red;
        let side = side_of_upper(upper, lower, is_red);
        pairing.boards.push(seats(upper.id, lower.id, side));
        explanations.push(explain(upper, Some(lower), &round.costs(one, other)));
    }
    for [one, other] in byes {
        pairing.bye = Some(best(one).id);
        explanations.push(explain(best(one), None, &round.costs(one, other)));
    }
    Ok(Proposal { round: round.rules.round, pairing, explanations, costs: matching.costs })
}

fn next_wave(regulations: &Regulations, state: &State) -> Result<Proposal, NoPairing> {
    let wave = Wave::new(regulations, state);
    let matching = wave.solve();
    let mut pairing = Pairing::default();
    let mut explanations = Vec::new();
    for [one, other] in wave.pairs(&matching) {
        let (upper, lower) = (&wave.waiting[one], &wave.waiting[other]);
        let (seats, colours) = seated(upper, lower, state.round_count());
        pairing.boards.push(PerColor::new(seats.red, seats.black));
        explanations.push(Explanation {
            players: [Some(upper.id), Some(lower.id)],
            points: [upper.points, lower.points],
            meeting: Meeting::Waiting,
            colours,
            costs: Vec::new(),
        });
    }
    if pairing.boards.is_empty() {
        return Err(NoPairing::WaitForOthers);
    }
    Ok(Proposal { round: state.round_count() + 1, pairing, explanations, costs: matching.costs })
}

/// Explains a round that was paired, as its boards stand now; `None` for a round that does not exist.
///
/// A pair that the program would not have made is [`Meeting::ByHand`]; [`Round::by_hand`](crate::Round) has the reason.
#[must_use]
pub fn explain_round(tournament: &Tournament, round: u16) -> Option<Vec<Explanation>> {
    let paired = tournament.state().rounds.get(usize::from(round).checked_sub(1)?)?;
    let proposal = next_pairing(&tournament.before_round(round)?).ok();
    let explained = |players: [Option<PlayerId>; 2]| {
        let is_theirs = |it: &&Explanation| players.iter().all(|player| it.players.contains(player));
        let found = proposal.as_ref().and_then(|it| it.explanations.iter().find(is_theirs));
        found.cloned().unwrap_or_else(|| {
            let sheets = sheets(tournament.regulations(), tournament.state());
            let points = |player: Option<PlayerId>| {
                player.and_then(|id| sheet_of(&sheets, id)).map_or(0, |sheet| sheet.points_before(round))
            };
            Explanation {
                players,
                points: players.map(points),
                meeting: Meeting::ByHand,
                colours: ColourReason::None,
                costs: Vec::new(),
            }
        })
    };
    let boards =
        paired.boards.iter().map(|board| explained([Some(board.seats.red), Some(board.seats.black)]));
    Some(boards.chain(paired.bye.map(|bye| explained([Some(bye), None]))).collect())
}
