//! Whatever the screen offers, as numbered lines: a number presses a button, chooses an option or types into a field.

use super::reply::{Press, Reply};
use chuhe_app::App;
use chuhe_model::actions::action::{self, Action};
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;
use chuhe_view::start::StartView;
use chuhe_view::{Button, Choice, Entry, Fact, Field, Group, GroupKind, Model, Part, Question, screen};

/// A line of the menu.
struct Listed {
    text: String,
    /// What it does, if it can be done at all: the part's name, and the act or why it cannot be done now.
    does: Option<(String, Result<Act, String>)>,
}

/// What a line does.
enum Act {
    /// Presses a button.
    Press(Action),
    /// Types into a field, and presses the button beside it, which was offered for this text.
    Type(action::Field, Option<Button>, String),
}

/// Lists what the screen offers; `listed` becomes the names of the numbered parts.
pub(super) fn list(app: &App, now: Timestamp, listed: &mut Vec<String>) -> Reply {
    listed.clear();
    let numbered = |line: Listed| match line.does {
        Some((id, _)) => {
            listed.push(id);
            format!("{}. {}", listed.len(), line.text)
        }
        None => line.text,
    };
    let lines = lines(app.desk().text(), screen::parts(&Model::of(app, now)));
    Reply::lines(lines.into_iter().map(numbered).collect())
}

/// Does what the line with this number says, as it was listed, with the text behind the number.
pub(super) fn act(app: &App, now: Timestamp, listed: &[String], words: &str) -> Reply {
    let (number, text) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let place = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
    match place.and_then(|place| listed.get(place)) {
        Some(id) => press(app, now, &[id], text.trim()),
        None => Reply::line(app.desk().text().console().menu_gone),
    }
}

/// Presses the first of these parts that the screen has, or types a text into that field.
pub(super) fn press<S: AsRef<str>>(app: &App, now: Timestamp, ids: &[S], text: &str) -> Reply {
    press_among(app, screen::parts(&Model::of(app, now)), ids, text)
}

/// The same among these parts.
pub(super) fn press_among<S: AsRef<str>>(app: &App, parts: Vec<Part>, ids: &[S], text: &str) -> Reply {
    let words = app.desk().text();
    let mut offered: Vec<_> = lines(words, parts).into_iter().filter_map(|line| line.does).collect();
    let place = ids.iter().find_map(|id| offered.iter().position(|(name, _)| name == id.as_ref()));
    match place.map(|place| offered.swap_remove(place).1) {
        Some(Ok(Act::Press(action))) => Reply::action(action),
        Some(Ok(Act::Type(field, send, before))) => {
            let edit = Action::Edit(field, text.to_owned());
            match send.map(|send| (send.press().filter(|_| before.is_empty()), send)) {
                None => Reply::action(edit),
                // what stands there is sent as it is
                Some((_, send)) if text.is_empty() && !before.is_empty() => Reply::button(&send),
                Some((Some(press), _)) => Reply::actions(vec![edit, press]),
                // it may lack just this text, or what it does may depend on the one before
                Some((None, send)) => Reply { then: vec![Press::of(send.id)], ..Reply::action(edit) },
            }
        }
        Some(Err(why)) => Reply::line(why),
        None => beside(&offered, ids).unwrap_or_else(|| Reply::line(words.console().menu_gone)),
    }
}

/// Presses the button beside a field.
fn beside<S: AsRef<str>>(offered: &[(String, Result<Act, String>)], ids: &[S]) -> Option<Reply> {
    let sends = offered.iter().filter_map(|(_, act)| match act {
        Ok(Act::Type(_, send, _)) => send.as_ref(),
        Ok(Act::Press(_)) | Err(_) => None,
    });
    let mut sends = sends.filter(|send| ids.iter().any(|id| *send.id == *id.as_ref()));
    sends.next().map(Reply::button)
}

/// What a command presses: also what only the first screen has, while no game is shown.
pub(super) fn of_command(app: &App, now: Timestamp) -> Vec<Part> {
    let model = Model::of(app, now);
    let start = app.sessions().table().is_none().then(|| StartView::of(&model).parts(&model));
    screen::parts(&model).into_iter().chain(start.into_iter().flatten()).collect()
}

/// A dialog, or a question of the table that waits for the user.
pub(super) struct Asked {
    /// What it says.
    pub(super) said: String,
    /// The answers, yes first and no last; none if it is more than a question.
    answers: Vec<Button>,
}

