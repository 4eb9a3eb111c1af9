//! What is on the screen, a line each, and what can be done there by the words of its line.

use super::reply::Reply;
use chuhe_app::App;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::verb::Verb;
use chuhe_rules::clock::Timestamp;
use chuhe_view::{Button, Entry, Model, Part, screen};

/// A line of the screen, and what can be done with it.
struct Line {
    words: String,
    button: Option<Button>,
    field: Option<Field>,
}

/// Lists what is on the screen.
pub(super) fn list(app: &App, now: Timestamp) -> Reply {
    let why = |line: &Line| line.button.as_ref().and_then(|button| button.permit.clone().err());
    let line =
        |line: Line| why(&line).map_or_else(|| line.words.clone(), |why| format!("{} ({why})", line.words));
    Reply { lines: of(app, now).into_iter().map(line).collect(), ..Reply::default() }
}

/// Does what begins with these words, or fills in the field before the equals sign.
pub(super) fn press(app: &App, words: &str, now: Timestamp) -> Reply {
    let (lines, unknown) = (of(app, now), || Reply::line(app.text().console.unknown));
    if let Some((name, text)) = words.split_once('=') {
        let edit = found(&lines, name.trim(), |line| line.field);
        return edit.map_or_else(unknown, |to| Reply::action(Action::Edit(to, text.trim().to_owned())));
    }
    match found(&lines, words, |line| line.button.clone()) {
        Some(Button { permit: Err(why), .. }) => Reply::line(why),
        Some(button) => Reply::action(button.action),
        None => unknown(),
    }
}

/// What is at the line that has these words, or else begins with them.
fn found<T>(lines: &[Line], words: &str, of: impl Fn(&Line) -> Option<T>) -> Option<T> {
    let words = words.to_lowercase();
    let whole = lines.iter().filter(|line| line.words.to_lowercase() == words);
    let begins = |line: &&Line| {
        let label = line.button.as_ref().map_or("", |button| &button.label);
        !words.is_empty() && [&line.words, label].iter().any(|it| it.to_lowercase().starts_with(&words))
    };
    whole.chain(lines.iter().filter(begins)).find_map(of)
}

fn of(app: &App, now: Timestamp) -> Vec<Line> {
    let mut lines = Vec::new();
    screen::parts(&Model::of(app, now)).into_iter().for_each(|part| add(app, part, &mut lines));
    lines
}

fn add(app: &App, part: Part, lines: &mut Vec<Line>) {
    let text = app.text();
    let mut line = |words: String, button, field| lines.push(Line { words, button, field });
    let chosen = |words: String, is_chosen: bool| {
        if is_chosen { format!("{words} ({})", text.console.chosen) } else { words }
    };
    match part {
        Part::Fact(fact) if fact.detail.is_empty() => line(fact.label, None, None),
        Part::Fact(fact) => line(text.labelled(&fact.label, &fact.detail), None, None),
        Part::Button(button) => line(button.label.clone(), Some(button), None),
        Part::Tick(tick) => line(chosen(tick.button.label.clone(), tick.on), Some(tick.button), None),
        Part::Choice(choice) => {
            for (index, option) in choice.options.into_iter().enumerate() {
                let words = text.labelled(&choice.label, &option.label);
                line(chosen(words, choice.chosen == Some(index)), Some(option), None);
            }
        }
        Part::Field(field) => match field.entry {
            Entry::Text(to, typed) => {
                line(text.labelled(&field.label, &typed), None, Some(to));
                field.send.into_iter().for_each(|send| line(send.label.clone(), Some(send), None));
            }
            // a terminal must not show what is typed
            Entry::Secret(..) => {
                line(text.labelled(&field.label, text.console.meaning(Verb::Password)), None, None)
            }
        },
        Part::Question(question) => {
            line(question.message, None, None);
            question.answers.into_iter().for_each(|answer| line(answer.label.clone(), Some(answer), None));
        }
        Part::Group(group) => {
            line(group.heading, None, None);
            group.parts.into_iter().for_each(|part| add(app, part, lines));
        }
    }
}
