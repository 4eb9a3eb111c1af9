//! What the user can choose at the table besides the buttons of the game.

use super::super::{Button, Choice, Fact, Model, report};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{SettingsAction, TableAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::sound::SoundSettings;
use chuhe_model::luzhanqi::BoardPart;
use chuhe_model::table::Table;
use chuhe_protocol::ComputerName;

/// The sounds, how the board is shown, and the way back.
pub(super) fn choices(model: &Model<'_>, table: &Table) -> Vec<Button> {
    let text = model.text;
    let sound = model.app.desk().settings.attention.sound;
    let label = if sound.muted { text.table.unmute } else { text.table.mute };
    let mute = SettingsAction::Sound(SoundSettings { muted: !sound.muted, ..sound });
    let mut choices =
        vec![Button::new("table.mute", label, mute), Button::new("table.flip", text.flip, TableAction::Flip)];
    let is_enlarged = model.app.pane().is_enlarged();
    if is_enlarged || table.game().luzhanqi().is_some() {
        let label = match table.part {
            BoardPart::Whole if !is_enlarged => text.table.own_half,
            BoardPart::Whole | BoardPart::OwnHalf => text.table.whole_board,
        };
        choices.push(Button::new("table.zoom", label, TableAction::Zoom).hint(text.table.zoom_hint));
    }
    choices.extend(report(model, table));
    if model.app.sessions().local().is_some() {
        let has_lobby = model.app.sessions().has_background_server();
        let back = if has_lobby { text.to_lobby } else { text.local.menu };
        choices.push(Button::new("table.menu", back, StartAction::Leave));
    }
    choices
}

/// How loud the sounds are, unless they are off.
pub(super) fn volume(model: &Model<'_>) -> Option<Choice> {
    let (sound, text) = (model.app.desk().settings.attention.sound, &model.text.table);
    let choice = Choice::among("volume", text.sounds, SoundSettings::VOLUMES, sound.volume, |volume| {
        let action = SettingsAction::Sound(SoundSettings { volume, ..sound });
        Button::new(format!("volume.{volume}"), format!("{volume}%"), action)
    });
    (!sound.muted).then_some(choice)
}

/// Who watches the game.
pub(super) fn spectators(model: &Model<'_>, table: &Table) -> Option<Fact> {
    let spectators = table.spectators.as_ref()?;
    let names: Vec<_> = spectators.names.iter().map(|name| model.text.called(name)).collect();
    let (label, detail) = (model.text.spectators(spectators.count), names.join(model.text.list_comma));
    Some(Fact::new("table.spectators", label).detail(detail))
}

/// What to do with the record of a game that is over; nothing if no move was played.
pub(super) fn record(model: &Model<'_>, table: &Table) -> Vec<Button> {
    let is_empty = table.game().ply() == 0;
    if is_empty || !table.game().is_over() || table.loading.is_some() || !table.game().is_recordable() {
        return Vec::new();
    }
    vec![
        Button::new("keep.review", model.text.records.review, ReviewAction::Table),
        Button::new("keep.save", model.text.save, ReviewAction::SaveTable),
    ]
}

/// The button that reports the opponent of a finished game, unless it is a computer player.
fn report(model: &Model<'_>, table: &Table) -> Option<Button> {
    let game = table.game();
    let me = game.seat().filter(|_| game.is_over() && model.app.sessions().local().is_none())?;
    let opponent = &game.seats()[me.opponent()];
    let lobby = model.app.sessions().visit().map(|visit| &visit.lobby);
    // the lobby knows computer players of every name, once it has listed them
    let is_listed = lobby.is_some_and(|lobby| lobby.computer_level(opponent.player).is_some());
    if is_listed || ComputerName::parse(opponent.name.as_ref()).is_some() {
        return None;
    }
    Some(report::begin(model, "table.report", opponent.player, &opponent.name, Some(game.id())))
}

/// The button that blocks the opponent, or lifts the block.
pub(super) fn block(model: &Model<'_>, visit: &Visit, table: &Table) -> Option<Button> {
    let me = table.game().seat().filter(|_| model.app.sessions().local().is_none())?;
    let opponent = table.game().seats()[me.opponent()].player;
    Some(model.block("table.block", visit, opponent))
}
