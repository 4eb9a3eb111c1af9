//! The page of the settings about the window: light or dark, the colours, the size, and motion.

use super::rows::{note_below, row, set};
use crate::screens::parts::chip;
use crate::screens::view::View;
use crate::widgets::theme::{Appearance, MotionChoice, Palette};
use chuhe_model::actions::action::{Action, ScaleChange, SettingsAction};
use chuhe_model::layout::ui_scale::SCALES;
use egui::Ui;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    appearances(view, ui, actions);
    palettes(view, ui, actions);
    scales(view, ui, actions);
    full_screen(view, ui, actions);
    motions(view, ui, actions);
}

/// Shows how large everything can be.
fn scales(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, chosen) = (&view.text.look, view.app.settings().scale);
    row(ui, text.scale, |ui| {
        if chip(ui, "settings.scale.automatic", text.scale_automatic, chosen.is_none()) {
            set(actions, SettingsAction::Scale(ScaleChange::Automatic));
        }
        for percent in SCALES {
            let name = format!("settings.scale.{percent}");
            if chip(ui, &name, &format!("{percent}%"), chosen == Some(percent)) {
                set(actions, SettingsAction::Scale(ScaleChange::To(percent)));
            }
        }
    });
    let shown = view.app.scale();
    let note = match chosen {
        Some(chosen) if chosen > shown => text.scale_limited(shown),
        Some(_) => text.scale_keys.to_owned(),
        None => text.scale_now(shown),
    };
    note_below(ui, &note);
}

/// Shows whether the window covers the whole screen.
fn full_screen(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, full) = (&view.text.look, view.app.settings().full_screen);
    row(ui, text.window, |ui| {
        if chip(ui, "settings.full_screen", text.full_screen, full) {
            set(actions, SettingsAction::FullScreen(!full));
        }
    });
}

/// Shows the palettes to choose from.
fn palettes(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, chosen) = (&view.text.look, view.app.settings().palette);
    row(ui, text.palette, |ui| {
        if chip(ui, "settings.palette.system", text.motion_system, chosen.is_none()) {
            set(actions, SettingsAction::Palette(None));
        }
        for palette in Palette::ALL {
            let (name, label) = match palette {
                Palette::Usual => ("settings.palette.usual", text.palette_usual),
                Palette::ColorBlind => ("settings.palette.color_blind", text.palette_color_blind),
                Palette::HighContrast => ("settings.palette.high_contrast", text.palette_high_contrast),
            };
            if chip(ui, name, label, chosen == Some(palette)) {
                set(actions, SettingsAction::Palette(Some(palette)));
            }
        }
    });
    note_below(
        ui,
        match view.app.look().palette {
            Palette::Usual => text.palette_usual_note,
            Palette::ColorBlind => text.palette_color_blind_note,
            Palette::HighContrast => text.palette_high_contrast_note,
        },
    );
}

/// Shows whether pieces glide.
fn motions(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (text, chosen) = (&view.text.look, view.app.settings().motion);
    row(ui, text.motion, |ui| {
        for motion in MotionChoice::ALL {
            let (name, label) = match motion {
                MotionChoice::System => ("settings.motion.system", text.motion_system),
                MotionChoice::Full => ("settings.motion.full", text.motion_full),
                MotionChoice::Reduced => ("settings.motion.reduced", text.motion_reduced),
            };
            if chip(ui, name, label, chosen == motion) {
                set(actions, SettingsAction::Motion(motion));
            }
        }
    });
}

/// Shows light and dark to choose from.
fn appearances(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    row(ui, view.text.appearance, |ui| {
        let chosen = view.app.settings().appearance;
        if chip(ui, "settings.appearance.system", view.text.look.motion_system, chosen.is_none()) {
            set(actions, SettingsAction::Appearance(None));
        }
        let choices = [
            ("settings.light", view.text.light, Appearance::Light),
            ("settings.dark", view.text.dark, Appearance::Dark),
        ];
        for (name, label, appearance) in choices {
            if chip(ui, name, label, chosen == Some(appearance)) {
                set(actions, SettingsAction::Appearance(Some(appearance)));
            }
        }
    });
}
