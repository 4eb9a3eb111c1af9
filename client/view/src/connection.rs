//! The connection to a server: how joining goes, and what to say where it is lost.

use super::offline::offline_reason;
use super::{Button, Fact, Model, Tone};
use chuhe_app::Screen;
use chuhe_model::actions::action::JoinAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::link::{Link, OfflineReason, Status};
use chuhe_model::exchange::hosting::is_this_machine;
use chuhe_model::notices::notice::{self, Notice};
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;
use chuhe_texts::minutes_and_seconds;

/// After this time, the screen says that the check of a password can take longer.
const SLOW_LOGIN_MS: u64 = 3_000;

/// A lost connection.
#[derive(Clone, Debug, PartialEq)]
pub struct LostView {
    /// What to say, the longest first, for whoever has too little room for that.
    pub messages: Vec<String>,
    /// How bad it is.
    pub tone: Tone,
    /// What to do about it.
    pub answers: Vec<Button>,
}

impl LostView {
    /// What there is to say about this link; `None` unless its connection is lost.
    pub fn of(model: &Model<'_>, link: &Link) -> Option<Self> {
        let (text, app) = (model.text, model.app);
        let (message, tone, retry) = match link.status() {
            // the server is late with an answer
            Status::Joined if !link.is_joined() => {
                (text.table.cut_off(&lost_for(model, link), None), Tone::Warning, true)
            }
            Status::Joined | Status::Connecting | Status::LoggingIn { .. } => return None,
            Status::Lost { retry_at, .. } if link.is_paused() => {
                let seconds = retry_at.map(|at| model.seconds_until(at));
                (text.paused_retry(seconds), Tone::Warning, retry_at.is_some())
            }
            Status::Lost { .. } if link.is_moving(model.now) => {
                (text.hall_moving.to_owned(), Tone::Warning, false)
            }
            Status::Lost { retry_at, .. } if app.desk().is_page_server_silent() => {
                (text.server_silent.to_owned(), Tone::Wrong, retry_at.is_some())
            }
            Status::Lost { attempt, retry_at } => {
                let seconds = retry_at.map(|at| model.seconds_until(at));
                (text.connection_lost(attempt, seconds), Tone::Wrong, retry_at.is_some())
            }
            Status::Off(reason) => {
                let message = reason.map_or_else(String::new, |reason| offline_reason(app, &reason));
                (message, Tone::Wrong, true)
            }
        };
        let retry = retry.then(|| self::retry(model));
        let leave = Button::new("connection.leave", text.leave_server, JoinAction::Leave);
        Some(Self { messages: vec![message], tone, answers: retry.into_iter().chain([leave]).collect() })
    }
}

/// The button that connects again.
pub(crate) fn retry(model: &Model<'_>) -> Button {
    let is_superseded = model.app.sessions().is_superseded();
    let label = if is_superseded { model.text.play_here } else { model.text.retry_now };
    Button::new("connection.retry", label, JoinAction::Retry)
}

/// How long there has been no connection.
pub(crate) fn lost_for(model: &Model<'_>, link: &Link) -> String {
    minutes_and_seconds(link.lost_at().map_or(0, |at| model.now.since(at) / 1_000))
}

/// Whether an attempt to join is under way.
pub(crate) fn is_joining(model: &Model<'_>) -> bool {
    matches!(
        model.app.sessions().link().status(),
        Status::Connecting | Status::LoggingIn { .. } | Status::Lost { .. }
    )
}

/// How the attempt to join goes, or why it failed; `None` if there is nothing to say.
pub fn joining(model: &Model<'_>) -> Option<Fact> {
    let (app, text) = (model.app, model.text);
    let (message, tone) = match app.sessions().link().status() {
        Status::Connecting => (text.connecting.to_owned(), Tone::Plain),
        Status::LoggingIn { since } => {
            let is_slow = model.now.since(since) >= SLOW_LOGIN_MS;
            ((if is_slow { text.login_slow } else { text.logging_in }).to_owned(), Tone::Plain)
        }
        Status::Lost { .. } => {
            let lost = LostView::of(model, app.sessions().link())?.messages.swap_remove(0);
            let waits = app.entrance().returns.then_some(text.seat_waits);
            let said: Vec<&str> = std::iter::once(&*lost).chain(waits).collect();
            (said.join(" "), Tone::Plain)
        }
        Status::Off(Some(OfflineReason::ChooseHall)) => (text.choose_hall.to_owned(), Tone::Warning),
        Status::Off(None | Some(OfflineReason::ConnectFailed(_))) if app.desk().is_page_server_silent() => {
            (text.server_silent.to_owned(), Tone::Warning)
        }
        Status::Off(Some(OfflineReason::Refused(reason))) => {
            let since = app.entrance().join.refused_at;
            (
                since.map_or_else(|| Some(text.refusal(reason)), |since| remaining(model, reason, since))?,
                Tone::Wrong,
            )
        }
        Status::Off(Some(stop)) => (offline_reason(app, &stop), Tone::Wrong),
        Status::Off(None) => match wrong_field(model) {
            Some(notice) => (text.notice(notice), Tone::Wrong),
            None if exposes_password(model) => (text.not_encrypted.to_owned(), Tone::Warning),
            None => return None,
        },
        Status::Joined => return None,
    };
    Some(Fact::new("join.state", message).tone(tone))
}

/// What is wrong with a field of the form for joining or hosting, after an attempt.
pub(crate) fn wrong_field<'a>(model: &Model<'a>) -> Option<&'a Notice> {
    let has_form = matches!(model.app.desk().start_entry(), StartEntry::Join | StartEntry::Host);
    let shown = model.app.screen() == Screen::Join && has_form;
    let notice = model.app.desk().notice(model.now).filter(|_| shown)?;
    matches!(notice, Notice::Name(_) | Notice::NoHost | Notice::BadPort).then_some(notice)
}

/// Whether the server refused the name in the form.
pub(crate) fn is_name_refused(model: &Model<'_>) -> bool {
    let status = model.app.sessions().link().status();
    model.app.entrance().join.asks_name && matches!(status, Status::Off(Some(OfflineReason::Refused(_))))
}

/// Whether a password would be sent unencrypted over a network.
fn exposes_password(model: &Model<'_>) -> bool {
    let form = &model.app.entrance().join;
    form.password.is_some()
        && !is_this_machine(&form.host)
        && !form.tls
        && !model.app.entrance().is_tls_required(model.app.desk())
}

/// The text of a refusal that was received at `since`, or nothing once its waiting time is over.
pub(crate) fn remaining(model: &Model<'_>, reason: Refusal, since: Timestamp) -> Option<String> {
    notice::after(reason, model.now.since(since)).map(|reason| model.text.refusal(reason))
}
