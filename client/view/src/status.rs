//! The message that stands at the bottom of a screen until it is resolved.

use super::challenge::{IncomingView, TermsView};
use super::connection::{LostView, is_joining, remaining, wrong_field};
use super::seek;
use super::table::offer;
use super::{Button, Fact, GroupKind, Model, Part, Question, Role, Tone, parts};
use chuhe_app::Screen;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{JoinAction, LobbyAction, SettingsAction};
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::Table;

/// A message with its answers.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusView {
    /// Identifies it among those that can stand here.
    pub id: &'static str,
    /// What it says, the longest first, for whoever has too little room for that.
    pub messages: Vec<String>,
    /// How bad it is.
    pub tone: Tone,
    /// What the user can do about it.
    pub answers: Vec<Button>,
    /// Whose request the answers are to: a press that was meant for something else must not answer it.
    pub request: Option<String>,
}

impl StatusView {
    /// The most urgent message: a lost connection, an offer or a challenge to a user who does not see the table or the
    /// lobby, or paused games.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let visit = model.app.sessions().visit();
        let lost = visit.and_then(|_| LostView::of(model, model.app.sessions().link()));
        lost.map(Self::lost)
            .or_else(|| lost_in_background(model).map(Self::lost))
            .or_else(|| Self::offered(model))
            .or_else(|| model.app.sessions().challenge_at_board().map(|open| Self::at_board(model, open)))
            .or_else(|| away(model).map(|open| Self::elsewhere(model, open)))
            .or_else(|| visit.filter(|visit| visit.paused).map(|_| Self::paused(model)))
            .or_else(|| Self::played_elsewhere(model))
    }

    /// The message as parts; a challenge that can be answered here comes with all that the lobby says of it.
    pub fn parts(model: &Model<'_>) -> Vec<Part> {
        // a table that goes on says it itself
        let is_said = model.app.screen() == Screen::Table && model.app.sessions().is_cut_off();
        match Self::of(model).filter(|it| !is_said || it.id != "connection") {
            Some(it) if it.id == "challenge" && model.app.sessions().challenge_at_board().is_some() => {
                let open = model.app.sessions().challenge_at_board();
                parts![open.map(|open| IncomingView::of(model, open).section(model))]
            }
            Some(status) if status.answers.is_empty() => {
                parts![status.messages.first().map(|message| Fact::new(status.id, message.as_str()))]
            }
            Some(status) => {
                let message = status.messages.into_iter().next().unwrap_or_default();
                parts![GroupKind::Section.of(status.id, message, parts![status.answers])]
            }
            None => Vec::new(),
        }
    }

    /// The request of another player that waits for an answer while a dialog covers what shows it: an offer at the table,
    /// or a challenge. Its buttons have names of their own, because those of the screen are there too.
    #[must_use]
    pub fn over_dialog(model: &Model<'_>) -> Option<Self> {
        let (sessions, is_in_lobby) = (model.app.sessions(), model.app.screen() == Screen::Lobby);
        let in_lobby = || {
            let visit = sessions.visit().filter(|_| is_in_lobby)?;
            visit.lobby.incoming(visit.me).next()
        };
        let offered = sessions.table().and_then(|table| Self::offer(model, table));
        let status = offered
            .or_else(|| {
                let open = sessions.challenge_at_board().or_else(in_lobby)?;
                Some(Self::at_board(model, open))
            })
            .or_else(|| away(model).map(|open| Self::elsewhere(model, open)))?;
        let named = |answer: Button| Button { id: format!("over.{}", answer.id).into(), ..answer };
        Some(Self { answers: status.answers.into_iter().map(named).collect(), ..status })
    }

    fn lost(lost: LostView) -> Self {
        let LostView { messages, tone, answers } = lost;
        Self { id: "connection", messages, tone, answers, request: None }
    }

    /// An offer of the opponent to a user whose screen covers the table.
    fn offered(model: &Model<'_>) -> Option<Self> {
        Self::offer(model, model.app.sessions().table().filter(|_| is_covered(model))?)
    }

    fn offer(model: &Model<'_>, table: &Table) -> Option<Self> {
        let Question { message, answers, .. } = offer(model, table)?;
        let request = Some(message.clone());
        Some(Self { id: "offer", messages: vec![message], tone: Tone::Good, answers, request })
    }

    /// A challenge that the user can answer at a board.
    fn at_board(model: &Model<'_>, open: &OpenChallenge) -> Self {
        let described = IncomingView::of(model, open);
        let text = model.text;
        let terms = &open.challenge.terms;
        let own = text.labelled(text.local.side, text.local.side_choice(terms.mirrored().color));
        // where there is little room, the seconds are left out first
        let message: Vec<String> = std::iter::once(text.challenge_by(&described.name))
            .chain(seek::rated(model, std::slice::from_ref(terms)))
            .chain([TermsView::game(text, terms).to_owned(), text.clock.short(terms.opponent_time), own])
            .chain([described.left.clone()])
            .collect();
        let messages = (1..=message.len()).rev().map(|parts| message[..parts].join(" · ")).collect();
        let answers = vec![described.accept, described.decline];
        Self { id: "challenge", messages, tone: Tone::Good, answers, request: Some(described.id.to_string()) }
    }

    /// A challenge that the user can see in the lobby.
    fn elsewhere(model: &Model<'_>, open: &OpenChallenge) -> Self {
        let see = Button::new("challenge.see", model.text.to_lobby, LobbyAction::Show);
        let messages = vec![model.text.challenge_by(&model.text.called(&open.name))];
        Self { id: "challenge", messages, tone: Tone::Good, answers: vec![see], request: None }
    }

    /// That a game of the user goes on, on the first screen, and how to play on here. Whether another window plays it,
    /// or was closed in it, is not known.
    fn played_elsewhere(model: &Model<'_>) -> Option<Self> {
        let is_idle = model.app.screen() == Screen::Join && !is_joining(model);
        let server = model.app.entrance().elsewhere().filter(|_| is_idle)?;
        let text = model.text;
        let said = text.game_goes_on.to_owned();
        let take = JoinAction::To {
            host: server.host.clone(),
            port: server.port,
            name: Some(server.name.clone()),
            tls: false,
            hall: None,
        };
        let take = Button::new("elsewhere.play", text.play_here, take).role(Role::Primary);
        let messages = vec![[&*said, &*server.name, &*server.host].join(" · "), said];
        Some(Self { id: "elsewhere", messages, tone: Tone::Good, answers: vec![take], request: None })
    }

    fn paused(model: &Model<'_>) -> Self {
        let messages = vec![model.text.paused.to_owned()];
        Self { id: "paused", messages, tone: Tone::Warning, answers: Vec::new(), request: None }
    }
}

