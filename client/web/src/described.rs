//! Renders the parts of described screens, whatever they are about.

use super::tree::{Act, Control, Node, Part};
use chuhe_view as view;
use chuhe_view::{Button, Choice, Entry, Fact, Field, Group, GroupKind, Question, Tick};

/// The nodes of these parts.
pub(super) fn nodes(parts: &[view::Part]) -> Vec<Node> {
    parts.iter().map(node).collect()
}

fn node(part: &view::Part) -> Node {
    match part {
        view::Part::Question(question) => Node::question(question),
        view::Part::Button(button) => Node::offered(button),
        view::Part::Fact(fact) => Node::fact(fact),
        view::Part::Choice(choice) => self::choice(choice),
        view::Part::Tick(tick) => self::tick(tick),
        view::Part::Field(field) => self::field(field),
        view::Part::Group(group) => Node::group(group),
    }
}

fn choice(choice: &Choice) -> Node {
    // an option that cannot be chosen says why
    let detail = |it: &'_ Button| it.permit.clone().err().unwrap_or_else(|| it.hint.clone());
    let option = |it: &Button| Control { id: it.id.to_string(), label: joined(&it.label, &detail(it)) };
    let options = choice.options.iter().map(option).collect();
    let part = Part::Choice { label: joined(&choice.label, &choice.note), options, chosen: choice.chosen };
    Node::new(&*choice.id, part, Act::Choose(choice.options.iter().map(Button::press).collect()))
}

fn tick(tick: &Tick) -> Node {
    let part = Part::Tick { label: tick.button.label.clone(), on: tick.on };
    Node::new(&*tick.button.id, part, Act::Press(tick.button.press()))
}

fn field(field: &Field) -> Node {
    let send = field.send.as_ref();
    let act = match (&field.entry, send.and_then(Button::press)) {
        (Entry::Text(to, _), Some(action)) => Act::Send(*to, action),
        (Entry::Text(to, _), None) => Act::Edit(*to),
        (Entry::Secret(to, _), _) => Act::Secret(*to),
    };
    let (value, secret) = match &field.entry {
        Entry::Text(_, text) => (text.clone(), false),
        Entry::Secret(..) => (String::new(), true),
    };
    let label = joined(&joined(&field.label, &field.hint), field.fault.as_deref().unwrap_or_default());
    let send = send.map(|it| Control { id: it.id.to_string(), label: it.label.clone() });
    Node::new(&*field.id, Part::Field { label, value, hint: field.example.clone(), secret, send }, act)
}

fn joined(label: &str, detail: &str) -> String {
    if detail.is_empty() { label.to_owned() } else { format!("{label} · {detail}") }
}

impl Node {
    /// A button of a described screen. One that is on or off is a tick.
    pub(super) fn offered(button: &Button) -> Self {
        let label = joined(&button.label, if button.chosen.is_some() { "" } else { &button.hint });
        let part = match (button.chosen, &button.permit) {
            (Some(on), Ok(())) => Part::Tick { label, on },
            (_, permit) => Part::Button { label, denied: permit.clone().err() },
        };
        Self::new(&*button.id, part, Act::Press(button.press()))
    }

    /// Something to read on a described screen.
    pub(super) fn fact(fact: &Fact) -> Self {
        Self::text(&*fact.id, joined(&fact.label, &fact.detail))
    }

    /// Parts of a described screen that belong together.
    pub(super) fn group(group: &Group) -> Self {
        let (id, heading) = (&*group.id, group.heading.as_str());
        let nodes = nodes(&group.clone().into_parts());
        match group.kind {
            GroupKind::Section => Self::section(id, heading, nodes),
            GroupKind::Dialog => Self::dialog(id, heading, nodes),
            GroupKind::More => Self::more(id, heading, nodes),
        }
    }

    /// A question of a described screen. One that waits for the user is a dialog.
    pub(super) fn question(question: &Question) -> Self {
        let answers = question.answers.iter().map(Self::offered);
        let message = question.message.as_str();
        if question.answers.is_empty() {
            return Self::text(question.id, question.in_one_line());
        }
        // a step through the moves does not change the name of the dialog, which would be read again
        let nodes = question.context.iter().map(Self::fact).chain(answers).collect();
        if question.asks {
            Self::dialog(question.id, message, nodes)
        } else {
            Self::section(question.id, message, nodes)
        }
    }
}
