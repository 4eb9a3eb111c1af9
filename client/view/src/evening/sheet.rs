//! The sheet of a player: their rounds, how their tie-breaks came about, and why they stand where they stand.

use super::players::state;
use super::words::{Words, value};
use crate::{Button, Fact, Group, Model, Role, Tone, parts};
use chuhe_model::actions::evening_action::{EveningAction, OrganiseAction};
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::shown_name;
use chuhe_texts::evening_names::is_computer;
use chuhe_tournaments::{Line, Phase, Player, PlayerId, Presence, System};

/// The sheet that is open, as a dialog.
pub(super) fn dialog(model: &Model<'_>, evening: &Evening) -> Option<Group> {
    let (text, id) = (model.text.evening(), evening.chosen.player?);
    let player = evening.tournament().state().player(id)?;
    let words = Words::of(model, evening);
    let (doing, tone) = state(model, evening, id);
    let rating = player.entry.rating.map(|rating| format!("{} {rating}", text.rating));
    let club = player.entry.club.as_deref().map(shown_name);
    let known: Vec<String> = club.into_iter().chain(rating).collect();
    let known =
        (!known.is_empty()).then(|| Fact::new("evening.player.known", known.join(" · ")).tone(Tone::Remark));
    let doing = Fact::new("evening.player.state", doing).tone(tone);
    let why = why(model, evening, id);
    let answer = answer(&words, evening, id);
    let close = Button::new("evening.player.close", model.text.close, EveningAction::Player(None));
    let organise = if evening.part().organises { organise(model, evening, id, player) } else { Vec::new() };
    let parts = parts![known, doing, standing(model, &words, evening, id), why, answer, organise];
    Some(Group::dialog("evening.player", words.name(id), parts, vec![close]))
}

/// Their place with what it follows from, and their rounds.
fn standing(model: &Model<'_>, words: &Words<'_>, evening: &Evening, id: PlayerId) -> Vec<Fact> {
    let (text, figures) = (words.evening, evening.figures());
    let mut facts = Vec::new();
    if let Some(row) = figures.row(id).filter(|_| !words.state().rounds.is_empty()) {
        let place = match figures.needed(id) {
            Some(least) => text.arena_unplaced(row.points, figures.games(id), least),
            None => format!("{} {} · {} {}", text.place, row.place, text.points_short, row.points),
        };
        facts.push(Fact::new("evening.player.place", place).tone(Tone::Good));
        facts.push(Fact::new("evening.player.below", words.below(row, figures.row_above(id))));
        for (at, it) in row.tie_breaks.iter().enumerate() {
            let said = words.breakdown(it, &value(model, it));
            facts.push(Fact::new(format!("evening.player.tie.{at}"), said).tone(Tone::Remark));
        }
    }
    let lines = figures.sheet(id).map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
    facts.extend(lines.iter().enumerate().map(|(at, it)| line(words, at, it)));
    facts
}

/// A round of the player.
fn line(words: &Words<'_>, at: usize, it: &Line) -> Fact {
    let text = words.evening;
    let opponent = it.opponent.map(|id| words.name(id));
    let side = it.side.map(|side| words.text.color(side).to_owned());
    let fouls = (it.fouls > 0).then(|| text.fouls(it.fouls));
    let score = Some(text.score(it.score).to_owned());
    let points = Some(format!("{} {}", text.points_short, it.points));
    let said: Vec<String> = [opponent, side, score, points, fouls].into_iter().flatten().collect();
    Fact::new(format!("evening.player.round.{at}"), words.turn(it.round)).detail(said.join(" · "))
}

/// Asks why the user does not meet the player, and why the player does not have the bye.
fn why(model: &Model<'_>, evening: &Evening, id: PlayerId) -> Vec<Button> {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    let regulations = evening.tournament().regulations();
    let is_paired_by_points = matches!(regulations.system, System::Swiss(_) | System::Arena(_));
    if words.state().phase == Phase::Entry {
        return Vec::new();
    }
    // what is so needs no reason why not
    let round = usize::from(evening.shown_round()).checked_sub(1).and_then(|at| words.state().rounds.get(at));
    let meets = |me: PlayerId| {
        let boards = round.map(|round| round.boards.as_slice()).unwrap_or_default();
        boards.iter().any(|board| board.side_of(me).is_some() && board.side_of(id).is_some())
    };
    let has_bye = round.is_some_and(|round| round.bye == Some(id));
    let me = evening.part().player.filter(|me| *me != id && !meets(*me));
    let me = me.map(|me| {
        let action = EveningAction::WhyNot(me, Some(id));
        Button::new("evening.player.why_me", text.why_not_me, action)
    });
    let bye = (is_paired_by_points && !has_bye).then(|| {
        let label = text.why_no_bye(&words.name(id));
        Button::new("evening.player.why_bye", label, EveningAction::WhyNot(id, None))
    });
    me.into_iter().chain(bye).collect()
}

/// The answer, if it is about this player.
fn answer(words: &Words<'_>, evening: &Evening, id: PlayerId) -> Vec<Fact> {
    let asked = evening.chosen.why_not.filter(|(one, other)| *one == id || *other == Some(id));
    let said = asked.map(|_| words.why_not(evening)).unwrap_or_default().into_iter().enumerate();
    said.map(|(at, said)| Fact::new(format!("evening.player.answer.{at}"), said).tone(Tone::Warning))
        .collect()
}

/// What organisers do with a player.
fn organise(model: &Model<'_>, evening: &Evening, id: PlayerId, player: &Player) -> Vec<Button> {
    let (text, tournament) = (model.text.evening(), evening.tournament());
    let (regulations, state) = (tournament.regulations(), tournament.state());
    let button = |name: &'static str, label: &str, action: OrganiseAction| {
        Button::new(name, label, EveningAction::Organise(action)).permit(model.online())
    };
    let is_out = player.presence != Presence::Here || state.is_out(regulations, id);
    let is_entry = state.phase == Phase::Entry;
    if state.phase == Phase::Ended {
        return Vec::new();
    }
    let checks_in = regulations.check_in && is_entry && !player.checked_in;
    let next = state.round_count().saturating_add(1);
    let may_excuse = state.phase == Phase::Running && !is_out && !player.excused.contains(&next);
    let check_in = checks_in
        .then(|| button("evening.player.check_in", text.check_in_player, OrganiseAction::CheckIn(id)));
    let excuse = may_excuse.then(|| button("evening.player.excuse", text.excuse, OrganiseAction::Excuse(id)));
    let come_back = is_out.then(|| {
        let button = button("evening.player.return", text.allow_return, OrganiseAction::Return(id));
        let permit = evening.check_return(id).map_err(|why| text.event_refusal(why));
        button.permit(model.online().and(permit))
    });
    let withdraw = (player.presence == Presence::Here).then(|| {
        let label = text.withdraw_player;
        button("evening.player.withdraw", label, OrganiseAction::AskWithdraw(id)).role(Role::Danger)
    });
    let organises = evening.organisers().iter().any(|it| it.as_str() == player.entry.name);
    let account = player.entry.account.filter(|_| !organises && !is_computer(state, id));
    let appoint = account.map(|account| {
        let action = OrganiseAction::AskAppoint(chuhe_protocol::PlayerId(account));
        button("evening.player.appoint", text.appoint, action)
    });
    [check_in, excuse, come_back, appoint, withdraw].into_iter().flatten().collect()
}
