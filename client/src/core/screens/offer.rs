//! The area below the buttons, which shows a question and the buttons that answer it.

use super::parts::{self, CardLook, button_at, card};
use super::view::View;
use crate::core::actions::action::{Action, TableAction};
use crate::core::actions::start_action::StartAction;
use crate::core::app::local_play::LocalPlay;
use crate::core::drawing::theme;
use crate::core::drawing::ui_trace;
use crate::core::drawing::widgets::ButtonKind;
use crate::core::engines::EngineFailure;
use crate::core::table::{GivingUp, Permit, Permits, Table};
use crate::core::text::{Text, minutes_and_seconds};
use chuhe_protocol::Claim;
use egui::{Align2, Rect, Sense, Ui, pos2, vec2};

/// A message and the buttons that answer it.
struct Question {
    message: String,
    asks: bool,
    answers: Vec<Answer>,
}

struct Answer {
    name: &'static str,
    label: &'static str,
    kind: ButtonKind,
    permit: Permit,
    action: Action,
}

pub(super) fn show(view: &View<'_>, ui: &mut Ui, table: &Table, actions: &mut Vec<Action>) {
    let failure = view.app.local().and_then(|local| Some((local, local.failure()?)));
    if let Some(failure) = failure.filter(|_| !table.is_gone() && table.asked_to_give_up().is_none()) {
        return failed(view, ui, failure, actions);
    }
    let permits = table.permits(view.now, view.app.link().is_joined());
    let Some(question) = question(view, table, &permits) else { return };
    let place = ui.max_rect();
    card(ui, place, if question.asks { CardLook::Wash } else { CardLook::Plain });
    let middle = place.center().y;
    let mut right = place.right() - 14.0;
    for answer in question.answers.into_iter().rev() {
        let font = theme::plain(theme::TEXT);
        let label = ui.painter().layout_no_wrap(answer.label.to_owned(), font, view.theme.ink);
        let width = (label.size().x + 34.0).max(70.0);
        let rect = Rect::from_min_size(pos2(right - width, middle - 19.0), vec2(width, 38.0));
        let permit = answer.permit.map_err(|denied| view.text.denied(denied));
        if button_at(ui, rect, answer.name, answer.label, answer.kind, permit) {
            actions.push(answer.action);
        }
        right = rect.left() - 8.0;
    }
    let left = place.left() + 18.0;
    let name = table.game().seats()[table.me().opponent()].name.as_str();
    let (font, room) = (theme::plain(theme::TEXT), vec2(right - 6.0 - left, place.height() - 6.0));
    let message = parts::fit_name(ui, &question.message, name, font.clone(), room);
    let text = ui.painter().layout(message.clone(), font, view.theme.ink, room.x);
    let rect = Rect::from_min_size(pos2(left, middle - text.size().y / 2.0), text.size());
    ui.painter().with_clip_rect(place).galley(rect.min, text, view.theme.ink);
    let response = ui.interact(rect, ui.id().with("message"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &message));
    ui_trace::record(ui, "offer.message", &message, &response);
}

/// Whether a phone asks the user something now.
pub(super) fn asks(view: &View<'_>, table: &Table) -> bool {
    let has_failed = view.app.local().is_some_and(|local| local.failure().is_some());
    let permits = table.permits(view.now, view.app.link().is_joined());
    has_failed && !table.is_gone() || question(view, table, &permits).is_some_and(|it| !it.answers.is_empty())
}

/// Shows the question of a phone, with its answers below it. Returns whether there is one.
pub(super) fn stacked(view: &View<'_>, ui: &mut Ui, table: &Table, actions: &mut Vec<Action>) -> bool {
    let failure = view.app.local().and_then(|local| Some((local, local.failure()?)));
    if let Some(failure) = failure.filter(|_| !table.is_gone() && table.asked_to_give_up().is_none()) {
        failed(view, ui, failure, actions);
        return true;
    }
    let permits = table.permits(view.now, view.app.link().is_joined());
    let Some(question) = question(view, table, &permits).filter(|it| !it.answers.is_empty()) else {
        return false;
    };
    let place = ui.max_rect();
    card(ui, place, if question.asks { CardLook::Wash } else { CardLook::Plain });
    let inner = place.shrink2(vec2(12.0, 6.0));
    let (line, row) = inner.split_top_bottom_at_y(inner.bottom() - theme::TOUCH);
    message(view, ui, table, &question.message, line);
    // a tap that was meant for what was here before must not answer it
    let settled = parts::has_settled(ui, egui::Id::new(("question", &question.answers[0].name)), place);
    let (gap, count) = (theme::SPACE_SMALL, question.answers.len() as f32);
    let width = (row.width() - gap * (count - 1.0)) / count;
    for (index, answer) in question.answers.into_iter().enumerate() {
        let left = row.left() + (width + gap) * index as f32;
        let rect = Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()));
        let permit = answer.permit.map_err(|denied| view.text.denied(denied));
        if button_at(ui, rect, answer.name, answer.label, answer.kind, permit) && settled {
            actions.push(answer.action);
        }
    }
    true
}