/// The lost connection to a server in the background, with its host.
fn lost_in_background(model: &Model<'_>) -> Option<LostView> {
    model.app.sessions().server_visit().filter(|_| model.app.sessions().has_background_server())?;
    let link = model.app.sessions().server_link();
    let lost = LostView::of(model, link)?;
    let host = link.server().map_or("", |server| server.host.as_str());
    let labelled: Vec<String> =
        lost.messages.iter().map(|message| model.text.labelled(host, message)).collect();
    let offline = [model.text.offline.to_owned()];
    let messages = labelled.into_iter().chain(lost.messages).chain(offline).collect();
    Some(LostView { messages, ..lost })
}

/// A challenge to a user whose screen covers the lobby.
fn away<'a>(model: &Model<'a>) -> Option<&'a OpenChallenge> {
    let visit: &Visit = model.app.sessions().visit()?;
    let watches = visit.table().is_some_and(|table| table.game().seat().is_none());
    visit.lobby.incoming(visit.me).find(|_| is_covered(model) || watches)
}

/// Whether a record covers the lobby and the table.
fn is_covered(model: &Model<'_>) -> bool {
    matches!(model.app.screen(), Screen::Review | Screen::SetUp | Screen::Guess)
}

/// The notice, whose waiting time counts down; `None` without one, or where the screen says it itself. A press
/// dismisses it.
pub fn notice(model: &Model<'_>) -> Option<Button> {
    let (notice, since) = model.app.desk().timed_notice(model.now)?;
    let lost_at = model.app.sessions().link().lost_at().filter(|_| model.app.sessions().visit().is_some());
    // the form says it, at the field or below; a loss that came later is said instead
    let form_says_silent = *notice == Notice::ServerSilent && is_joining(model);
    if wrong_field(model).is_some() || form_says_silent || lost_at.is_some_and(|lost_at| since < lost_at) {
        return None;
    }
    let refused = if let Notice::Refused(reason) = notice { remaining(model, *reason, since) } else { None };
    let denied = if let Notice::Denied(denied) = notice { Some(model.denied(*denied)) } else { None };
    let message = refused.or(denied);
    let message = message.unwrap_or_else(|| model.text.notice(notice));
    Some(Button::new("notice", message, SettingsAction::DismissNotice))
}
