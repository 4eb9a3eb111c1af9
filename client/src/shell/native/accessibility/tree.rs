//! The mirror as a tree of AccessKit, with what its nodes stand for.

use accesskit::{Action, Live, Node, NodeId, Rect, Role, TreeId, TreeInfo, TreeUpdate};
use chuhe_web::{Control, Line, Mirror, Part, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

const ROOT: NodeId = NodeId(0);

/// What is shown beside the mirror: the places of the parts, which one has the keyboard, what is typed, and the last
/// tree.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The id of the part with the keyboard; empty if none has it.
    pub(super) focus: String,
    /// The places of parts, by their ids, in pixels of the window.
    pub(super) places: BTreeMap<String, Rect>,
    /// The texts of fields that wait for their buttons, by the ids of the fields.
    pub(super) drafts: BTreeMap<String, String>,
    /// The nodes of the last tree.
    pub(super) before: BTreeSet<NodeId>,
}

/// What a node is in the mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The id in the mirror.
    pub(super) id: String,
    /// The text with which a press acts: that of the field, or the index of the option.
    pub(super) text: String,
    /// The id of the part in the window.
    pub(super) part: String,
    /// Whether it is a field whose text waits for a button.
    pub(super) is_sent_later: bool,
}

/// A tree, and what its nodes stand for.
#[derive(Debug)]
pub(super) struct Rendered {
    pub(super) update: TreeUpdate,
    pub(super) targets: BTreeMap<NodeId, Target>,
}

/// The whole tree of what is on the screen.
///
/// A node keeps its number as long as it is there, and no two nodes have the same one.
pub(super) fn render(mirror: &Mirror, shown: &Shown) -> Rendered {
    let mut tree =
        Tree { shown, nodes: BTreeMap::new(), targets: BTreeMap::new(), focus: None, dialog: None };
    let mut root = named(Role::Window, &mirror.title);
    root.set_language(mirror.lang);
    let mut news = Node::new(Role::Status);
    news.set_live(Live::Polite);
    let mut children = vec![
        tree.leaf(ROOT, "heading", heading(&mirror.heading, 1)),
        tree.lines(ROOT, "news", news, Role::Label, &mirror.news),
    ];
    children.extend(tree.parts(ROOT, &mirror.nodes, 2));
    root.set_children(children);
    tree.nodes.insert(ROOT, root);
    let focus = tree.focus.or(tree.dialog).unwrap_or(ROOT);
    let nodes = tree.nodes.into_iter().collect();
    let update = TreeUpdate { nodes, tree: Some(TreeInfo::new(ROOT)), tree_id: TreeId::ROOT, focus };
    Rendered { update, targets: tree.targets }
}

struct Tree<'a> {
    shown: &'a Shown,
    nodes: BTreeMap<NodeId, Node>,
    targets: BTreeMap<NodeId, Target>,
    /// The node with the keyboard.
    focus: Option<NodeId>,
    /// The topmost dialog.
    dialog: Option<NodeId>,
}

/// A node with this text.
fn named(role: Role, label: &str) -> Node {
    let mut node = Node::new(role);
    // the service takes the text of a label from its value
    if role == Role::Label {
        node.set_value(label)
    } else {
        node.set_label(label)
    }
    node
}

fn heading(text: &str, level: usize) -> Node {
    let mut node = named(Role::Heading, text);
    node.set_level(level);
    node
}

fn toggled(role: Role, label: &str, on: bool) -> Node {
    let mut node = named(role, label);
    node.set_toggled(on.into());
    node
}

