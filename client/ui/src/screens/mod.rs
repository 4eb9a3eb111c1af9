//! Everything except the board: one function for each screen, in a file of its own.
//!
//! A screen is drawn from the [`App`] and does not change it: its widgets return [`Action`]s.
//! The app stores typed text, so a screen has no state.

mod account;
#[cfg(test)]
mod account_tests;
#[cfg(test)]
mod background_tests;
mod banner;
mod board_focus;
#[cfg(test)]
mod cancel_tests;
mod captured;
mod challenges;
mod chat;
#[cfg(test)]
mod chat_tests;
mod composer;
#[cfg(test)]
mod composer_tests;
#[cfg(test)]
mod crowd_tests;
#[cfg(test)]
mod cut_off_tests;
mod described;
mod dialog;
mod disabled;
#[cfg(test)]
mod disabled_tests;
#[cfg(test)]
mod double_press_tests;
mod emblem;
mod empty_lobby;
mod engines;
#[cfg(test)]
mod enlarged_tests;
#[cfg(test)]
mod evening_boards_tests;
mod evenings;
#[cfg(test)]
mod evenings_tests;
mod exercise;
#[cfg(test)]
mod exercise_tests;
#[cfg(test)]
mod fonts_tests;
mod form;
mod game_filter;
mod games;
mod guess;
mod help;
#[cfg(test)]
mod help_tests;
#[cfg(test)]
mod hostile;
mod invitation;
#[cfg(test)]
mod invitation_tests;
mod invited;
mod join;
#[cfg(test)]
mod keyboard_tests;
mod keys;
mod layers;
#[cfg(test)]
mod layers_tests;
mod leaderboard;
mod learn;
mod library;
#[cfg(test)]
mod library_tests;
mod links;
mod lobby;
mod local_form;
mod luzhanqi;
#[cfg(test)]
mod luzhanqi_tests;
mod move_list;
mod notices;
mod offer;
mod over_dialog;
#[cfg(test)]
mod over_dialog_tests;
mod overlay;
mod parts;
#[cfg(test)]
mod phone_sheet_tests;
#[cfg(test)]
mod phone_tests;
mod pictures;
mod piece_sets;
mod player_card;
#[cfg(test)]
mod player_card_tests;
mod players;
#[cfg(test)]
mod preferences_tests;
mod previews;
mod profile;
#[cfg(test)]
mod profile_tests;
mod puzzles;
#[cfg(test)]
mod rated_tests;
mod reason;
mod recent;
#[cfg(test)]
mod repetition_tests;
#[cfg(test)]
mod reports_tests;
mod review;
#[cfg(test)]
mod row_tests;
mod rows;
mod running;
#[cfg(test)]
mod running_tests;
mod server_address;
mod set_up;
#[cfg(test)]
mod set_up_tests;
mod settings;
mod side;
#[cfg(test)]
mod sideways_tests;
mod start;
#[cfg(test)]
mod start_tests;
mod status_line;
#[cfg(test)]
mod steady_tests;
mod steps;
mod table;
mod table_choices;
mod table_phone;
mod table_phone_state;
#[cfg(test)]
mod table_tests;
mod tabs;
#[cfg(test)]
mod tests;
mod trust;
mod typed_move;
mod view;
#[cfg(test)]
mod watch_tests;
mod window_keys;
#[cfg(test)]
mod window_keys_tests;
#[cfg(test)]
mod wording_tests;
mod words;

use crate::widgets::{double_press, tab_order, theme, ui_trace};
use chuhe_app::{App, Screen};
use chuhe_model::actions::action::Action;
use chuhe_rules::clock::Timestamp;
use chuhe_view::Model;
use chuhe_view::table::TableView;
use view::View;

/// The width of the dialog with the layouts.
const LAYOUTS: f32 = 420.0;
/// The width of the dialogs about reports.
const REPORT: f32 = 520.0;

/// Takes a step back on the next frame: closes the topmost of what lies over the screen, or leaves the screen
/// ([`chuhe_view::keys::BACK`]).
pub fn go_back(ctx: &egui::Context) {
    layers::go_back(ctx);
}

