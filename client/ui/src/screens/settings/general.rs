//! The page of the settings about words: the language, the notation, the list of moves, the names on tiles.

use super::rows::{row, set};
use crate::screens::parts::chip;
use crate::screens::view::View;
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_rules::luzhanqi::Strength;
use egui::Ui;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    languages(view, ui, actions);
    notations(view, ui, actions);
    row(ui, view.text.moves, |ui| {
        let shown = view.app.settings().move_times;
        if chip(ui, "settings.move_times", view.text.table.move_times, shown) {
            set(actions, SettingsAction::MoveTimes(!shown));
        }
    });
    if !view.app.lang().is_chinese() {
        tile_names(view, ui, actions);
    }
}

/// Shows the languages to choose from.
fn languages(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    row(ui, view.text.language, |ui| {
        let chosen = view.app.settings().language;
        if chip(ui, "settings.language.system", view.text.language_of_system, chosen.is_none()) {
            set(actions, SettingsAction::Language(None));
        }
        for lang in Lang::ALL {
            let name = format!("settings.language.{}", ["zh", "zh_hant", "en", "vi"][lang as usize]);
            if chip(ui, &name, lang.own_name(), chosen == Some(lang)) {
                set(actions, SettingsAction::Language(Some(lang)));
            }
        }
    });
}

/// Shows the notations of moves to choose from.
fn notations(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    row(ui, view.text.records.notation, |ui| {
        let chosen = view.app.settings().notation;
        let usual = view.text.records.notation_of_language;
        if chip(ui, "settings.notation.usual", usual, chosen.is_none()) {
            set(actions, SettingsAction::Notation(None));
        }
        for choice in NotationChoice::ALL {
            let name = format!("settings.notation.{choice:?}").to_lowercase();
            let label = view.text.records.notation_choice(choice);
            if chip(ui, &name, label, chosen == Some(choice)) {
                set(actions, SettingsAction::Notation(Some(choice)));
            }
        }
    });
}

/// Shows the names on tiles of luzhanqi to choose from.
fn tile_names(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let general = Strength::General;
    row(ui, view.text.table.tile_names, |ui| {
        let chosen = view.app.settings().translated_tiles;
        if chip(ui, "settings.tiles.chinese", general.chinese(), !chosen) {
            set(actions, SettingsAction::TranslateTiles(false));
        }
        if chip(ui, "settings.tiles.translated", view.text.short_strength(general), chosen) {
            set(actions, SettingsAction::TranslateTiles(true));
        }
    });
}