impl Tree<'_> {
    /// Adds a node below another one, and what `below` adds below it. The caller makes it a child of the other one.
    fn add(
        &mut self,
        parent: NodeId,
        name: &str,
        mut node: Node,
        below: impl FnOnce(&mut Self, NodeId) -> Vec<NodeId>,
    ) -> NodeId {
        let mut hasher = DefaultHasher::new();
        (parent.0, name).hash(&mut hasher);
        let mut id = NodeId(hasher.finish());
        while id == ROOT || self.nodes.contains_key(&id) {
            id = NodeId(id.0.wrapping_add(1));
        }
        // nothing below it gets its number
        self.nodes.insert(id, Node::default());
        node.set_children(below(self, id));
        self.nodes.insert(id, node);
        id
    }

    fn leaf(&mut self, parent: NodeId, name: &str, node: Node) -> NodeId {
        self.add(parent, name, node, |_, _| Vec::new())
    }

    /// Adds a node on which the user acts.
    fn control(
        &mut self,
        parent: NodeId,
        action: Action,
        target: Target,
        mut node: Node,
        below: impl FnOnce(&mut Self, NodeId) -> Vec<NodeId>,
    ) -> NodeId {
        node.add_action(action);
        if let Some(place) = self.shown.places.get(&target.part) {
            node.set_bounds(*place);
            node.add_action(Action::Focus);
        }
        let id = self.add(parent, &target.part, node, below);
        if self.shown.focus == target.part {
            self.focus = Some(id);
        }
        self.targets.insert(id, target);
        id
    }

    /// Adds a node that the user presses.
    fn button(&mut self, parent: NodeId, [id, text, part]: [&str; 3], node: Node) -> NodeId {
        let [id, text, part] = [id, text, part].map(str::to_owned);
        self.control(parent, Action::Click, Target { id, text, part, is_sent_later: false }, node, |_, _| {
            Vec::new()
        })
    }

    /// Adds nodes below another one, with headings of this level.
    fn parts(&mut self, parent: NodeId, nodes: &[chuhe_web::Node], level: usize) -> Vec<NodeId> {
        nodes.iter().map(|node| self.part(parent, node, level)).collect()
    }

    fn part(&mut self, parent: NodeId, node: &chuhe_web::Node, level: usize) -> NodeId {
        let id = node.id.as_str();
        let mut group = |role, label: &str| {
            self.add(parent, id, named(role, label), |tree, group| {
                let first = tree.leaf(group, "heading", heading(label, level));
                let parts = tree.parts(group, node.children(), level + 1);
                std::iter::once(first).chain(parts).collect()
            })
        };
        match &node.part {
            Part::Section { heading, .. } => group(Role::Group, heading),
            Part::More { heading, .. } => group(Role::Group, heading),
            Part::Dialog { heading, .. } => {
                let dialog = group(Role::Dialog, heading);
                self.dialog.get_or_insert(dialog);
                dialog
            }
            Part::Text { text } => self.leaf(parent, id, named(Role::Label, text)),
            Part::Board { caption, columns, rows } => {
                let table = named(Role::Table, caption);
                self.add(parent, id, table, |tree, table| {
                    rows.iter().map(|row| tree.row(table, columns, row)).collect()
                })
            }
            Part::List { label, lines, .. } => {
                self.lines(parent, id, named(Role::List, label), Role::ListItem, lines)
            }
            Part::Log { label, lines } => {
                let log = self.lines(parent, id, named(Role::Log, label), Role::Label, lines);
                // the service announces every line that comes into a live log: those of a log that opens are old
                if self.shown.before.contains(&log)
                    && let Some(node) = self.nodes.get_mut(&log)
                {
                    node.set_live(Live::Polite);
                }
                log
            }
            Part::Button { label, denied } => {
                let mut button = named(Role::Button, label);
                if let Some(why) = denied {
                    button.set_disabled();
                    button.set_description(&**why);
                }
                self.button(parent, [id, "", id], button)
            }
            Part::Choice { label, options, chosen } => {
                self.add(parent, id, named(Role::RadioGroup, label), |tree, group| {
                    let options = options.iter().enumerate().map(|(index, it)| {
                        let button = toggled(Role::RadioButton, &it.label, *chosen == Some(index));
                        tree.button(group, [id, &index.to_string(), &it.id], button)
                    });
                    options.collect()
                })
            }
            Part::Tick { label, on } => {
                self.button(parent, [id, "", id], toggled(Role::CheckBox, label, *on))
            }
            Part::Field { label, value, hint, secret, send } => {
                let role = if *secret { Role::PasswordInput } else { Role::TextInput };
                let mut input = named(role, label);
                input.set_placeholder(&**hint);
                // a password is never said
                let text = self.shown.drafts.get(id).filter(|_| !secret).unwrap_or(value);
                self.field(parent, id, input, text, send.as_ref())
            }
        }
    }

    /// A field with this text, and the button that sends it.
    fn field(
        &mut self,
        parent: NodeId,
        id: &str,
        mut input: Node,
        value: &str,
        send: Option<&Control>,
    ) -> NodeId {
        input.set_value(value);
        // without a run of text, the service does not let it be changed
        let mut run = Node::new(Role::TextRun);
        run.set_value(value);
        run.set_character_lengths(value.chars().map(|it| it.len_utf8() as u8).collect::<Vec<_>>());
        let [id_in_mirror, text, part] = [id, value, id].map(str::to_owned);
        let target = Target { id: id_in_mirror, text, part, is_sent_later: send.is_some() };
        self.add(parent, id, Node::new(Role::GenericContainer), |tree, both| {
            let run = |tree: &mut Self, input| vec![tree.leaf(input, "run", run)];
            let input = tree.control(both, Action::SetValue, target, input, run);
            let button =
                |it: &Control| tree.button(both, [id, value, &it.id], named(Role::Button, &it.label));
            std::iter::once(input).chain(send.map(button)).collect()
        })
    }

    fn lines(&mut self, parent: NodeId, id: &str, list: Node, role: Role, lines: &[Line]) -> NodeId {
        self.add(parent, id, list, |tree, list| {
            let lines = lines.iter().map(|line| {
                let mut node = named(role, &line.text);
                if line.current {
                    node.set_selected(true);
                }
                tree.leaf(list, &line.id, node)
            });
            lines.collect()
        })
    }

    /// A row of a table. Each of its cells says where it is, because the service has no rows and columns.
    fn row(&mut self, table: NodeId, columns: &[String], row: &Row) -> NodeId {
        self.add(table, &row.name, named(Role::Row, &row.name), |tree, line| {
            let cells = row.cells.iter().zip(columns).map(|(cell, column)| {
                let said = format!("{column} {} · {cell}", row.name);
                tree.leaf(line, column, named(Role::Cell, said.trim_end_matches(" · ")))
            });
            cells.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use accesskit::Toggled;
    use chuhe_app::testing::local::two_here;
    use chuhe_app::testing::review::reviewing;
    use chuhe_app::testing::{OTHER, World, name};
    use chuhe_model::actions::action::{Action as Does, HelpAction, SettingsAction};
    use chuhe_model::choices::lang::Lang;
    use chuhe_model::choices::local_choice::TwoChoice;
    use chuhe_protocol::{ChatMessage, ChatRoom};
    use chuhe_rules::Color;

    fn mirror(world: &World) -> Mirror {
        chuhe_web::of(&world.app, world.now)
    }

    fn rendered(world: &World, focus: &str) -> Rendered {
        let places = BTreeMap::from([(focus.to_owned(), Rect::new(1.0, 2.0, 3.0, 4.0))]);
        render(&mirror(world), &Shown { focus: focus.to_owned(), places, ..Shown::default() })
    }

    impl Rendered {
        /// The node on which this acts.
        fn on(&self, part: &str) -> (NodeId, &Node) {
            let of_part = |(id, target): (&NodeId, &Target)| (target.part == part).then_some(*id);
            let id = self.targets.iter().find_map(of_part).unwrap_or_else(|| panic!("{part} is missing"));
            (id, self.node(id))
        }

        fn node(&self, id: NodeId) -> &Node {
            &self.update.nodes.iter().find(|(it, _)| *it == id).expect("the node is there").1
        }
    }

    /// Fails if AccessKit would: each node is below one other, and there.
    fn check(rendered: &Rendered) {
        let ids: BTreeSet<NodeId> = rendered.update.nodes.iter().map(|(id, _)| *id).collect();
        let children: Vec<NodeId> =
            rendered.update.nodes.iter().flat_map(|(_, node)| node.children().to_vec()).collect();
        let below: BTreeSet<NodeId> = children.iter().copied().chain([ROOT]).collect();
        assert_eq!(ids.len(), rendered.update.nodes.len(), "no number occurs twice");
        assert_eq!(below.len(), children.len() + 1, "nothing is in two places");
        assert_eq!(below, ids, "everything is below the window");
        assert!(ids.contains(&rendered.update.focus) && rendered.targets.keys().all(|id| ids.contains(id)));
    }

    /// Fails unless the user can do in the tree what they can do at these nodes of the mirror.
    fn check_acts(nodes: &[chuhe_web::Node], tree: &Rendered) {
        for node in nodes {
            let acts = tree.targets.values().filter(|target| target.id == node.id).count();
            let wanted = match &node.part {
                Part::Button { .. } | Part::Tick { .. } => 1,
                Part::Choice { options, .. } => options.len(),
                Part::Field { send, .. } => 1 + usize::from(send.is_some()),
                Part::Section { .. } | Part::More { .. } | Part::Dialog { .. } => 0,
                Part::Text { .. } | Part::Board { .. } | Part::List { .. } | Part::Log { .. } => 0,
            };
            assert_eq!(acts, wanted, "{node:?}");
            check_acts(node.children(), tree);
        }
    }

    #[test]
    fn everything_in_the_mirror_is_in_the_tree_once() {
        let (mut settings, lobby) = (World::new(), World::in_lobby());
        settings.act(Does::Settings(SettingsAction::Toggle));
        let (table, review) = (two_here(TwoChoice::default()), reviewing(&["b2b4", "d9e8"]));
        for world in [World::new(), settings, lobby, World::at_board(Color::Red), table, review] {
            let tree = rendered(&world, "");
            check(&tree);
            check_acts(&mirror(&world).nodes, &tree);
        }
        let mut mirror = mirror(&World::in_lobby());
        let twice = Line { id: "twice".to_owned(), text: "Bo is here".to_owned(), current: false };
        mirror.news = vec![twice.clone(), twice];
        check(&render(&mirror, &Shown::default()));
    }

    #[test]
    fn a_part_keeps_its_number_while_others_come_and_go() {
        let mut world = World::new().speaks(Lang::En);
        let before = rendered(&world, "").on("settings").0;
        world.act(Does::Help(HelpAction::Toggle));
        assert_eq!(rendered(&world, "").on("settings").0, before);
        assert_ne!(rendered(&world, "").on("help").0, before);
    }

    #[test]
    fn the_part_with_the_keyboard_has_the_focus_or_else_the_dialog() {
        let mut world = World::new().speaks(Lang::En);
        let tree = rendered(&world, "settings");
        let (settings, node) = tree.on("settings");
        assert_eq!(tree.update.focus, settings);
        assert!(node.supports_action(Action::Focus) && node.bounds().is_some());
        assert!(!tree.on("help").1.supports_action(Action::Focus), "the window does not show it");
        assert_eq!(rendered(&world, "").update.focus, ROOT);
        world.act(Does::Settings(SettingsAction::Toggle));
        let tree = rendered(&world, "");
        assert_eq!(tree.node(tree.update.focus).role(), Role::Dialog);
    }

    #[test]
    fn a_button_that_cannot_be_pressed_says_why() {
        let tree = rendered(&World::at_board(Color::Red).speaks(Lang::En), "");
        let draw = tree.on("table.draw").1;
        assert!(draw.is_disabled());
        assert_eq!(draw.description(), Some("You can offer a draw once both sides have moved"));
        assert!(!tree.on("settings").1.is_disabled());
    }

    #[test]
    fn a_text_is_typed_by_one_node_and_sent_by_another() {
        let mut world = World::in_lobby().speaks(Lang::En);
        world.take_sent();
        let drafts = BTreeMap::from([("chat.text".to_owned(), "你好".to_owned())]);
        let tree = render(&mirror(&world), &Shown { drafts, ..Shown::default() });
        let typed = tree.on("chat.text").1;
        assert!(typed.supports_action(Action::SetValue) && typed.value() == Some("你好"));
        assert_eq!(tree.node(typed.children()[0]).character_lengths(), [3, 3]);
        let sent = tree.targets.values().filter(|it| it.id == "chat.text" && it.part != it.id);
        let sent: Vec<&Target> = sent.collect();
        assert_eq!(sent.len(), 1);
        for action in chuhe_web::act(&world.app, &sent[0].id, &sent[0].text, world.now) {
            world.act(action);
        }
        assert_eq!(world.take_sent().len(), 1);
    }

    #[test]
    fn the_lines_of_a_chat_are_announced_unless_it_has_just_opened() {
        let mut world = World::in_lobby();
        let (room, from, name) = (ChatRoom::Lobby, OTHER, name("Bo"));
        world.receive(ChatMessage::Line { room, from, name, text: "hi".to_owned(), at_ms: 1 });
        let live = |tree: &Rendered| {
            let log = tree.update.nodes.iter().find(|(_, node)| node.role() == Role::Log);
            let log = &log.expect("there is a chat").1;
            assert!(!log.children().is_empty());
            log.live()
        };
        let first = rendered(&world, "");
        assert_eq!(live(&first), None);
        let before = first.update.nodes.iter().map(|(id, _)| *id).collect();
        let next = render(&mirror(&world), &Shown { before, ..Shown::default() });
        assert_eq!(live(&next), Some(Live::Polite));
    }

    #[test]
    fn news_are_a_live_region_and_an_option_is_chosen() {
        let mut mirror = mirror(&World::at_board(Color::Red).speaks(Lang::En));
        mirror.news.truncate(1);
        let tree = render(&mirror, &Shown::default());
        let region = tree.update.nodes.iter().find(|(_, node)| node.role() == Role::Status);
        let region = &region.expect("there are news").1;
        assert_eq!(region.live(), Some(Live::Polite));
        assert_eq!(tree.node(region.children()[0]).value(), Some(&*mirror.news[0].text));
        let tree = rendered(&World::new().speaks(Lang::En), "");
        let entries = ["computer", "two", "join"].map(|it| tree.on(&format!("start.{it}")).1);
        assert_eq!(entries.iter().filter(|it| it.toggled() == Some(Toggled::True)).count(), 1);
    }
}