impl Asked {
    /// Whether yes and no answer it.
    pub(super) const fn is_question(&self) -> bool {
        !self.answers.is_empty()
    }
}

/// What waits for the user, the most urgent first.
pub(super) fn asked(app: &App, now: Timestamp) -> Vec<Asked> {
    let asked = |part| {
        if let Part::Question(it) = part {
            let asks = matches!(it.id, "resign" | "draw" | "offer");
            return asks.then_some(Asked { said: it.message, answers: it.answers });
        }
        let Part::Group(Group { kind: GroupKind::Dialog, heading, parts, end, .. }) = part else {
            return None;
        };
        let facts = parts.iter().map(|part| if let Part::Fact(it) = part { Some(&*it.label) } else { None });
        match facts.collect::<Option<Vec<&str>>>() {
            _ if end.is_empty() => None,
            Some(facts) if end.len() > 1 => {
                Some(Asked { said: [facts, vec![&heading]].concat().join(" "), answers: end })
            }
            Some(_) | None => Some(Asked { said: heading, answers: Vec::new() }),
        }
    };
    screen::parts(&Model::of(app, now)).into_iter().filter_map(asked).collect()
}

/// Answers the most urgent question; `None` if there is none.
pub(super) fn answer(app: &App, now: Timestamp, yes: bool) -> Option<Reply> {
    let question = asked(app, now).into_iter().find(Asked::is_question)?;
    let answer = if yes { question.answers.first() } else { question.answers.last() };
    Some(answer.and_then(Button::press).map_or_else(Reply::default, Reply::action))
}

/// What these parts say, one a line.
pub(super) fn texts(text: &Text, parts: Vec<Part>) -> Vec<String> {
    lines(text, parts).into_iter().map(|line| line.text).collect()
}

fn lines(text: &Text, parts: Vec<Part>) -> Vec<Listed> {
    let mut lines = Vec::new();
    parts.into_iter().for_each(|part| add(text, part, &mut lines));
    lines
}

fn add(text: &Text, part: Part, lines: &mut Vec<Listed>) {
    match part {
        Part::Fact(Fact { label, detail, .. }) => {
            lines.push(said(if detail.is_empty() { label } else { text.labelled(&label, &detail) }));
        }
        Part::Button(button) => lines.push(line(text, button)),
        Part::Question(Question { context, message, answers, .. }) => {
            lines.extend(context.map(|context| said(context.label)));
            lines.push(said(message));
            lines.extend(answers.into_iter().map(|answer| line(text, answer)));
        }
        Part::Choice(Choice { label, options, chosen, .. }) => {
            lines.push(said(label));
            let option = |(at, option)| line(text, Button { chosen: Some(chosen == Some(at)), ..option });
            lines.extend(options.into_iter().enumerate().map(option));
        }
        Part::Tick(tick) => lines.push(line(text, Button { chosen: Some(tick.on), ..tick.button })),
        Part::Field(Field { id, label, example, entry, send, fault, .. }) => {
            let words = [label, example].into_iter().chain(fault).filter(|it| !it.is_empty());
            let label = words.collect::<Vec<_>>().join(" · ");
            let (shown, does) = match entry {
                Entry::Text(to, value) => (value.clone(), Ok(Act::Type(to, send, value))),
                // a password is asked for by its own command
                Entry::Secret(..) => (String::new(), Err(text.console().type_password.to_owned())),
            };
            let shown = if shown.is_empty() { text.console().empty } else { &shown };
            lines.push(Listed { text: text.labelled(&label, shown), does: Some((id.into_owned(), does)) });
        }
        Part::Group(group) => {
            lines.push(said(group.heading.clone()));
            for part in group.into_parts() {
                add(text, part, lines);
            }
        }
    }
}

fn said(text: String) -> Listed {
    Listed { text, does: None }
}

fn line(text: &Text, button: Button) -> Listed {
    let Button { id, label, hint, permit, chosen, action, role: _, is_done: _ } = button;
    let label = if hint.is_empty() { label } else { text.labelled(&label, &hint) };
    let label = if chosen == Some(true) { text.console().menu_chosen(&label) } else { label };
    Listed { text: label, does: Some((id.into_owned(), permit.map(|()| Act::Press(action)))) }
}
