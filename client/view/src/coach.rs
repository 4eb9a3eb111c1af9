//! What the coach says: what the opponent threatens, and why a move was bad, in one sentence each.

use super::{Button, Model, Question, Role};
use chuhe_app::coaching;
use chuhe_model::actions::action::TableAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::coaching::{Coach, CoachAction, Danger, Fault, Found, Means, Reason, Threat, Topic};
use chuhe_model::table::{MoveNotation, Table};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::{Move, Piece, Position};

/// The action of the button that asks for a hint: at low levels the user chooses what it shows.
pub(crate) fn hint(model: &Model<'_>) -> StartAction {
    let coach = coaching::coach(model.app.sessions());
    coach.map_or(StartAction::Hint, |_| StartAction::Coach(CoachAction::Ask))
}

/// What the coach of this game says or asks.
pub(crate) fn question(model: &Model<'_>, table: &Table) -> Option<Question> {
    let coach = coaching::coach(model.app.sessions())?;
    let text = model.text.coach();
    let button = |id, label: &str, action| Button::new(id, label, StartAction::Coach(action));
    let close = || button("coach.close", model.text.close, CoachAction::Close);
    let last = || {
        let last = button("coach.last", text.last_move, CoachAction::LastMove);
        last.lacks(coach.has_last_move(), text.no_last_move)
    };
    let (said, answers) = match coach.topic()? {
        Topic::Hints => {
            let threat = button("coach.threat", text.threat, CoachAction::Threat);
            let recommended = button("coach.move", text.best_move, CoachAction::Move);
            let answers = vec![threat.role(Role::Primary), recommended, last(), close()];
            return Some(Question::asking("coach", text.ask.to_owned(), answers));
        }
        Topic::Cost => {
            let why = button("coach.last", text.why, CoachAction::LastMove).role(Role::Primary);
            return Some(Question::asking("coach", text.cost.to_owned(), vec![why, close()]));
        }
        Topic::Threat => (threatened(model, coach), vec![last(), close()]),
        Topic::LastMove => {
            let said = judged(model, coach);
            let kind = OfferKind::Takeback;
            let permits = table.permits(model.now, model.app.sessions().link().is_joined());
            let back = Button::new("coach.takeback", model.text.takeback, TableAction::Offer(kind));
            (said, vec![back.permit(model.permit(permits.offer(kind))), close()])
        }
    };
    Some(Question::reporting("coach", said, answers))
}

/// What the coach says of the game at this table, in one sentence; `None` while it waits to be asked.
#[must_use]
pub fn coached(model: &Model<'_>, table: &Table) -> Option<String> {
    let topic = coaching::coach(model.app.sessions())?.topic()?;
    question(model, table).filter(|_| topic != Topic::Hints).map(|question| question.message)
}

/// What the opponent threatens.
fn threatened(model: &Model<'_>, coach: &Coach) -> String {
    let text = model.text.coach();
    let written = |by| coach.shown().map_or_else(String::new, |(_, position)| written(model, &position, by));
    match coach.danger() {
        Found::Searching => model.text.analysis().thinking.to_owned(),
        Found::Unknown => text.unknown.to_owned(),
        Found::Known(Danger::Check) => text.check.to_owned(),
        Found::Known(Danger::Threat(Threat::Nothing)) => text.no_threat.to_owned(),
        Found::Known(Danger::Threat(Threat::Mate { moves, by })) => text.threat_mate(&written(by), moves),
        Found::Known(Danger::Threat(Threat::Wins { piece, by })) => {
            text.threat_wins(&written(by), model.text.console().piece(piece))
        }
    }
}

/// What was wrong with the user's last move.
fn judged(model: &Model<'_>, coach: &Coach) -> String {
    let text = model.text.coach();
    match coach.last_move() {
        Found::Searching => model.text.analysis().thinking.to_owned(),
        Found::Unknown => text.unknown.to_owned(),
        Found::Known(None) => text.fine.to_owned(),
        Found::Known(Some(reason)) => match coach.shown() {
            Some((_, position)) => why(model, reason, &position),
            None => text.unknown.to_owned(),
        },
    }
}

/// Why a move was bad; `position` is the one in which the move is played that shows it.
pub(crate) fn why(model: &Model<'_>, reason: Reason, position: &Position) -> String {
    let (text, names) = (model.text.coach(), model.text.console());
    let shown = written(model, position, reason.shown);
    match reason.fault {
        Fault::AllowsMate { moves } => text.allows_mate(&shown, moves),
        Fault::MissesMate { moves } => text.misses_mate(&shown, moves),
        Fault::Hangs(piece) => text.hangs(&shown, names.piece(piece)),
        Fault::LosesExchange(piece) => text.exchange(&shown, names.piece(piece)),
        Fault::Loses(piece, means) => lost(model, &shown, piece, means),
        Fault::MissesPiece(piece) => text.misses_piece(&shown, names.piece(piece)),
        Fault::ExposesGeneral => text.exposes_general(&shown),
        Fault::LosesTempo(piece) => text.loses_tempo(&shown, names.piece(piece)),
        Fault::Blocks(piece) => text.blocks(&shown, names.piece(piece)),
        Fault::MissesCheck => text.misses_check(&shown),
        Fault::MissesAttack(piece) => text.misses_attack(&shown, names.piece(piece)),
        Fault::MissesExchange(piece) => text.misses_exchange(&shown, names.piece(piece)),
        Fault::MissesActivity(piece) => text.misses_activity(&shown, names.piece(piece)),
        Fault::Better => text.better(&shown),
    }
}

/// How a piece is lost, beginning with the shown move.
fn lost(model: &Model<'_>, shown: &str, piece: Piece, means: Means) -> String {
    let (text, piece) = (model.text.coach(), model.text.console().piece(piece));
    match means {
        Means::Unprotected => text.takes_protection(shown, piece),
        Means::Opened => text.opens_line(shown, piece),
        Means::Check => text.lost_by_check(shown, piece),
        Means::Fork => text.lost_by_fork(shown, piece),
        Means::Pin => text.lost_by_pin(shown, piece),
        Means::Trap => text.lost_by_trap(shown, piece),
        Means::Moves(0 | 1) => text.loses(shown, piece),
        Means::Moves(moves) => text.loses_later(shown, piece, moves),
    }
}

/// A move of this position in the notation of the user.
fn written(model: &Model<'_>, position: &Position, mv: Move) -> String {
    MoveNotation::of(position, mv).text(model.app.desk().notation()).to_owned()
}
