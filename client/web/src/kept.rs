//! What the user keeps: the library of finished games, and the layouts.

use super::described;
use super::tree::Node;
use chuhe_model::actions::action::{Action, Field, FilesAction, LibraryAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::library::LibraryGame;
use chuhe_model::lobby::library_list::{Deleting, ended};
use chuhe_view::Model as View;
use chuhe_view::games::FilterView;

/// The most games of the library. The filter finds the others.
const MOST_GAMES: usize = 200;

/// The library, if it is open.
pub(super) fn library(view: &View<'_>) -> Option<Node> {
    let (text, library) = (view.text, view.app.library());
    if !library.is_open() {
        return None;
    }
    let form = library.form();
    let mut nodes = vec![Node::text("library.explained", text.library_explained)];
    nodes.extend(described::nodes(&FilterView::of_library(view).parts()));
    if view.app.reviewed_fen().is_some() || form.position().is_some() {
        let here = form.position().is_some();
        nodes.push(Node::tick("library.here", text.library_position, here, LibraryAction::Position(!here)));
    }
    nodes.extend(library.rows().iter().take(MOST_GAMES).map(|game| game_of(view, game)));
    if library.rows().is_empty() {
        let message = match library.is_filtered() {
            _ if library.is_loading() => text.loading,
            true => text.no_games_found,
            false => text.library_empty,
        };
        nodes.push(Node::text("library.empty", message));
    }
    if library.has_more() && library.rows().len() < MOST_GAMES {
        nodes.push(Node::button("library.more", text.more_games, LibraryAction::More));
    }
    nodes.push(Node::button("library.add", text.library_add, LibraryAction::AddFiles));
    if let Some(import) = library.import() {
        let lines = text.import_lines(import).into_iter().chain(text.import_reasons(import)).enumerate();
        let mut nodes_of: Vec<Node> =
            lines.map(|(at, line)| Node::text(format!("library.import.{at}"), line)).collect();
        if import.is_done() {
            nodes_of.push(Node::button("library.summary.close", text.close, LibraryAction::CloseSummary));
        }
        nodes.push(Node::section("library.import", text.library_add, nodes_of));
    }
    nodes.push(Node::button("library.export", text.library_export, LibraryAction::Export));
    let deletes = library.deleting().is_some();
    let choose = LibraryAction::ChooseToDelete(!deletes);
    nodes.push(Node::tick("library.delete", text.library_delete, deletes, choose));
    if deletes && !library.rows().is_empty() {
        let is_asked = library.deleting() == Some(Deleting::All);
        let label = if is_asked { text.library_delete_all_sure } else { text.library_delete_all };
        nodes.push(Node::button("library.delete.all", label, LibraryAction::DeleteAll));
    }
    nodes.push(Node::button("library.close", text.close, LibraryAction::Close));
    Some(Node::dialog("library", text.library, nodes))
}

/// A button that opens or deletes a game, with what the list says of it.
fn game_of(view: &View<'_>, game: &LibraryGame) -> Node {
    let (text, summary) = (view.text, &game.summary);
    let game_of = GameChoice::of(summary.kind);
    let label = [
        text.library_players(summary),
        text.library_result(summary).to_owned(),
        text.game_choice(game_of).to_owned(),
        text.plies(usize::from(summary.plies)),
    ];
    let ended = ended(summary, &view.app.environment().time_zone);
    let label: Vec<String> = label.into_iter().chain(ended).collect();
    let label = label.join(" · ");
    let Some(deleting) = view.app.library().deleting() else {
        return Node::button(format!("library.open.{}", game.id.0), label, LibraryAction::Review(game.id));
    };
    let is_asked = deleting == Deleting::One(game.id);
    let delete = if is_asked { text.library_delete_sure } else { text.library_delete_one };
    let id = format!("library.delete.{}", game.id.0);
    Node::button(id, format!("{delete} · {label}"), LibraryAction::Delete(game.id))
}

/// The saved layouts, if the user wants to save or load one.
pub(super) fn layouts(view: &View<'_>) -> Option<Node> {
    let (text, files) = (view.text, view.app.files()?);
    let load = |(index, name): (usize, &String)| {
        let label = format!("{} · {name}", text.load);
        Node::button(format!("layouts.load.{index}"), label, Action::Files(FilesAction::Load(index)))
    };
    let mut nodes: Vec<Node> = files.names().iter().enumerate().map(load).collect();
    if nodes.is_empty() {
        nodes.push(Node::text("layouts.none", text.no_layouts));
    }
    let save = (Field::LayoutName, Action::Files(FilesAction::Save));
    nodes.push(Node::line("layouts.name", [text.layout_name, text.save], files.name(), save));
    nodes.push(Node::button("layouts.close", text.close, Action::Files(FilesAction::Close)));
    Some(Node::dialog("layouts", text.layouts, nodes))
}

#[cfg(test)]
mod tests {
    use super::super::{act, find, of};
    use chuhe_app::testing::World;
    use chuhe_app::testing::library::in_library;
    use chuhe_app::testing::luzhanqi::FullGame;
    use chuhe_model::exchange::effect::Effect;
    use chuhe_model::exchange::event::Event;
    use chuhe_model::exchange::files::{FilesEvent, FilesRequest};
    use chuhe_model::library::LibraryRequest;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::BoardKind;

    /// Gives an input to a node, and returns the effects.
    fn input(world: &mut World, id: &str, text: &str) -> Vec<Effect> {
        let actions = act(&world.app, id, text, world.now);
        assert!(!actions.is_empty(), "{id} takes no input");
        world.effects.clear();
        actions.into_iter().for_each(|action| world.act(action));
        std::mem::take(&mut world.effects)
    }

    #[test]
    fn the_library_is_searched_opened_and_closed() {
        let mut world = in_library(World::in_lobby(), 3);
        input(&mut world, "library.opponent", "云中鹤");
        let searched = input(&mut world, "library.search", "");
        let lists = |effect: &Effect| matches!(effect, Effect::Library(LibraryRequest::List { .. }));
        assert!(searched.iter().any(lists), "{searched:?}");
        assert!(act(&world.app, "library.search", "", world.now).is_empty(), "it is loading");
        let mut world = in_library(World::in_lobby(), 3);
        let id = world.app.library().rows()[1].id.0;
        let opened = input(&mut world, &format!("library.open.{id}"), "");
        assert!(opened.iter().any(|effect| matches!(effect, Effect::Library(_))), "{opened:?}");
        let mut world = in_library(World::in_lobby(), 0);
        let nodes = of(&world.app, world.now).nodes;
        assert!(find(&nodes, "library.empty").is_some());
        input(&mut world, "library.close", "");
        assert!(find(&of(&world.app, world.now).nodes, "library").is_none());
    }

    #[test]
    fn layouts_are_loaded_and_saved() {
        let mut world = FullGame::setting_up(Color::Red, BoardKind::Classic).world;
        input(&mut world, "setup.layouts", "");
        let names = vec!["铁三角".to_owned(), "雁行".to_owned()];
        world.update(Event::Files(FilesEvent::Layouts { folder: String::new(), names }));
        let saved = input(&mut world, "layouts.name", "新阵");
        assert!(
            matches!(&saved[..], [Effect::Files(FilesRequest::SaveLayout { name, .. })] if name == "新阵")
        );
        let loaded = input(&mut world, "layouts.load.1", "");
        assert!(matches!(&loaded[..], [Effect::Files(FilesRequest::LoadLayout { name })] if name == "雁行"));
    }
}
