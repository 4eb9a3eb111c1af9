//! The client as a tree for screen readers, which the page of the browser renders as HTML beside its
//! canvas.
//!
//! [`of`] is the tree of what is on the screen, and [`act`] says what an input at one of its nodes
//! does. Both make the same tree, so a button does what it says. The page finds what has changed.

mod board;
mod described;
mod lobby;
mod news;
mod review;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use chuhe_app::{App, Screen};
use chuhe_model::actions::action::Action;
use chuhe_model::drawing::theme::Appearance;
use chuhe_protocol::Password;
use chuhe_rules::clock::Timestamp;
use chuhe_view::endgames::EndgameView;
use chuhe_view::evening::EveningsView;
use chuhe_view::flags::FlagView;
use chuhe_view::guess::GuessView;
use chuhe_view::learn::LessonView;
use chuhe_view::mistakes::MistakeView;
use chuhe_view::puzzles::PuzzleView;
use chuhe_view::status::StatusView;
use chuhe_view::{Model as View, apart, everywhere, screen};
use tree::Act;
pub use tree::{Control, Line, Mirror, Node, Part, Row};

/// The longest text that a field takes, in characters. A longer one is cut.
const LONGEST_TEXT: usize = 2_000;

/// The tree of what is on the screen.
#[must_use]
pub fn of(app: &App, now: Timestamp) -> Mirror {
    let view = View::of(app, now);
    Mirror {
        lang: app.desk().lang().tag(),
        dark: app.desk().look().appearance == Appearance::Dark,
        entrance: app.desk().text().mirror.entrance,
        title: app.title(),
        heading: heading(&view),
        nodes: nodes(&view),
        news: news::news(&view),
    }
}

/// What an input at the node `id` does: the actions in their order, none if the node takes no input.
///
/// `text` is the text of a field, or the index of an option.
#[must_use]
pub fn act(app: &App, id: &str, text: &str, now: Timestamp) -> Vec<Action> {
    let view = View::of(app, now);
    let nodes = nodes(&view);
    let Some(node) = find(&nodes, id) else { return Vec::new() };
    let typed = || text.chars().take(LONGEST_TEXT).collect::<String>();
    match &node.act {
        Act::Nothing => Vec::new(),
        Act::Press(action) => action.iter().cloned().collect(),
        Act::Choose(actions) => {
            let chosen = text.parse().ok().and_then(|index: usize| actions.get(index));
            chosen.cloned().flatten().into_iter().collect()
        }
        Act::Edit(field) => vec![Action::Edit(*field, typed())],
        Act::Secret(field) => vec![Action::EditSecret(*field, Password(typed()))],
        Act::Send(field, action) => vec![Action::Edit(*field, typed()), action.clone()],
    }
}

fn find<'a>(nodes: &'a [Node], id: &str) -> Option<&'a Node> {
    nodes.iter().find_map(|node| if node.id == id { Some(node) } else { find(node.children(), id) })
}

fn heading(view: &View<'_>) -> String {
    let text = view.text;
    match view.app.screen() {
        Screen::Join => format!("{} · {}", text.app_name, text.tagline),
        Screen::Lobby => {
            let server = view.app.sessions().link().server().map_or("", |server| server.host.as_str());
            text.connected_to(server)
        }
        Screen::Evenings => EveningsView::of(view).map_or_else(String::new, |it| it.title().to_owned()),
        Screen::Table => table::heading(view),
        Screen::Review => review::heading(view),
        Screen::SetUp => text.records.set_up.to_owned(),
        Screen::Cover => text.local.hand_over.to_owned(),
        Screen::Lesson => LessonView::of(view).map_or_else(String::new, |it| it.title),
        Screen::Puzzle => {
            let mistake = || MistakeView::of(view).map(|it| it.title.to_owned());
            let endgame = || EndgameView::of(view).map(|it| it.title);
            let puzzle = PuzzleView::of(view).map(|it| it.title);
            let flag = || FlagView::of(view).map(|it| it.title);
            puzzle.or_else(mistake).or_else(endgame).or_else(flag).unwrap_or_default()
        }
        Screen::Guess => GuessView::of(view).map_or_else(String::new, |it| it.title),
    }
}

/// What is on the screen: open dialogs first, then the screen.
fn nodes(view: &View<'_>) -> Vec<Node> {
    let mut nodes: Vec<Node> = screen::dialogs(view).iter().map(Node::group).collect();
    nodes.extend(described::nodes(&StatusView::parts(view)));
    nodes.extend(match view.app.screen() {
        Screen::Lobby => apart(lobby::nodes, view),
        Screen::Table => apart(table::nodes, view),
        Screen::Review => apart(review::nodes, view),
        Screen::SetUp => apart(review::set_up, view),
        Screen::Lesson => apart(review::lesson, view),
        Screen::Puzzle => apart(review::puzzle, view),
        Screen::Guess => apart(review::guess, view),
        Screen::Join | Screen::Cover | Screen::Evenings => described::nodes(&screen::shown(view)),
    });
    let [settings, help, _] = everywhere(view);
    nodes.extend([settings, help].iter().map(Node::offered));
    nodes
}
