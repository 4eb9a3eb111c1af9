//! The order of names as people expect it: digits count as numbers, and capitals as small letters.

/// What orders names: "Computer 2" before "Computer 10".
///
/// Names that differ in capitals or in zeros before a number alone have the same key.
#[must_use]
pub fn natural(name: &str) -> String {
    let mut key = String::with_capacity(name.len() + 2);
    let name = name.to_lowercase();
    let mut rest = name.as_str();
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|letter: char| letter.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        if is_number {
            let digits = run.trim_start_matches('0');
            // a number stands where its first digit would, and more digits make it greater
            key.push('0');
            key.push(char::from(u8::try_from(digits.len()).unwrap_or(u8::MAX)));
            key.push_str(digits);
        } else {
            key.push_str(run);
        }
        rest = after;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn digits_count_as_numbers() {
        let sorted = [
            "",
            "2",
            "9x",
            "10",
            "Ada",
            "ada 3",
            "bo",
            "Computer",
            "computer 1",
            "Computer 2",
            "computer 2b",
            "Computer 10",
            "computer 10 2",
            "computer 10 11",
            "Computers",
            "Zoe",
            "王",
        ];
        let mut mixed = sorted;
        mixed.reverse();
        mixed.sort_by_cached_key(|name| natural(name));
        assert_eq!(mixed, sorted);
        assert_eq!(natural("Board 007"), natural("board 7"));
        let long = "9".repeat(300);
        assert!(natural(&long) < natural("x"));
    }
}
