//! All that the view describes of what is on the screen.

use super::chat::ChatView;
use super::invitation::FollowedView;
use super::quit::QuitView;
use super::start::StartView;
use super::status::StatusView;
use super::table::{CoverView, TableView};
use super::trust::TrustView;
use super::{GroupKind, Model, Part, lobby, parts};
use chuhe_app::Screen;

/// The parts in the order in which they are read: open dialogs first. A review and a position that is set up are not
/// described yet.
pub fn parts(model: &Model<'_>) -> Vec<Part> {
    let asked = QuitView::of(model).map(|asked| asked.question);
    let trust = TrustView::of(model).map(|trust| trust.dialog());
    let screen = match (model.app.screen(), model.app.visit()) {
        (Screen::Join, _) => match FollowedView::before_joining(model) {
            Some(followed) => parts![followed.group(GroupKind::Section)],
            None => StartView::of(model).parts(model),
        },
        (Screen::Lobby, Some(visit)) => {
            let chat = ChatView::of(model, visit).parts(model);
            let (before, after) = (lobby::before_lists(model, visit), lobby::after_lists(model, visit));
            parts![before, lobby::list(model, visit), chat, after]
        }
        (Screen::Table, _) => TableView::of(model).map_or_else(Vec::new, |table| table.parts()),
        (Screen::Cover, _) => CoverView::of(model).map_or_else(Vec::new, |cover| cover.parts()),
        (Screen::Lobby | Screen::Review | Screen::SetUp, _) => Vec::new(),
    };
    parts![asked, trust, StatusView::parts(model), screen]
}
