//! The tabs of a table, for screens that have no room for all at once.

use super::super::{Button, Model};
use chuhe_model::actions::action::{Tab, TableAction};
use chuhe_model::table::{Table, Viewpoint};

/// A tab, and the button that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TabView {
    /// Which one.
    pub tab: Tab,
    /// Shows it.
    pub show: Button,
    /// Whether it has something that the user has not read.
    pub has_news: bool,
}

/// The tabs for the user's viewpoint. The last one has everything that has no other place.
pub(super) fn tabs(model: &Model<'_>, table: &Table) -> Vec<TabView> {
    let mut tabs = match table.game().viewpoint() {
        Viewpoint::Player(_) => vec![Tab::Moves, Tab::Available, Tab::Chat],
        Viewpoint::Spectator => vec![Tab::Moves, Tab::Chat, Tab::Spectators],
        Viewpoint::Reader(_) => vec![Tab::Moves],
    };
    if let Some(history) = table.game().luzhanqi() {
        // every viewer sees the losses, once the game has begun
        tabs.retain(|&tab| tab != Tab::Available);
        if history.has_begun() {
            tabs.insert(1, Tab::Available);
        }
    }
    tabs.retain(|&tab| model.app.sessions().local().is_none() || tab != Tab::Chat);
    tabs.push(Tab::More);
    let has_news = |tab| tab == Tab::Chat && table.tabs.chat.unread() > 0;
    let view = |tab| TabView { tab, show: button(model, table, tab), has_news: has_news(tab) };
    tabs.into_iter().map(view).collect()
}

/// The button that shows a tab.
pub(super) fn button(model: &Model<'_>, table: &Table, tab: Tab) -> Button {
    let (text, game, unread) = (model.text, table.game(), table.tabs.chat.unread());
    let (id, label) = match tab {
        Tab::Board => ("sheet.close", text.close.to_owned()),
        Tab::Moves if game.is_setting_up() => ("tab.moves", text.setting_up.to_owned()),
        Tab::Moves => ("tab.moves", text.moves.to_owned()),
        Tab::Available if game.luzhanqi().is_some() => ("tab.available", text.losses.to_owned()),
        Tab::Available => ("tab.available", text.available.to_owned()),
        Tab::Chat if unread > 0 => ("tab.chat", format!("{} {unread}", text.chat)),
        Tab::Chat => ("tab.chat", text.chat.to_owned()),
        Tab::Spectators => {
            let count = table.spectators.as_ref().map_or(0, |spectators| spectators.count);
            ("tab.spectators", text.spectators(count))
        }
        Tab::More => ("tab.more", text.more.to_owned()),
    };
    Button::new(id, label, TableAction::Tab(tab))
}
