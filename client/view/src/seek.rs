//! Looking for an opponent, and the other ways to a game without choosing a player.

use super::challenge::TermsView;
use super::{Button, Model, Part, Role, parts, start};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{InvitationAction, LobbyAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_protocol::{ColorChoice, Player, Terms};
use chuhe_rules::clock::TimeControl;

/// The ways to a game without choosing a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Ways {
    /// Opens the form with the terms on which to look for an opponent, or ends the search.
    pub seek: Button,
    /// Plays the computer meanwhile.
    pub computer: Button,
    /// Opens the form of an invitation.
    pub invite: Button,
}

impl Ways {
    /// What the user may do in this visit.
    pub fn of(model: &Model<'_>, visit: &Visit) -> Self {
        let text = model.text;
        let seek = match visit.lobby.sought {
            Some(_) => end_seek(model, "lobby.seek", text.seek_stop),
            None => Button::new("lobby.seek", text.seek_find, LobbyAction::OpenSeekForm)
                .role(Role::Primary)
                .hint(text.seek_hint)
                .permit(model.permit(model.app.sessions().may_seek())),
        };
        let [computer, invite] = computer_and_invitation(model);
        Self { seek, computer, invite }
    }

    pub(crate) fn parts(&self) -> Vec<Part> {
        parts![&self.seek, &self.computer, &self.invite]
    }
}

/// The terms that somebody seeks, from all to the fewest words.
pub(crate) fn terms_in_short(model: &Model<'_>, terms: &Terms) -> Vec<String> {
    let (text, control) = (model.text, terms.challenger_time);
    let color = match terms.color {
        ColorChoice::Random => None,
        ColorChoice::Red | ColorChoice::Black => Some(text.color_choice(terms.color)),
    };
    let main = TimeControl { game_ms: control.game_ms, ..TimeControl::UNTIMED };
    let short = text.time_short(if control.game_ms > 0 { main } else { control });
    let said = |time: &str, color: Option<&str>| {
        [TermsView::game(text, terms), time].into_iter().chain(color).collect::<Vec<_>>().join(" · ")
    };
    vec![said(&text.time_short(control), color), said(&short, color), said(&short, None)]
}

/// Ends the search for an opponent.
pub(crate) fn end_seek(model: &Model<'_>, id: &'static str, label: &'static str) -> Button {
    Button::new(id, label, LobbyAction::EndSeek).permit(model.online())
}

/// The buttons for a game against the computer, and for an invitation.
fn computer_and_invitation(model: &Model<'_>) -> [Button; 2] {
    let (text, local) = (model.text, &model.text.local);
    let (label, hint) = match start::left(model) {
        Some([game, who, plies]) => {
            let hint = [game, plies, local.meanwhile_hint.to_owned()].join(" · ");
            (format!("{} · {who}", local.continue_game), hint)
        }
        None => (local.play_computer.to_owned(), local.meanwhile_hint.to_owned()),
    };
    let computer = Button::new("lobby.computer", label, StartAction::PlayComputer);
    let invite = Button::new("lobby.invite", text.invitation.heading, InvitationAction::OpenForm);
    let may = model.permit(model.app.sessions().may_invite());
    [computer.hint(hint), invite.hint(text.invitation.hint).permit(may)]
}

/// A player who looks for an opponent, and may be played at once.
#[derive(Clone, Debug, PartialEq)]
pub struct TakeView {
    /// Begins the game on the terms that they prefer; the hint says all of these.
    pub play: Button,
    /// These terms, from all to the fewest words.
    pub terms: Vec<String>,
}

impl TakeView {
    /// `None` if the player does not look for an opponent.
    pub(crate) fn of(model: &Model<'_>, visit: &Visit, player: &Player) -> Option<Self> {
        let terms = player.sought()?;
        let id = format!("lobby.take.{}", player.name);
        let play = Button::new(id, model.text.seek_play, LobbyAction::TakeSeek(player.id, 0))
            .hint(TermsView::of(model.text, terms).summary.join(" · "))
            .permit(model.permit(model.app.sessions().may_take_seek(visit, player)));
        let mut words = terms_in_short(model, &terms.mirrored());
        words.push(TermsView::game(model.text, terms).to_owned());
        Some(Self { play, terms: words })
    }

    /// The button on the card of the player.
    pub(crate) fn on_card(self) -> Button {
        Button { id: "player.take".into(), ..self.play }.role(Role::Primary)
    }
}