/// Shows the message of a question in this place, as large as it fits.
fn message(view: &View<'_>, ui: &Ui, table: &Table, message: &str, place: Rect) {
    let name = table.game().seats()[table.me().opponent()].name.as_str();
    let lay_out = |message: String, size: f32| {
        ui.painter().layout(message, theme::plain(size), view.theme.ink, place.width())
    };
    let fits = |size: &f32| lay_out(message.to_owned(), *size).size().y <= place.height();
    let size = [theme::TEXT, 14.0].into_iter().find(fits).unwrap_or(theme::TEXT_SMALL);
    let message = parts::fit_name(ui, message, name, theme::plain(size), place.size());
    let text = lay_out(message.clone(), size);
    let rect = Rect::from_min_size(pos2(place.left(), place.center().y - text.size().y / 2.0), text.size());
    ui.painter().galley(rect.min.round(), text, view.theme.ink);
    let response = ui.interact(rect, ui.id().with("message"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &message));
    ui_trace::record(ui, "offer.message", &message, &response);
}

/// Returns the message of a question without answers, for the line of a phone that shows the state.
pub(super) fn remark(view: &View<'_>, table: &Table) -> Option<String> {
    let permits = table.permits(view.now, view.app.link().is_joined());
    question(view, table, &permits).filter(|it| it.answers.is_empty()).map(|it| it.message)
}

/// Returns the most urgent question or message.
fn question(view: &View<'_>, table: &Table, permits: &Permits<'_>) -> Option<Question> {
    let (text, game) = (view.text, table.game());
    let answer = |name, label, kind, permit, action| Answer {
        name,
        label,
        kind,
        permit,
        action: Action::Table(action),
    };
    if table.is_gone() {
        return Some(Question { message: text.game_forgotten.to_owned(), asks: false, answers: Vec::new() });
    }
    if view.app.is_cut_off() {
        return Some(Question { message: cut_off(view, table), asks: false, answers: Vec::new() });
    }
    if let Some(asked) = table.asked_to_give_up() {
        return Some(giving_up(view.text, asked, permits));
    }
    let opponent = table.me().opponent();
    let name = game.seats()[opponent].name.as_str();
    if view.app.local().is_some_and(LocalPlay::hands_over) {
        let action = Action::Start(StartAction::HandOver);
        let (name_of, label, kind) = ("table.hand_over", text.local.hand_over, ButtonKind::Primary);
        let answers = vec![Answer { name: name_of, label, kind, permit: Ok(()), action }];
        return Some(Question { message: text.local.hand_over_to(name), asks: true, answers });
    }
    if let Some(kind) = game.open_offers(opponent).next() {
        let reply = |accept| TableAction::Answer(kind, accept);
        let answers = vec![
            answer("offer.accept", text.accept_offer, ButtonKind::Primary, permits.answer(kind), reply(true)),
            answer(
                "offer.decline",
                text.decline_offer,
                ButtonKind::Plain,
                permits.answer(kind),
                reply(false),
            ),
        ];
        return Some(Question { message: text.offered_by(name, kind), asks: true, answers });
    }
    // the user's own offer must not hide the claim that ends the game
    let away = game.claimable_at(opponent).filter(|_| !game.is_over());
    if let Some(claimable_at) = away {
        if game.is_paused() {
            return Some(Question { message: text.is_offline(name), asks: false, answers: Vec::new() });
        }
        if !game.situation().both_moved() {
            let message = text.early_absence(name, &minutes_and_seconds(view.seconds_until(claimable_at)));
            return Some(Question { message, asks: false, answers: Vec::new() });
        }
        return Some(absence(view, name, claimable_at, permits));
    }
    if let Some(kind) = game.open_offers(table.me()).next() {
        let action = TableAction::Withdraw(kind);
        let answers =
            vec![answer("offer.withdraw", text.withdraw, ButtonKind::Plain, permits.withdraw(kind), action)];
        return Some(Question { message: text.offered(kind).to_owned(), asks: false, answers });
    }
    let first = game.first_move_by()?;
    let mine = table.turn() == table.seat();
    let message = text.first_move(mine, view.seconds_until(first));
    Some(Question { message, asks: mine, answers: Vec::new() })
}

