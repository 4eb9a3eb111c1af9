//! What the user must know or decide at the table before anything else.

use super::super::connection::{lost_for, retry};
use super::super::offline::plays_elsewhere;
use super::super::{Button, Fact, Model, Question, Role, coach};
use chuhe_model::actions::action::{JoinAction, TableAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::engines::EngineFailure;
use chuhe_model::table::{Confirmation, GivingUp, Permits, Table};
use chuhe_protocol::{Claim, PlayerName};
use chuhe_rules::offers::OfferKind;
use chuhe_texts::minutes_and_seconds;

/// How long there has been no connection, whose clock runs meanwhile, and what to do about it.
pub(super) fn connection(model: &Model<'_>, table: &Table) -> Option<Question> {
    if !model.app.sessions().is_cut_off() || table.is_gone() {
        return None;
    }
    let clocks = table.game().clocks(model.now);
    let running = clocks.running.filter(|&color| clocks.sides[color].flag_in_ms().is_some());
    let mine = table.game().seat().and_then(|seat| Some(running? == seat));
    let link = model.app.sessions().link();
    // the player is there, in another window
    let message =
        plays_elsewhere(model.app).unwrap_or_else(|| model.text.table.cut_off(&lost_for(model, link), mine));
    let answers =
        vec![retry(model), Button::new("connection.leave", model.text.leave_server, JoinAction::Leave)];
    Some(Question::reporting("connection", message, answers))
}

/// The questions and messages, the most urgent first.
pub(super) fn questions(model: &Model<'_>, table: &Table) -> Vec<Question> {
    if table.is_gone() {
        return vec![Question::reporting("table.gone", model.text.game_forgotten.to_owned(), Vec::new())];
    }
    let paused = paused(model, table);
    if table.game().seat().is_none() {
        return paused.into_iter().collect();
    }
    let permits = table.permits(model.now, model.app.sessions().link().is_joined());
    let mut questions = Vec::new();
    questions.extend(table.asked().map(|asked| match asked {
        Confirmation::GiveUp(how) => giving_up(model, table, how, &permits),
        Confirmation::Draw => drawing(model, &permits),
    }));
    questions.extend(paused);
    questions.extend(engine(model));
    questions.extend(handing_over(model, table));
    questions.extend(offers_of_opponent(model, table, &permits));
    // the user's own offer must not hide the claim that ends the game
    questions.extend(absence(model, table, &permits));
    questions.extend(own_offers(model, table, &permits));
    questions.extend(coach::question(model, table));
    // one of them stands where the position is said
    if let Some(first) = questions.first_mut() {
        first.context = context(model, table);
    }
    questions
}

/// Which position the board shows, if it is not the last one.
fn context(model: &Model<'_>, table: &Table) -> Option<Fact> {
    let ply = table.interaction.review()?;
    Some(Fact::new("question.shown", model.text.reviewing(ply, table.game().ply())))
}

/// That an organiser has paused the game.
fn paused(model: &Model<'_>, table: &Table) -> Option<Question> {
    let said = || Question::reporting("paused", model.text.evening().game_paused.to_owned(), Vec::new());
    table.game().shown_clocks.are_halted().then(said)
}

/// Asks whether the user wants to resign, or to abort the game.
fn giving_up(model: &Model<'_>, table: &Table, how: GivingUp, permits: &Permits<'_>) -> Question {
    let text = model.text;
    let (question, name, label, action) = match how {
        GivingUp::Resign => (text.resign_question, "resign.yes", text.resign_yes, TableAction::Resign),
        GivingUp::Abort => (text.abort_question, "abort.yes", text.abort, TableAction::Abort),
    };
    let answers = vec![
        Button::new(name, label, action).role(Role::Danger).permit(model.permit(permits.give_up())),
        Button::new("resign.no", text.resign_no, TableAction::KeepPlaying),
    ];
    let rated = (how == GivingUp::Resign && table.game().terms().rated).then_some(text.rating_rated);
    let question: Vec<&str> = std::iter::once(question).chain(rated).collect();
    Question::asking("resign", question.join(" · "), answers)
}

/// Asks whether the user wants to offer the computer a draw.
fn drawing(model: &Model<'_>, permits: &Permits<'_>) -> Question {
    let (text, kind) = (model.text, OfferKind::Draw);
    let permit = model.permit(permits.offer(kind));
    let answers = vec![
        Button::new("draw.yes", text.draw, TableAction::Offer(kind)).role(Role::Primary).permit(permit),
        Button::new("draw.no", text.resign_no, TableAction::KeepPlaying),
    ];
    Question::asking("draw", text.local.draw_question.to_owned(), answers)
}

/// Asks how the game goes on without the move of an engine that failed.
fn engine(model: &Model<'_>) -> Option<Question> {
    let local = model.app.sessions().local()?;
    let (text, failure) = (model.text.engines, local.failure()?);
    let own = Button::new("engine.own", text.use_own, StartAction::UseOwnEngine).role(Role::Primary);
    let retry = Button::new("engine.retry", text.retry, StartAction::RetryEngine);
    let answers = if *failure == EngineFailure::Own { vec![retry] } else { vec![own, retry] };
    let message = text.failure(local.external_name().unwrap_or_default(), failure);
    Some(Question::asking("engine", message, answers))
}

/// Asks the one of two people at this screen to hand over to the other.
fn handing_over(model: &Model<'_>, table: &Table) -> Option<Question> {
    model.app.sessions().local().filter(|local| local.hands_over())?;
    let text = &model.text.local;
    let hand = Button::new("table.hand_over", text.hand_over, StartAction::HandOver).role(Role::Primary);
    Some(Question::asking("hand_over", text.hand_over_to(&model.text.called(opponent(table))), vec![hand]))
}

/// An offer of the opponent to a user who plays at this table.
pub(crate) fn offer(model: &Model<'_>, table: &Table) -> Option<Question> {
    table.game().seat().filter(|_| !table.is_gone())?;
    let permits = table.permits(model.now, model.app.sessions().link().is_joined());
    offers_of_opponent(model, table, &permits).into_iter().next()
}

fn offers_of_opponent(model: &Model<'_>, table: &Table, permits: &Permits<'_>) -> Vec<Question> {
    let text = model.text;
    let offers = table.game().open_offers(table.game().me().opponent());
    offers
        .map(|kind| {
            let answer = |id, label, accept| {
                let permit = model.permit(permits.answer(kind));
                Button::new(id, label, TableAction::Answer(kind, accept)).permit(permit)
            };
            let answers = vec![
                answer("offer.accept", text.accept_offer, true).role(Role::Primary),
                answer("offer.decline", text.decline_offer, false),
            ];
            Question::asking("offer", offered(model, table, kind), answers)
        })
        .collect()
}

/// What the opponent offers, and of two people at one screen, who answers.
#[must_use]
pub fn offered(model: &Model<'_>, table: &Table, kind: OfferKind) -> String {
    let offer = model.text.offered_by(kind, &model.text.called(opponent(table)));
    if !model.app.sessions().shares_screen() {
        return offer;
    }
    model.text.local.offer_to(&offer, model.text.color(table.game().me()))
}

fn own_offers(model: &Model<'_>, table: &Table, permits: &Permits<'_>) -> Vec<Question> {
    let offers = table.game().open_offers(table.game().me());
    offers
        .map(|kind| {
            let withdraw = Button::new("offer.withdraw", model.text.withdraw, TableAction::Withdraw(kind))
                .permit(model.permit(permits.withdraw(kind)));
            Question::reporting("offered", model.text.offered(kind).to_owned(), vec![withdraw])
        })
        .collect()
}

/// What the user may do while the opponent is away.
fn absence(model: &Model<'_>, table: &Table, permits: &Permits<'_>) -> Option<Question> {
    let (text, game) = (model.text, table.game());
    let name = &*text.called(opponent(table));
    let claimable_at = game.claimable_at(table.game().me().opponent()).filter(|_| !game.is_over())?;
    if game.shown_clocks.are_paused() || game.shown_clocks.are_halted() {
        return Some(Question::reporting("absence", text.is_offline(name), Vec::new()));
    }
    let wait = model.seconds_until(claimable_at);
    if !game.situation().both_moved() {
        let message = text.early_absence(name, &minutes_and_seconds(wait));
        return Some(Question::reporting("absence", message, Vec::new()));
    }
    if wait > 0 {
        let message = text.opponent_away(name, Some(wait));
        return Some(Question::reporting("absence", message, Vec::new()));
    }
    let claim = |id, label, claim| {
        Button::new(id, label, TableAction::Claim(claim)).permit(model.permit(permits.claim()))
    };
    let answers = vec![
        claim("claim.win", text.claim_win, Claim::Win).role(Role::Primary),
        claim("claim.draw", text.claim_draw, Claim::Draw),
    ];
    Some(Question::asking("absence", text.opponent_away(name, None), answers))
}

fn opponent(table: &Table) -> &PlayerName {
    &table.game().seats()[table.game().me().opponent()].name
}
