//! Counts the work of reading in tests, where time would depend on the machine.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts so many bytes or tokens that are looked at.
#[cfg_attr(not(test), expect(clippy::missing_const_for_fn, reason = "it counts in tests"))]
pub(super) fn count(steps: usize) {
    #[cfg(test)]
    STEPS.set(STEPS.get() + steps);
    #[cfg(not(test))]
    let _ = steps;
}

#[cfg(test)]
mod tests {
    use super::STEPS;
    use crate::formats::{Format, read};

    fn steps(text: &str) -> usize {
        STEPS.set(0);
        let reading = read(text.as_bytes(), Some(Format::Pgn));
        assert!(reading.is_ok(), "{:?}: {}", reading, &text[..text.floor_char_boundary(40)]);
        STEPS.get()
    }

    /// The most steps a byte.
    const MOST: usize = 40;

    #[test]
    fn the_work_of_reading_is_linear() {
        const COUNT: usize = 1_000;
        const GAME: &str = "1. h2e2 *\n";
        type Text = fn(usize) -> String;
        let texts: [(&str, Text); 20] = [
            ("words", |n| format!("1. h2e2 {}\n", "好棋 ".repeat(n))),
            ("words before a number", |n| format!("1. h2e2 {}h9g7 2. h0g2\n", "好1 ".repeat(n))),
            ("lines of words", |n| format!("1. h2e2 h9g7\n{}", "好棋\n".repeat(n))),
            ("lines with times", |n| format!("h2e2\n{}h9g7\n", "甲 20:15\n".repeat(n))),
            ("words before variations", |n| format!("1. h2e2 {}*\n", "x (y) ".repeat(n))),
            ("results", |n| format!("1. h2e2 {}h9g7\n", "和 ".repeat(n))),
            ("lines of results", |n| format!("{GAME}{}", "和\n\n".repeat(n))),
            ("results before words", |n| format!("1. h2e2 h9g7 {}2. h0g2", "和 好 ".repeat(n))),
            ("numbers", |n| format!("{} h2e2 *\n", "1. ".repeat(n))),
            ("numbers without space", |n| format!("{} h2e2 *\n", "1.".repeat(n))),
            ("a list without space", |n| format!("h2e2,{}\n", "h9g7,".repeat(n))),
            ("a word that is almost a list", |n| format!("h2e2 {}x\n", "h9g7,".repeat(n))),
            ("brackets", |n| format!("[A \"x\"] [b]{}\n{GAME}", "[b x]".repeat(n))),
            ("open brackets", |n| format!("[A \"x\"] [b]{}\n{GAME}", "[b \"x]".repeat(n))),
            ("brackets in a tag", |n| format!("[A {}]\n{GAME}", "x][".repeat(n))),
            ("quotes in a tag", |n| format!("[A \"x\"]{}\n{GAME}", "y\"]".repeat(n))),
            ("faults in a comment", |n| format!("{GAME}{}}}\n", "[A \"x\"]\n( {\n".repeat(n))),
            ("nested faults in a comment", |n| format!("{GAME}{}}}\n", "[A \"x\"]\nx h2e2 (( {\n".repeat(n))),
            ("brackets before comments", |n| format!("{GAME}{}}}\n", "[A \"x\"]\n和 ) {\n".repeat(n))),
            ("tags", |n| format!("{GAME}{}", "[a x]y".repeat(n))),
        ];
        let mut wrong = Vec::new();
        for (name, text) in texts {
            let [short, long] = [COUNT, 2 * COUNT].map(|count| {
                let text = text(count);
                (steps(&text), text.len())
            });
            if long.0 > MOST * long.1 || 10 * long.0 > 22 * short.0 {
                wrong.push(format!("{name}: {short:?} {long:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
