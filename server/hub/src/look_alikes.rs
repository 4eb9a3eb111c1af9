//! Folds each character to one that stands for all that look like it or differ from it by case.
//!
//! `look_alikes.txt` has the characters that do not stand for themselves. A test makes it from Unicode's
//! table of confusable characters, the mappings of case and the simplified Chinese characters; after
//! an update of one of these, `GOLDEN=write cargo test -p chuhe-hub --lib look_alikes` writes it anew.

use std::sync::LazyLock;

/// Each line is a character and what it folds to, in ascending order.
const TABLE: &str = include_str!("look_alikes.txt");

static FOLDED: LazyLock<Vec<(char, &'static str)>> = LazyLock::new(|| {
    let pair = |line: &'static str| {
        let letter = line.chars().next()?;
        Some((letter, &line[letter.len_utf8()..]))
    };
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(pair).collect()
});

/// Returns what a character folds to, which folds to itself; `None` if it is in no table.
pub(super) fn folded(letter: char) -> Option<&'static str> {
    let table = &*FOLDED;
    let found = table.binary_search_by_key(&letter, |&(letter, _)| letter);
    found.ok().map(|index| table[index].1)
}

#[cfg(test)]
mod tests {
    use super::super::han::simplified;
    use super::*;
    use caseless::default_case_fold_str;
    use std::collections::{BTreeMap, HashMap};
    use std::fmt::Write as _;
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::is_combining_mark;
    use unicode_security::skeleton;

    const HEAD: &str =
        "# Characters without decomposition, each with what it folds to. Made by a test of look_alikes.rs.\n";

    /// Groups of characters that stand for each other.
    #[derive(Default)]
    struct Groups {
        parents: HashMap<char, char>,
        /// The ASCII character in the group of a root.
        ascii: HashMap<char, char>,
        /// What a character looks like, if that is more than one character.
        looks: BTreeMap<char, String>,
        /// The same for the group of a root.
        group_looks: HashMap<char, String>,
    }

    impl Groups {
        fn root(&self, mut letter: char) -> char {
            while let Some(&parent) = self.parents.get(&letter) {
                letter = parent;
            }
            letter
        }

        fn ascii_of(&self, root: char) -> Option<char> {
            self.ascii.get(&root).copied().or_else(|| root.is_ascii().then_some(root))
        }

        /// Joins the groups of two characters.
        ///
        /// Groups of two ASCII characters stay apart, because a letter such as Greek nu looks like an N
        /// or a v by its case.
        fn join(&mut self, one: char, other: char) {
            let (one, other) = (self.root(one), self.root(other));
            let ascii = match (self.ascii_of(one), self.ascii_of(other)) {
                (Some(_), Some(_)) => return,
                (one, other) => one.or(other),
            };
            self.unite(one, other, ascii);
        }

        fn unite(&mut self, one: char, other: char, ascii: Option<char>) {
            if one != other {
                self.parents.insert(other, one);
                self.ascii.extend(ascii.map(|ascii| (one, ascii)));
                if let Some(look) = self.group_looks.remove(&other) {
                    self.group_looks.entry(one).or_insert(look);
                }
            }
        }

        /// What a character folds to.
        fn folded(&self, letter: char, within: &mut Vec<char>) -> String {
            let root = self.root(letter);
            let look = self.looks.get(&letter).or_else(|| self.group_looks.get(&root));
            match look {
                Some(look) if !within.contains(&root) => {
                    within.push(root);
                    let folded = look.chars().map(|letter| self.folded(letter, within)).collect();
                    within.pop();
                    folded
                }
                _ => self.ascii_of(root).unwrap_or(root).to_string(),
            }
        }
    }