/// Asks whether the user wants to resign, or to abort the game.
fn giving_up(text: &'static Text, asked: GivingUp, permits: &Permits<'_>) -> Question {
    let (question, name, label, action) = match asked {
        GivingUp::Resign => (text.resign_question, "resign.yes", text.resign_yes, TableAction::Resign),
        GivingUp::Abort => (text.abort_question, "abort.yes", text.abort, TableAction::Abort),
    };
    let answer = |name, label, kind, permit, action| {
        let action = Action::Table(action);
        Answer { name, label, kind, permit, action }
    };
    let answers = vec![
        answer(name, label, ButtonKind::Danger, permits.give_up(), action),
        answer("resign.no", text.resign_no, ButtonKind::Plain, Ok(()), TableAction::KeepPlaying),
    ];
    Question { message: question.to_owned(), asks: true, answers }
}

/// Returns how long there has been no connection, and whose clock runs meanwhile.
pub(super) fn cut_off(view: &View<'_>, table: &Table) -> String {
    let seconds = view.app.link().lost_at().map_or(0, |at| view.now.since(at) / 1_000);
    let clocks = table.game().clocks(view.now);
    let running = clocks.running.filter(|&color| clocks.sides[color].flag_in_ms().is_some());
    let mine = table.seat().and_then(|seat| Some(running? == seat));
    view.text.table.cut_off(&minutes_and_seconds(seconds), mine)
}

/// Asks how the game goes on without the move of an engine that failed: a line above the buttons.
fn failed(
    view: &View<'_>,
    ui: &mut Ui,
    (local, failure): (&LocalPlay, &EngineFailure),
    actions: &mut Vec<Action>,
) {
    let (text, place) = (&view.text.engines, ui.max_rect());
    card(ui, place, CardLook::Wash);
    let inner = place.shrink2(vec2(14.0, 4.0));
    let message = text.failure(local.external_name().unwrap_or_default(), failure);
    let (line, row) = inner.split_top_bottom_at_y(inner.bottom() - theme::height(ui.ctx(), parts::CHIP));
    let font = theme::plain(theme::TEXT_SMALL);
    let at = line.left_center();
    parts::text(ui, at, Align2::LEFT_CENTER, &message, font, view.theme.red, line.width());
    let response = ui.interact(line, ui.id().with("message"), Sense::hover()).on_hover_text(&message);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &message));
    ui_trace::record(ui, "offer.message", &message, &response);
    let own = ("engine.own", text.use_own, true, StartAction::UseOwnEngine);
    let retry = ("engine.retry", text.retry, false, StartAction::RetryEngine);
    let answers = if *failure == EngineFailure::Own { vec![retry] } else { vec![own, retry] };
    parts::inside(ui, "engine", row, |ui| {
        ui.horizontal(|ui| {
            for (name, label, is_likely, action) in answers {
                if parts::chip(ui, name, label, is_likely) {
                    actions.push(Action::Start(action));
                }
            }
        });
    });
}

fn absence(
    view: &View<'_>,
    name: &str,
    claimable_at: chuhe_rules::clock::Timestamp,
    permits: &Permits<'_>,
) -> Question {
    let wait = Some(view.seconds_until(claimable_at)).filter(|&seconds| seconds > 0);
    let claims = [
        ("claim.win", view.text.claim_win, ButtonKind::Primary, Claim::Win),
        ("claim.draw", view.text.claim_draw, ButtonKind::Plain, Claim::Draw),
    ];
    let answer = |(name, label, kind, claim)| {
        let (permit, action) = (permits.claim(), TableAction::Claim(claim));
        Answer { name, label, kind, permit, action: Action::Table(action) }
    };
    let answers = if wait.is_none() { claims.map(answer).into() } else { Vec::new() };
    Question { message: view.text.opponent_away(name, wait), asks: wait.is_none(), answers }
}