/// Shows the current screen and returns the actions of its widgets.
///
/// Screens that are never the first stay apart (`inline(never)`): the page fetches them later.
pub fn show(app: &App, ctx: &egui::Context, now: Timestamp) -> Vec<Action> {
    let before = ctx.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<Option<Screen>>(egui::Id::new("screen"));
        last.replace(app.screen())
    });
    let window = ctx.screen_rect();
    let area = app.desk().area(window.size());
    // dialogs and menus stay in what is visible, too
    ctx.input_mut(|input| input.screen_rect = area.visible);
    theme::set_touch(ctx, area.form.is_phone());
    let opened = before != Some(app.screen());
    let focused = ctx.data(|data| data.get_temp(egui::Id::new("focused")).unwrap_or_default());
    let (closing, goes_back) = layers::begin(ctx);
    let (text, theme) = (app.desk().text(), theme::current(ctx));
    let table = TableView::of(&Model::of(app, now));
    let view = View { app, text, theme, now, area, table, opened, focused, closing };
    let mut actions = Vec::new();
    if goes_back {
        actions.push(chuhe_view::keys::BACK);
    }
    tab_order::begin(ctx);
    notices::begin(&view, ctx);
    screen(&view, ctx, &mut actions);
    let dialogs = [
        (chuhe_view::report::dialog(&view.model()), REPORT),
        (chuhe_view::layouts::dialog(&view.model()), LAYOUTS),
    ];
    for (dialog, width) in dialogs.iter().filter_map(|(dialog, width)| Some((dialog.as_ref()?, *width))) {
        described::dialog(&view, ctx, dialog, width, &mut actions);
    }
    focus_new_name(&view, ctx);
    local_form::in_lobby(&view, ctx, &mut actions);
    library::show(&view, ctx, &mut actions);
    overlay::show(&view, ctx, &mut actions);
    over_dialog::show(&view, ctx, &mut actions);
    notices::show(&view, ctx, &mut actions);
    window_keys::read(&view, ctx, &mut actions);
    tab_order::end(ctx, &[board_focus::id()]);
    board_focus::ring(&view, ctx);
    ctx.input_mut(|input| input.screen_rect = window);
    layers::end(ctx);
    let focused = ctx.memory(|memory| memory.focused().is_some());
    ctx.data_mut(|data| data.insert_temp(egui::Id::new("focused"), focused));
    if !double_press::counts(ctx) {
        actions.clear();
    }
    actions
}

/// Gives the keyboard to the field for the new name of a layout when it appears.
fn focus_new_name(view: &View<'_>, ctx: &egui::Context) {
    let renamed = view.app.files().and_then(|files| Some(files.renaming.as_ref()?[0].clone()));
    let before = ctx.data_mut(|data| {
        std::mem::replace(data.get_temp_mut_or_default(egui::Id::new("layouts.renamed")), renamed.clone())
    });
    if renamed.is_some() && renamed != before {
        crate::widgets::focus(ctx, chuhe_view::layouts::RENAME);
    }
}

/// Draws the screen below the dialogs.
fn screen(view: &View<'_>, ctx: &egui::Context, actions: &mut Vec<Action>) {
    match view.app.screen() {
        Screen::Join => {
            ui_trace::screen(ctx, "join");
            if !invited::show(view, ctx, actions) {
                start::show(view, ctx, actions);
            }
        }
        Screen::Lobby => {
            ui_trace::screen(ctx, "lobby");
            lobby::show(view, ctx, actions);
        }
        Screen::Evenings => {
            ui_trace::screen(ctx, "evenings");
            evenings::show(view, ctx, actions);
        }
        Screen::Table => {
            ui_trace::screen(ctx, table::name(view.app));
            table::show(view, ctx, actions);
        }
        Screen::Cover => {
            ui_trace::screen(ctx, "cover");
            local_form::cover(view, ctx, actions);
        }
        Screen::SetUp => {
            ui_trace::screen(ctx, "setup");
            set_up::show(view, ctx, actions);
        }
        Screen::Lesson => learn::show(view, ctx, actions),
        Screen::Puzzle => puzzles::show(view, ctx, actions),
        Screen::Guess => guess::show(view, ctx, actions),
        Screen::Review => {
            ui_trace::screen(ctx, "review");
            review::show(view, ctx, actions);
        }
    }
}
