//! A challenge to the user, and one by the user that waits for an answer.

use super::{Button, Fact, Group, GroupKind, Model, Role, parts};
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::OpenChallenge;
use chuhe_protocol::{ChallengeId, DeclineReason, Terms};
use chuhe_texts::Text;
use std::borrow::Cow;

/// The reasons for declining from which the user can choose.
const REASONS: [DeclineReason; 5] = [
    DeclineReason::Busy,
    DeclineReason::Later,
    DeclineReason::TooFast,
    DeclineReason::TooSlow,
    DeclineReason::OtherTerms,
];

/// A challenge to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct IncomingView {
    /// Which challenge it is.
    pub id: ChallengeId,
    /// Who challenges.
    pub name: String,
    /// The game and its terms.
    pub terms: TermsView,
    /// How long the challenge stays open.
    pub left: String,
    /// Accepts it.
    pub accept: Button,
    /// Declines it without a reason.
    pub decline: Button,
    /// What the link to the reasons says.
    pub because: &'static str,
    /// Decline it for a reason each.
    pub reasons: Vec<Button>,
    /// Blocks the challenger.
    pub block: Button,
}

/// The game and its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsView {
    /// The name of each term, and what it is; the game comes first.
    pub lines: Vec<(&'static str, String)>,
    /// What matters, in parts of one sentence.
    pub summary: Vec<String>,
}

impl TermsView {
    /// These terms, as the player who accepts sees them.
    pub fn of(text: &Text, terms: &Terms) -> Self {
        let game = Self::game(text, terms).to_owned();
        let first = (text.game, game.clone(), game);
        let terms = std::iter::once(first).chain(text.challenge_terms(terms));
        let (lines, summary) = terms.map(|(label, value, said)| ((label, value), said)).unzip();
        Self { lines, summary }
    }

    /// The name of the game.
    pub(crate) fn game(text: &Text, terms: &Terms) -> &'static str {
        text.game_choice(GameChoice::of(terms.game.kind()))
    }

    /// The terms in one line.
    pub(crate) fn fact(&self, id: impl Into<Cow<'static, str>>) -> Fact {
        Fact::new(id, self.summary.join(" · "))
    }
}

impl IncomingView {
    /// The view of this challenge.
    pub fn of(model: &Model<'_>, open: &OpenChallenge) -> Self {
        let (text, id, terms) = (model.text, open.challenge.id, &open.challenge.terms);
        let button =
            |name, label: &str, action: LobbyAction| Button::new(name, label, action).permit(model.online());
        let reason = |(index, reason)| {
            let action = Action::Lobby(LobbyAction::Decline(id, reason));
            let name = format!("challenge.why.{index}");
            Button::new(name, text.decline_reason(reason), action).permit(model.online())
        };
        let declined = LobbyAction::Decline(id, DeclineReason::Unspecified);
        let block = PreferencesAction::Block(open.challenge.from);
        Self {
            id,
            name: text.called(&open.name).into_owned(),
            terms: TermsView::of(text, terms),
            left: text.seconds_left(model.seconds_until(open.expires_at)),
            accept: button("challenge.accept", text.accept, LobbyAction::Accept(id)).role(Role::Primary),
            decline: button("challenge.decline", text.decline, declined),
            because: text.decline_because,
            reasons: REASONS.into_iter().enumerate().map(reason).collect(),
            block: Button::new("challenge.block", text.block, block).hint(text.block_explained),
        }
    }
    /// The challenge as a section. Of several, each has buttons with ids of its own.
    pub(crate) fn section(&self, model: &Model<'_>) -> Group {
        let id = format!("challenge.{}", self.id);
        let own = |button: &Button| {
            let name = button.id.split_once('.').map_or(&*button.id, |(_, name)| name);
            Button { id: format!("{id}.{name}").into(), ..button.clone() }
        };
        let others: Vec<Button> = self.reasons.iter().chain([&self.block]).map(own).collect();
        let others = GroupKind::More.of(format!("{id}.because"), self.because, parts![others]);
        let terms = self.terms.fact(format!("{id}.terms"));
        let parts = parts![terms, own(&self.accept), own(&self.decline), others];
        GroupKind::Section.of(id, model.text.challenge_by(&self.name), parts)
    }
}
