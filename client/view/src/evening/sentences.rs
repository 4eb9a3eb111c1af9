//! Sentences about what happened in an evening, and why players meet or do not.

use super::words::Words;
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::shown_words;
use chuhe_rules::Color;
use chuhe_texts::evening_names::entrant;
use chuhe_tournaments::{
    Absent, Below, BoardId, Breakdown, ColourReason, Concession, Criterion, DeadEnd, Event, Explanation,
    Meeting, NoPairing, PlayerId, Row, TieBreak, WhyNot,
};

impl Words<'_> {
    /// What happened, as a sentence; `counts` says of each event whether it does.
    pub(super) fn happened(&self, at: usize, counts: &[bool]) -> String {
        let Some(record) = self.tournament.records().get(at) else { return String::new() };
        let said = self.event(at, &record.event, counts);
        if counts.get(at).copied().unwrap_or(true) { said } else { self.evening.log_void(&said) }
    }

    fn event(&self, at: usize, event: &Event, counts: &[bool]) -> String {
        let text = self.evening;
        match event {
            Event::Entered(entry) => text.log_entered(&entrant(self.text, entry)),
            Event::EnteredLate(entry) => text.log_entered_late(&entrant(self.text, entry)),
            Event::CheckedIn(id) => text.log_checked_in(&self.name(*id)),
            Event::Withdrew(id) => text.log_withdrew(&self.name(*id)),
            Event::Returned(id) => text.log_returned(&self.name(*id)),
            Event::Excused { player, round } => text.log_excused(&self.name(*player), *round),
            Event::Started { .. } => text.log_started.to_owned(),
            Event::Paired(pairing) => {
                text.log_paired(&self.turn(self.round_at(at, counts)), pairing.boards.len() as u64)
            }
            Event::PairedByHand { why, .. } => {
                text.log_paired_by_hand(&self.turn(self.round_at(at, counts)), &shown_words(why))
            }
            Event::Repaired { round, why, .. } => text.log_repaired(&self.turn(*round), &shown_words(why)),
            Event::Finished { board, winner } => self.finished(*board, *winner),
            Event::Forfeited { board, absent } => self.forfeited(*board, *absent),
            Event::Fouled { board, side } => text.log_fouled(&self.place(*board), &self.side(*board, *side)),
            Event::Corrected { board, outcome, why } => {
                text.log_corrected(&self.place(*board), &self.result(*outcome), &shown_words(why))
            }
            Event::Annulled { round, why } => text.log_annulled(&self.turn(*round), &shown_words(why)),
            Event::Conceded { rule: Concession::SecondMeetings, why } => {
                text.log_conceded_meetings(&shown_words(why))
            }
            Event::Conceded { rule: Concession::SecondByes, why } => {
                text.log_conceded_byes(&shown_words(why))
            }
            Event::Ended => text.log_ended.to_owned(),
            Event::Undone { event, why } => {
                let at = *event as usize;
                let undone = self.tournament.records().get(at).map(|record| &record.event);
                let what = match undone {
                    // a journal may undo undos as often as it likes; one sentence holds one other
                    Some(Event::Undone { .. }) => text.undo.to_owned(),
                    Some(undone) => self.event(at, undone, counts),
                    None => String::new(),
                };
                text.log_undone(&what, &shown_words(why))
            }
        }
    }

    /// The round that the pairing with this number in the journal made.
    fn round_at(&self, at: usize, counts: &[bool]) -> u16 {
        let counted = self.tournament.records().iter().zip(counts).take(at).filter(|(_, counts)| **counts);
        let before = counted.fold(0_u16, |round, (record, _)| {
            if matches!(record.event, Event::Annulled { .. }) {
                round.saturating_sub(1)
            } else {
                round.saturating_add(u16::from(record.event.makes_round()))
            }
        });
        before.saturating_add(1)
    }

    /// Who has this side at a board; the side itself where the board counts no more.
    pub(super) fn side(&self, board: BoardId, side: Color) -> String {
        let seats = self.state().board(board).map(|board| board.seats);
        seats.map_or_else(|| self.text.color(side).to_owned(), |seats| self.name(seats[side]))
    }

    fn finished(&self, board: BoardId, winner: Option<Color>) -> String {
        let (text, place) = (self.evening, self.place(board));
        match winner {
            Some(winner) => {
                let loser = self.side(board, winner.opponent());
                text.log_won(&place, &self.side(board, winner), &loser)
            }
            None => {
                let [red, black] = [Color::Red, Color::Black].map(|side| self.side(board, side));
                text.log_drawn(&place, &red, &black)
            }
        }
    }

    fn forfeited(&self, board: BoardId, absent: Absent) -> String {
        let (text, place) = (self.evening, self.place(board));
        match absent {
            Absent::One(side) => text.log_forfeited(&place, &self.side(board, side)),
            Absent::Both => text.log_forfeited_both(&place),
        }
    }

    /// Why a pair meets, or why a player has the bye.
    pub(super) fn explained(&self, it: &Explanation) -> Vec<String> {
        let text = self.evening;
        let first = it.players[0].map(|id| self.name(id)).unwrap_or_default();
        let meeting = match it.meeting {
            Meeting::SamePoints { places: [one, other], group } => {
                text.meeting_same_points(one, other, group, it.points[0])
            }
            Meeting::FloatsDown { difference } => text.meeting_floats(&first, difference),
            Meeting::Bye => text.meeting_bye(&first),
            Meeting::Table => text.meeting_table.to_owned(),
            Meeting::Waiting => text.meeting_waiting.to_owned(),
            Meeting::ByHand => text.meeting_by_hand.to_owned(),
        };
        let colours = match it.colours {
            ColourReason::Table => Some(text.colours_table.to_owned()),
            ColourReason::Boards => Some(text.colours_boards.to_owned()),
            ColourReason::Due { player, preference } => Some(match preference.side {
                Color::Red => text.colours_due_red(&self.name(player)),
                Color::Black => text.colours_due_black(&self.name(player)),
            }),
            ColourReason::Exchanged => Some(text.colours_exchanged.to_owned()),
            ColourReason::None => None,
        };
        // the order within a group yields to everything else, and says nothing to players
        let costs = it.costs.iter().filter(|criterion| **criterion != Criterion::Order);
        let costs: Vec<&str> = costs.map(|criterion| text.criterion(*criterion)).collect();
        let costs = (!costs.is_empty()).then(|| text.costs(&costs.join(self.text.list_comma)));
        [meeting].into_iter().chain(colours).chain(costs).collect()
    }

    /// Why two players do not meet, or why a player does not have the bye.
    /// A round that was paired by hand has no other reason than that.
    pub(super) fn why_not(&self, evening: &Evening) -> Vec<String> {
        let text = self.evening;
        let (Some((one, other)), Some(it)) = (evening.chosen.why_not, evening.why_not()) else {
            return Vec::new();
        };
        let round = usize::from(evening.shown_round()).checked_sub(1);
        let round = round.and_then(|at| self.state().rounds.get(at));
        let is_by_hand = round.is_some_and(|round| round.by_hand.is_some());
        if is_by_hand && *it != WhyNot::TheyMeet {
            return vec![text.meeting_by_hand.to_owned()];
        }
        match it {
            WhyNot::TheyMeet if other.is_none() => vec![text.why_not_is_bye(&self.name(one))],
            WhyNot::TheyMeet => vec![text.why_not_they_meet.to_owned()],
            WhyNot::NoPairing(_) => vec![text.why_not_no_pairing.to_owned()],
            WhyNot::NotTakingPart(id) => vec![text.why_not_away(&self.name(*id))],
            WhyNot::SamePlayer => vec![text.why_not_same.to_owned()],
            WhyNot::HaveMet { round } => vec![text.why_not_have_met(*round)],
            WhyNot::HadBye => vec![text.why_not_had_bye.to_owned()],
            WhyNot::NoBye => vec![text.why_not_even.to_owned()],
            WhyNot::Table { round: Some(round) } => vec![text.why_not_table(*round)],
            WhyNot::Table { round: None } => vec![text.why_not_table_none.to_owned()],
            WhyNot::OthersStuck => vec![text.why_not_stuck.to_owned()],
            WhyNot::Costs { criterion, chosen, instead, changes } => {
                let pair = |pair: &[Option<PlayerId>; 2]| {
                    let name =
                        |id: Option<PlayerId>| id.map_or_else(|| text.bye.to_owned(), |id| self.name(id));
                    pair.map(name).join(" – ")
                };
                let pairs: Vec<String> = changes.iter().map(pair).collect();
                let pairs = pairs.join(self.text.list_comma);
                let changes = (!changes.is_empty()).then(|| text.why_not_changes(&pairs));
                let costs = text.why_not_costs(text.criterion(*criterion), *chosen, *instead);
                [costs].into_iter().chain(changes).collect()
            }
            WhyNot::EquallyGood => vec![text.why_not_equal.to_owned()],
        }
    }

    /// Why no round can be paired; nothing if it is not the time for one.
    pub(super) fn no_pairing(&self, why: &NoPairing) -> Vec<String> {
        let text = self.evening;
        match why {
            NoPairing::NotNow(_) => Vec::new(),
            NoPairing::TooFewPlayers { players, .. } => vec![text.problem_too_few(*players as u64)],
            NoPairing::Decided => vec![text.problem_decided.to_owned()],
            NoPairing::WaitForOthers => vec![text.problem_wait.to_owned()],
            NoPairing::DeadEnd(DeadEnd { met_everyone, everyone_had_bye, .. }) => {
                let met = (!met_everyone.is_empty())
                    .then(|| text.problem_met_everyone(&self.some_names(met_everyone)));
                let byes = everyone_had_bye.then(|| text.problem_everyone_had_bye.to_owned());
                [text.problem_no_pairing.to_owned()].into_iter().chain(met).chain(byes).collect()
            }
        }
    }

    /// Why a row of the standings is below the one above it.
    pub(super) fn below(&self, row: &Row, above: Option<&Row>) -> String {
        let (text, name) = (self.evening, above.map(|above| self.name(above.player)).unwrap_or_default());
        match row.below {
            Below::First => text.below_first.to_owned(),
            Below::Stage => text.below_stage(&name),
            Below::Points => {
                text.below_points(&name, above.map_or(0, |above| above.points.saturating_sub(row.points)))
            }
            Below::TieBreak(it) => text.below_tie_break(&name, text.tie_break(it)),
            Below::Nothing => text.below_nothing(&name),
        }
    }

    /// A tie-break with what it is the sum of.
    pub(super) fn breakdown(&self, it: &Breakdown, value: &str) -> String {
        let (text, name) = (self.evening, self.evening.tie_break(it.tie_break));
        let is_sum = !matches!(it.tie_break, TieBreak::EarlierFinish) && it.parts.len() > 1;
        match it.value {
            None => text.breakdown_alone(name, text.does_not_apply),
            Some(_) if is_sum => {
                let part = |part: &chuhe_tournaments::Part| {
                    super::words::scaled(part.value.saturating_abs(), it.scale)
                };
                let parts: Vec<String> = it.parts.iter().map(part).collect();
                text.breakdown(name, value, &parts.join(" + "))
            }
            Some(_) => text.breakdown_alone(name, value),
        }
    }
}
