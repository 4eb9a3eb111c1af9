//! The lobby in which the user looks for an opponent.

use super::games::Scene;
use super::stages::lobby;
use chuhe_model::actions::action::{Action, FormAction, LobbyAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::preset::Preset;

/// The user and another player look for an opponent, on other terms.
pub(super) fn seeking(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    let other = scene.world.join("老船长");
    scene.world.advance(1_000);
    for action in [
        Action::Lobby(LobbyAction::OpenSeekForm),
        Action::Form(FormAction::AlsoGame(GameChoice::LuzhanqiCross)),
        Action::Form(FormAction::Send),
    ] {
        scene.world.act(other, action);
    }
    let user = scene.user;
    for action in [
        Action::Lobby(LobbyAction::OpenSeekForm),
        Action::Form(FormAction::Game(GameChoice::LuzhanqiClassic)),
        Action::Form(FormAction::Send),
    ] {
        scene.world.act(user, action);
    }
    scene.world.advance(5_000);
    scene
}

/// The form with the terms on which to look for an opponent, of which there may be several.
pub(super) fn seek_form(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.act(Action::Lobby(LobbyAction::OpenSeekForm));
    scene.act(Action::Form(FormAction::AlsoGame(GameChoice::LuzhanqiClassic)));
    scene.act(Action::Form(FormAction::AlsoTime(Preset::Quick)));
    scene
}