    fn only(text: &str) -> Option<char> {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none())
    }

    fn look(letter: char) -> String {
        skeleton(letter.encode_utf8(&mut [0; 4])).nfkd().collect()
    }

    /// The other cases of a character that are one character.
    fn cases(letter: char) -> impl Iterator<Item = char> {
        let texts = [
            letter.to_lowercase().collect::<String>(),
            letter.to_uppercase().collect(),
            default_case_fold_str(letter.encode_utf8(&mut [0; 4])),
        ];
        texts.into_iter().filter_map(|text| only(&text.nfkd().collect::<String>()))
    }

    /// The characters without decomposition: those that a text consists of when it is folded.
    fn letters() -> impl Iterator<Item = char> {
        ('\0'..=char::MAX).filter(|&letter| decomposed(letter) == letter.to_string())
    }

    fn decomposed(letter: char) -> String {
        std::iter::once(letter).nfkd().collect()
    }

    /// The pairs of characters of which one is the decomposition of a character that looks like the other.
    fn decomposed_looks() -> impl Iterator<Item = (char, char)> {
        ('\0'..=char::MAX).filter(|letter| letter.is_alphanumeric()).filter_map(|letter| {
            let whole = only(&decomposed(letter)).filter(|&whole| whole != letter)?;
            Some((whole, only(&look(letter))?))
        })
    }

    fn groups() -> Groups {
        let mut groups = Groups::default();
        for letter in ('0'..='z').filter(char::is_ascii_alphanumeric) {
            let look = look(letter);
            for same in only(&look).into_iter().chain([letter.to_ascii_lowercase()]) {
                let (one, other) = (groups.root(same), groups.root(letter));
                let ascii = groups.ascii_of(one).max(groups.ascii_of(other));
                groups.unite(one, other, ascii);
            }
            if look.chars().nth(1).is_some() {
                groups.group_looks.insert(groups.root(letter), look);
            }
        }
        for letter in letters().filter(|letter| !letter.is_ascii()) {
            let look = look(letter);
            match only(&look) {
                Some(same) => groups.join(same, letter),
                None => _ = groups.looks.insert(letter, look),
            }
        }
        for (one, other) in decomposed_looks() {
            groups.join(one, other);
        }
        for letter in letters().filter(|&letter| !is_combining_mark(letter)) {
            for other in cases(letter).chain([simplified(letter)]).filter(|other| *other != letter) {
                let looks = [letter, other].map(|letter| groups.looks.get(&letter));
                let (look, without) = match looks {
                    [None, None] => {
                        groups.join(letter, other);
                        continue;
                    }
                    [Some(look), None] => (look.clone(), other),
                    [None, Some(look)] => (look.clone(), letter),
                    [Some(_), Some(_)] => continue,
                };
                let root = groups.root(without);
                if groups.ascii_of(root).is_none() {
                    groups.group_looks.entry(root).or_insert(look);
                }
            }
        }
        groups
    }

    #[test]
    fn the_table_is_made_from_case_looks_and_simplified_characters() {
        let groups = groups();
        let mut table = HEAD.to_owned();
        let fold = |text: &str| -> String {
            let folded: String = text.nfkd().map(|letter| groups.folded(letter, &mut Vec::new())).collect();
            folded.nfd().collect()
        };
        for letter in '\0'..=char::MAX {
            let text = letter.to_string();
            // a character with a decomposition is there only if it looks like something else
            let (usual, folded) = if decomposed(letter) == text {
                (text.clone(), fold(&text))
            } else if text.nfd().eq(text.chars()) {
                (fold(&text), fold(&look(letter)))
            } else {
                continue;
            };
            if folded != usual {
                writeln!(table, "{letter}{folded}").expect("writing to a string never fails");
            }
        }
        if std::env::var_os("GOLDEN").is_some_and(|value| value == "write") {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/look_alikes.txt");
            std::fs::write(path, &table).expect("the table can be written");
        } else {
            assert!(table == TABLE, "look_alikes.txt is not what Unicode's tables make");
        }
    }

    #[test]
    fn the_table_is_sorted_and_leads_to_text_that_stays() {
        assert!(FOLDED.len() > 5_000 && FOLDED.is_sorted_by(|one, next| one.0 < next.0));
        for &(letter, folded) in &*FOLDED {
            let stays = |letter: char| super::folded(letter).is_none();
            assert!(folded.chars().all(stays), "{letter} {folded}");
        }
    }
}
