//! The user's own part in an evening: where they sit, against whom, when, and what they can do.

use super::teams::{self, score};
use super::words::{Words, until};
use crate::{Button, Fact, Field, Group, Model, Part, Role, Tone, parts};
use chuhe_model::actions::evening_action::{EveningAction, EveningField};
use chuhe_model::evening::Evening;
use chuhe_model::evening::seat::Seat;
use chuhe_model::notices::evening_notice::EveningNotice;
use chuhe_rules::Color;
use chuhe_texts::minutes_and_seconds;
use chuhe_tournaments::{BoardId, Phase};

/// The user's own part.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnView {
    /// What they do, or can do.
    pub heading: String,
    /// What they wait for, and what comes next.
    pub facts: Vec<Fact>,
    /// The club with which they enter.
    pub club: Option<Field>,
    /// What they can do, the likeliest first.
    pub buttons: Vec<Button>,
}

impl OwnView {
    pub(super) fn of(model: &Model<'_>, evening: &Evening) -> Self {
        let (text, permits) = (model.text.evening(), evening.figures().permits);
        let words = Words::of(model, evening);
        let seat = evening.own_seat();
        let heading = match seat {
            None if permits.enter => text.may_enter.to_owned(),
            None if words.state().phase == Phase::Ended => text.is_over.to_owned(),
            None if evening.part().organises => text.you_organise.to_owned(),
            None => text.you_watch.to_owned(),
            Some(seat) => said(&words, seat),
        };
        let typed = super::common::evenings(model).map_or("", |it| it.typed.club.as_str());
        let club = permits.enter.then(|| {
            let is_match = evening.plan().regulations.system.is_of_teams();
            let (label, teams) =
                if is_match { (text.team_column, teams::gathered(evening)) } else { (text.club, vec![]) };
            let example = if teams.is_empty() {
                text.club_example.to_owned()
            } else {
                let names = teams.into_iter().map(|(name, _)| name).filter(|name| !name.is_empty());
                names.collect::<Vec<_>>().join(model.text.list_comma)
            };
            Field::new("evening.club", label, EveningField::Club, typed).example(example)
        });
        let objects = chuhe_app::evenings::objects(model.app, model.now);
        let until = objects.map(|(board, left_ms)| {
            let left = text.object_until(&minutes_and_seconds(left_ms.div_ceil(1_000)));
            Fact::new("evening.own.objects", format!("{} · {left}", words.board(board)))
        });
        let (objected, ruled) = (objected(&words, evening), ruled(&words, evening));
        let score = score(model, evening).map(|score| Fact::new("evening.score", score).tone(Tone::Good));
        let facts = [score, late(model, evening, seat), next(model, evening), objected, ruled, until];
        let facts = facts.into_iter().flatten().chain(standing(&words, evening)).collect();
        Self { heading, facts, club, buttons: buttons(model, evening, seat, objects.map(|(board, _)| board)) }
    }

    /// The same as a section.
    pub(super) fn section(&self) -> Group {
        let parts: Vec<Part> = parts![&self.facts, &self.club, &self.buttons];
        Group::section("evening.own", self.heading.as_str(), parts)
    }
}

/// What the user does.
fn said(words: &Words<'_>, seat: Seat) -> String {
    let text = words.evening;
    match seat {
        Seat::Entered { must_check_in: true } => text.you_entered_check_in.to_owned(),
        Seat::Entered { must_check_in: false } if words.tournament.regulations().check_in => {
            text.you_are_checked_in.to_owned()
        }
        Seat::Entered { must_check_in: false } => text.you_entered.to_owned(),
        Seat::Board { board, side, opponent, outcome } => {
            let opponent = words.name(opponent);
            let seated = match side {
                Color::Red => text.you_red(&words.number(board), &opponent),
                Color::Black => text.you_black(&words.number(board), &opponent),
            };
            let result = outcome.map(|outcome| words.own_result(outcome, side));
            result.map_or_else(|| seated.clone(), |result| format!("{seated} · {result}"))
        }
        Seat::Bye { .. } => text.you_bye.to_owned(),
        Seat::Excused { .. } => text.you_excused.to_owned(),
        Seat::Waiting => text.you_wait.to_owned(),
        Seat::Eliminated => text.you_eliminated.to_owned(),
        Seat::DoneForToday => text.you_are_done.to_owned(),
        Seat::Missing => text.you_missing.to_owned(),
        Seat::Withdrawn => text.you_withdrew.to_owned(),
        Seat::Expelled => text.you_expelled.to_owned(),
        Seat::Out => text.you_out_for_absences.to_owned(),
        Seat::Ended { place: Some(place) } => text.you_placed(place),
        Seat::Ended { place: None } => text.is_over.to_owned(),
    }
}

/// Who is missing at the user's board, and until when.
fn late(model: &Model<'_>, evening: &Evening, seat: Option<Seat>) -> Option<Fact> {
    let Some(Seat::Board { board, side, outcome: None, .. }) = seat else { return None };
    let (text, live) = (model.text.evening(), evening.live().board(board)?);
    if live.game.is_some() {
        return None;
    }
    let id = "evening.own.late";
    if evening.live().stands(board) {
        return None;
    }
    let Some(at) = live.late_at.filter(|_| !live.here[side.opponent()] || !live.here[side]) else {
        return Some(Fact::new(id, text.begins_by_itself));
    };
    let time = until(model, at);
    let said = if live.here[side] { text.late_opponent(&time) } else { text.late_you(&time) };
    Some(Fact::new(id, said).tone(Tone::Warning))
}

