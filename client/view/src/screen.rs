//! All parts of what is on the screen, for whoever renders a screen without knowing it.

use super::chat::ChatView;
use super::endgames::EndgameView;
use super::engines::EnginesView;
use super::evening::{self, EveningsView};
use super::flags::FlagView;
use super::guess::GuessView;
use super::help::HelpView;
use super::invitation::FollowedView;
use super::leaderboard::LeaderboardView;
use super::learn::LessonView;
use super::library::LibraryView;
use super::mistakes::MistakeView;
use super::parts::all;
use super::profile::ProfileView;
use super::puzzles::PuzzleView;
use super::review::ReviewView;
use super::set_up::SetUpView;
use super::settings::SettingsView;
use super::start::StartView;
use super::status::StatusView;
use super::table::{CoverView, TableView};
use super::trust::TrustView;
use super::{
    Group, GroupKind, Model, Part, apart, everywhere, keys, layouts, lobby, parts, quit, report, review,
    set_up, start,
};
use chuhe_app::Screen;

/// The open dialogs, the topmost first.
#[must_use]
pub fn dialogs(model: &Model<'_>) -> Vec<Group> {
    let dialogs = [
        quit::question(model),
        TrustView::of(model).map(|trust| trust.dialog()),
        EnginesView::of(model).map(EnginesView::group),
        keys::dialog(model),
        HelpView::of(model).map(|it| it.group(model)),
        SettingsView::of(model).map(SettingsView::group),
        LibraryView::of(model).map(LibraryView::group),
        ProfileView::of(model).map(ProfileView::group),
        LeaderboardView::of(model).map(LeaderboardView::group),
        apart(evening::dialog, model),
        report::dialog(model),
        layouts::dialog(model),
        start::in_lobby(model),
        set_up::question(model),
        review::dialog(model),
    ];
    dialogs.into_iter().flatten().collect()
}

/// The screen itself, below the dialogs, without what every screen has.
#[must_use]
pub fn shown(model: &Model<'_>) -> Vec<Part> {
    match model.app.screen() {
        Screen::Join => match FollowedView::before_joining(model) {
            Some(followed) => vec![followed.group(GroupKind::Section).into()],
            None => StartView::of(model).parts(model),
        },
        Screen::Table => apart(table, model),
        Screen::Review => apart(reviewed, model),
        Screen::SetUp => apart(|model| SetUpView::of(model).map_or_else(Vec::new, SetUpView::parts), model),
        Screen::Lesson => {
            apart(|model| LessonView::of(model).map_or_else(Vec::new, LessonView::parts), model)
        }
        Screen::Puzzle => {
            let mistake = || MistakeView::of(model).map(MistakeView::parts);
            let endgame = || EndgameView::of(model).map(EndgameView::parts);
            let puzzle = apart(PuzzleView::of, model).map(PuzzleView::parts);
            let flag = || FlagView::of(model).map(FlagView::parts);
            puzzle.or_else(mistake).or_else(endgame).or_else(flag).unwrap_or_default()
        }
        Screen::Guess => apart(|model| GuessView::of(model).map_or_else(Vec::new, GuessView::parts), model),
        Screen::Lobby => apart(lobby, model),
        Screen::Evenings => {
            apart(|model| EveningsView::of(model).map_or_else(Vec::new, |it| it.parts(model)), model)
        }
        Screen::Cover => CoverView::of(model).map_or_else(Vec::new, |cover| cover.parts()),
    }
}

fn reviewed(model: &Model<'_>) -> Vec<Part> {
    let Some(view) = ReviewView::of(model) else { return Vec::new() };
    view.head.parts().into_iter().chain(view.parts(model.text)).collect()
}

fn table(model: &Model<'_>) -> Vec<Part> {
    let Some(visit) = model.app.sessions().visit() else { return Vec::new() };
    let table = visit.table().map(|table| TableView::at(model, visit, table).parts(model, visit, table));
    table.unwrap_or_default()
}

fn lobby(model: &Model<'_>) -> Vec<Part> {
    let Some(visit) = model.app.sessions().visit() else { return Vec::new() };
    let chat = ChatView::of(model, visit).parts(model);
    let (before, after) = (lobby::before_lists(model, visit), lobby::after_lists(model, visit));
    parts![before, lobby::list(model, visit), chat, after]
}

/// What is on the screen: open dialogs first, then the screen, then what every screen has.
#[must_use]
pub fn parts(model: &Model<'_>) -> Vec<Part> {
    let status = StatusView::parts(model);
    let [settings, help, _] = everywhere(model);
    all(dialogs(model)).chain(status).chain(shown(model)).chain(all([settings, help])).collect()
}
