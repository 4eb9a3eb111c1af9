//! Commands in comments: `[%clk 0:10:00]`, `[%emt 0:00:05]`, `[%csl Ge2]`, `[%cal Rh2e2]`.

use crate::{Annotation, Mark, MarkColor, MarkShape, Point};
use chuhe_rules::xiangqi::Square;
use std::borrow::Cow;
use std::fmt::Write;

/// Adds a comment to `annotation`: its commands, and the rest as text.
///
/// Unknown and faulty commands stay in the text.
pub(super) fn read(comment: &str, annotation: &mut Annotation) {
    if !comment.contains("[%") {
        return append(&mut annotation.comment, comment);
    }
    let mut text = String::new();
    let mut rest = comment;
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        let (before, command) = (&rest[..start], &rest[start + 2..start + length]);
        text.push_str(before);
        rest = &rest[start + length + 1..];
        if execute(command, annotation).is_none() {
            let _ = write!(text, "[%{command}]");
        } else if text.ends_with('[') {
            // What stood on both sides of the command must not become one.
            text.push(' ');
        } else if text.ends_with(' ') || text.is_empty() {
            rest = rest.trim_start();
        }
    }
    text.push_str(rest);
    append(&mut annotation.comment, &text);
}

/// Appends a comment to another in a paragraph of its own.
pub(super) fn append(comment: &mut String, more: &str) {
    let more = more.trim();
    if !comment.is_empty() && !more.is_empty() {
        comment.push('\n');
    }
    if more.contains('\r') {
        comment.push_str(&more.replace("\r\n", "\n"));
    } else {
        comment.push_str(more);
    }
}

/// The text of a comment without commands: a reader takes what it has for text.
///
/// A space after the bracket breaks up what would be a command.
pub(super) fn without_commands(comment: &str) -> Cow<'_, str> {
    if !comment.contains("[%") {
        return comment.into();
    }
    let mut text = String::new();
    let mut rest = comment;
    // in the steps of `read`, so that both find the same commands
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        let command = &rest[start + 2..start + length];
        text.push_str(&rest[..start]);
        text.push_str(if execute(command, &mut Annotation::default()).is_some() { "[ %" } else { "[%" });
        text.push_str(command);
        text.push(']');
        rest = &rest[start + length + 1..];
    }
    text.push_str(rest);
    text.into()
}

fn execute(command: &str, annotation: &mut Annotation) -> Option<()> {
    let (name, value) = command.split_once(' ')?;
    let value = value.trim();
    match name {
        "clk" => annotation.clock_ms = Some(milliseconds(value)?),
        "emt" => annotation.spent_ms = Some(milliseconds(value)?),
        "csl" | "cal" => {
            let marks: Option<Vec<Mark>> = value.split(',').map(|text| mark(text.trim())).collect();
            annotation.marks.extend(marks?);
        }
        _ => return None,
    }
    Some(())
}

/// Reads a time such as `1:02:03.4`.
fn milliseconds(time: &str) -> Option<u64> {
    let (whole, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut seconds = 0u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(u64::from(number(part)?))?;
    }
    let thousandths = if fraction.is_empty() { 0 } else { number(&format!("{fraction:0<3.3}"))? };
    seconds.checked_mul(1_000)?.checked_add(u64::from(thousandths))
}

fn number(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Writes a time such as `1:02:03.4`.
fn time(milliseconds: u64) -> String {
    let (seconds, thousandths) = (milliseconds / 1_000, milliseconds % 1_000);
    let time = format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if thousandths == 0 { time } else { format!("{time}.{thousandths:03}") }
}

fn mark(text: &str) -> Option<Mark> {
    let color = MarkColor::from_letter(text.chars().next()?)?;
    let point = |from: usize| Some(Point::Xiangqi(text.get(from..from + 2)?.parse::<Square>().ok()?));
    let shape = match text.len() {
        3 => MarkShape::Circle(point(1)?),
        5 => MarkShape::Arrow(point(1)?, point(3)?),
        _ => return None,
    };
    Some(Mark { color, shape })
}

/// Writes the marks and times of `annotation` as commands.
pub(super) fn write(annotation: &Annotation) -> String {
    let (mut circles, mut arrows) = (Vec::new(), Vec::new());
    for mark in &annotation.marks {
        let color = mark.color.letter();
        match mark.shape {
            MarkShape::Circle(Point::Xiangqi(point)) => circles.push(format!("{color}{point}")),
            MarkShape::Arrow(Point::Xiangqi(from), Point::Xiangqi(to)) => {
                arrows.push(format!("{color}{from}{to}"));
            }
            MarkShape::Circle(Point::Luzhanqi(_)) | MarkShape::Arrow(..) => {}
        }
    }
    let mut text = String::new();
    for (name, marks) in [("csl", circles), ("cal", arrows)] {
        if !marks.is_empty() {
            let _ = write!(text, "[%{name} {}]", marks.join(","));
        }
    }
    for (name, milliseconds) in [("clk", annotation.clock_ms), ("emt", annotation.spent_ms)] {
        if let Some(milliseconds) = milliseconds {
            let _ = write!(text, "[%{name} {}]", time(milliseconds));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_out_of_the_text() {
        let mut annotation = Annotation::EMPTY;
        read(
            "good [%clk 0:09:58.5] move [%csl Ge2,Rh9] [%eval 12] [%cal Be2e6][%emt 1:02:03] [%clk x]",
            &mut annotation,
        );
        assert_eq!(annotation.comment, "good move [%eval 12] [%clk x]");
        assert_eq!((annotation.clock_ms, annotation.spent_ms), (Some(598_500), Some(3_723_000)));
        let written = write(&annotation);
        assert_eq!(written, "[%csl Ge2,Rh9][%cal Be2e6][%clk 0:09:58.500][%emt 1:02:03]");
        let mut again = Annotation::EMPTY;
        read(&written, &mut again);
        assert_eq!((again.marks, again.comment), (annotation.marks, String::new()));
    }

    #[test]
    fn faulty_times_are_no_times() {
        for time in ["", "1:", "a", "-1", "1:2:3:4:5:6:7:8:9:9:9:9:9", "99999999999", "0:0:0.x"] {
            assert_eq!(milliseconds(time), None, "{time}");
        }
        assert_eq!(milliseconds("0.0019"), Some(1));
    }
}
