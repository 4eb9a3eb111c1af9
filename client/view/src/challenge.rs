//! A challenge to the user, and one by the user that waits for an answer.

use super::{Button, Model, Role};
use chuhe_model::actions::action::{Action, LobbyAction, PreferencesAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::OpenChallenge;
use chuhe_protocol::{ChallengeId, DeclineReason};
use chuhe_texts::Text;

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
    /// Which game it is about.
    pub game: &'static str,
    /// The terms: the name of each, what it is, and whether that says enough without the name.
    pub terms: Vec<Term>,
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

/// A term of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub label: &'static str,
    /// What it is.
    pub value: String,
    /// Whether the value says enough without the name.
    pub is_plain: bool,
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
        let term = |(label, value, is_plain)| Term { label, value, is_plain };
        Self {
            id,
            name: open.name.to_string(),
            game: text.game_choice(GameChoice::of(terms.game.kind())),
            terms: text.challenge_terms(terms).into_iter().map(term).collect(),
            left: text.seconds_left(model.seconds_until(open.expires_at)),
            accept: button("challenge.accept", text.accept, LobbyAction::Accept(id)).role(Role::Primary),
            decline: button("challenge.decline", text.decline, declined),
            because: text.decline_because,
            reasons: REASONS.into_iter().enumerate().map(reason).collect(),
            block: Button::new("challenge.block", text.block, block).hint(text.block_explained),
        }
    }
}

impl IncomingView {
    /// The game and its terms, one after the other.
    pub fn summary(&self, text: &Text) -> Vec<String> {
        let term = |term: &Term| {
            if term.is_plain { term.value.clone() } else { text.labelled(term.label, &term.value) }
        };
        std::iter::once(self.game.to_owned()).chain(self.terms.iter().map(term)).collect()
    }
}