/// What became of the user's last objection.
fn objected(words: &Words<'_>, evening: &Evening) -> Option<Fact> {
    let it = evening.own_objection()?;
    let (board, text) = (words.number(it.board), words.evening);
    let (said, tone) = if it.is_open && words.state().phase == Phase::Running {
        (text.you_objected(&board), Tone::Warning)
    } else {
        (text.objection_confirmed(&board), Tone::Plain)
    };
    Some(Fact::new("evening.own.objected", said).tone(tone))
}

/// What an organiser has made of the result of the user's last board.
fn ruled(words: &Words<'_>, evening: &Evening) -> Option<Fact> {
    let (me, ruling) = (evening.part().player?, words.figures.ruling_since(0)?);
    let own = words.state().boards().filter(|(_, board)| board.side_of(me).is_some());
    let is_last = own.map(|(id, _)| id).max() == Some(ruling.board);
    let said = || words.evening.notice(&EveningNotice::Ruled(ruling.clone()));
    is_last.then(|| Fact::new("evening.own.ruled", said()).tone(Tone::Warning))
}

/// What comes next, and when.
fn next(model: &Model<'_>, evening: &Evening) -> Option<Fact> {
    let (text, state) = (model.text.evening(), evening.tournament().state());
    let running = state.rounds.last().map_or(0, chuhe_tournaments::Round::running);
    if let Some(paused) = paused(model, evening) {
        return Some(paused);
    }
    let said = match (state.phase, evening.live().next_at) {
        (Phase::Ended, _) => return None,
        (Phase::Entry, Some(at)) => text.first_in(&until(model, at)),
        (Phase::Entry, None) if evening.part().organises => text.begins_by_you.to_owned(),
        (Phase::Entry, None) => text.begins_by_hand.to_owned(),
        // the last report may be older than the last result
        (Phase::Running, Some(_)) if evening.figures().permits.is_played_out => text.played_out.to_owned(),
        (Phase::Running, Some(at)) => text.next_turn_in(evening.plan().regulations.system, &until(model, at)),
        (Phase::Running, None) if running > 0 => text.games_running(running),
        (Phase::Running, None) if evening.figures().permits.is_played_out => text.played_out.to_owned(),
        (Phase::Running, None) => text.next_by_hand.to_owned(),
    };
    Some(Fact::new("evening.own.next", said))
}

/// That the whole evening is paused, by whom, and for how long it has been.
pub(super) fn paused(model: &Model<'_>, evening: &Evening) -> Option<Fact> {
    let (text, pause) = (model.text.evening(), evening.live().pause.as_ref()?);
    let time = minutes_and_seconds(pause.lasted_ms(model.now) / 1_000);
    let said = match &pause.by {
        Some(name) => text.is_paused_by(name.as_str(), &time),
        None => text.is_paused(&time),
    };
    Some(Fact::new("evening.paused", said).tone(Tone::Warning))
}

fn buttons(
    model: &Model<'_>,
    evening: &Evening,
    seat: Option<Seat>,
    objects: Option<BoardId>,
) -> Vec<Button> {
    let (text, permits) = (model.text.evening(), evening.figures().permits);
    let button =
        |id: &'static str, label: &str, action| Button::new(id, label, action).permit(model.online());
    let has_begun = evening.tournament().state().phase != Phase::Entry;
    let enter = if has_begun { text.enter_late } else { text.enter };
    // who withdrew before the start comes back as they were, or enters with another club
    let role = if permits.come_back { Role::Plain } else { Role::Primary };
    let enter = permits.enter.then(|| button("evening.enter", enter, EveningAction::Enter).role(role));
    let must = matches!(seat, Some(Seat::Entered { must_check_in: true }));
    let check_in = (permits.check_in && must)
        .then(|| button("evening.check_in", text.check_me_in, EveningAction::CheckIn).role(Role::Primary));
    let come_back = permits
        .come_back
        .then(|| button("evening.return", text.play_again, EveningAction::Return).role(Role::Primary));
    let object = objects.map(|board| button("evening.object", text.object, EveningAction::AskObject(board)));
    let withdraw = permits
        .withdraw
        .then(|| button("evening.withdraw", text.withdraw, EveningAction::AskWithdraw).role(Role::Danger));
    let meanwhile = [text.play_meanwhile, text.meanwhile_hint];
    let sheet = evening
        .part()
        .player
        .filter(|_| has_begun)
        .map(|me| Button::new("evening.own.sheet", text.own_sheet, EveningAction::Player(Some(me))));
    let computer = matches!(seat, Some(Seat::Bye { .. }))
        .then(|| crate::seek::computer(model, "evening.computer", meanwhile));
    let boards = super::boards::entrance(model, evening);
    let game = super::common::table_below(model)
        .map(|_| Button::new("evening.own.game", text.back_to_game, EveningAction::Close));
    let game = game.map(|button| button.role(Role::Primary));
    [game, enter, check_in, come_back, computer, object, boards, sheet, withdraw]
        .into_iter()
        .flatten()
        .collect()
}

/// The place of the user so far, and what puts them below the player above.
fn standing(words: &Words<'_>, evening: &Evening) -> Vec<Fact> {
    let (text, figures) = (words.evening, evening.figures());
    let row = evening.part().player.and_then(|me| figures.row(me));
    let Some(row) = row.filter(|_| !words.state().rounds.is_empty()) else { return Vec::new() };
    let id = "evening.own.place";
    if let Some(least) = figures.needed(row.player) {
        let said = text.arena_unplaced(row.points, figures.games(row.player), least);
        return vec![Fact::new(id, said).tone(Tone::Good)];
    }
    let place = Fact::new(id, text.own_standing(row.place, row.points)).tone(Tone::Good);
    let below = words.below(row, figures.row_above(row.player));
    vec![place, Fact::new("evening.own.below", below).tone(Tone::Remark)]
}
