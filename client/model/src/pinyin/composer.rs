//! The state machine of the pinyin composer.

use super::dictionary;
use chuhe_records::notation::Script;

/// How many candidates a page shows; they are chosen by the digits from 1.
pub const PAGE: usize = 7;
/// The most letters that wait to be composed: a sentence.
const MOST_LETTERS: usize = 60;
/// The most candidates that complete letters which are not a whole syllable yet.
const MOST_COMPLETIONS: usize = 4 * PAGE;

/// The letters that wait to be composed, and the page of candidates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composer {
    on: bool,
    letters: String,
    page: usize,
}

/// A key for the composer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComposerKey {
    /// A typed letter, digit or sign, or a space.
    Char(char),
    /// Backspace.
    Backspace,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// The key or the button that switches between pinyin and plain letters.
    Toggle,
}

/// The effect of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// The composer does not use the key: it is for the text field.
    Unused,
    /// The composer used the key, and nothing is to be inserted.
    Used,
    /// This text is to be inserted in place of the key.
    Text(String),
}

/// A text that may be meant by the first letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text.
    pub text: String,
    /// How many letters it stands for.
    pub letters: usize,
}

impl Composer {
    /// A composer that is on or off.
    #[must_use]
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Whether letters are composed.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// The letters that wait to be composed.
    #[must_use]
    pub fn letters(&self) -> &str {
        &self.letters
    }

    /// The candidates on the page, and whether there are pages before and after it.
    #[must_use]
    pub fn shown(&self, script: Script) -> (Vec<Candidate>, [bool; 2]) {
        let all = self.candidates(script);
        let more = [self.page > 0, all.len() > (self.page + 1) * PAGE];
        (all.into_iter().skip(self.page * PAGE).take(PAGE).collect(), more)
    }

    /// Handles a key.
    pub fn press(&mut self, key: ComposerKey, script: Script) -> Typed {
        if key == ComposerKey::Toggle {
            *self = Self::new(!self.on);
            return Typed::Used;
        }
        if !self.on {
            return Typed::Unused;
        }
        if let ComposerKey::Char(letter) = key {
            return self.typed(letter, script);
        }
        if self.letters.is_empty() {
            return Typed::Unused;
        }
        match key {
            ComposerKey::Backspace => {
                self.letters.pop();
                self.page = 0;
                Typed::Used
            }
            ComposerKey::Enter => {
                let letters = std::mem::take(&mut self.letters);
                self.page = 0;
                Typed::Text(letters)
            }
            ComposerKey::Escape | ComposerKey::Toggle | ComposerKey::Char(_) => {
                *self = Self::new(self.on);
                Typed::Used
            }
        }
    }

    fn typed(&mut self, typed: char, script: Script) -> Typed {
        if typed.is_ascii_lowercase() || (typed == '\'' && !self.letters.is_empty()) {
            if self.letters.len() < MOST_LETTERS {
                self.letters.push(typed);
            }
            self.page = 0;
            return Typed::Used;
        }
        if self.letters.is_empty() {
            return full_width(typed).map_or(Typed::Unused, |sign| Typed::Text(sign.to_string()));
        }
        let (candidates, [before, after]) = self.shown(script);
        match typed {
            ' ' => self.choose(candidates.first()),
            '1'..='9' => self.choose(candidates.get(typed as usize - '1' as usize)),
            '-' | '=' => {
                self.page = match typed {
                    '-' if before => self.page - 1,
                    '=' if after => self.page + 1,
                    _ => self.page,
                };
                Typed::Used
            }
            _ => {
                // a sign ends the word that is being composed
                let Typed::Text(text) = self.choose(candidates.first()) else { return Typed::Used };
                let rest = std::mem::take(&mut self.letters);
                Typed::Text(format!("{text}{rest}{}", full_width(typed).unwrap_or(typed)))
            }
        }
    }

    fn choose(&mut self, candidate: Option<&Candidate>) -> Typed {
        let Some(candidate) = candidate else { return Typed::Used };
        self.letters.drain(..candidate.letters);
        self.letters = self.letters.trim_start_matches('\'').to_owned();
        self.page = 0;
        Typed::Text(candidate.text.clone())
    }

    /// What the letters may mean: all of them first, then ever fewer.
    fn candidates(&self, script: Script) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let mut add = |text: String, letters| {
            if !text.is_empty() && !found.iter().any(|it| it.text == text) {
                found.push(Candidate { text, letters });
            }
        };
        let length = self.letters.len();
        let whole = self.words(0, length, script);
        if whole.is_empty() {
            add(self.sentence(script), length);
            for word in dictionary::completions(&self.letters, script, MOST_COMPLETIONS) {
                add(word.to_owned(), length);
            }
        }
        for end in (1..=length).rev() {
            for word in self.words(0, end, script) {
                add(word.to_owned(), end);
            }
        }
        found
    }

    /// The words for a range of the letters. An apostrophe separates characters.
    fn words(&self, from: usize, to: usize, script: Script) -> Vec<&'static str> {
        let letters = &self.letters[from..to];
        if letters.starts_with('\'') || letters.ends_with('\'') {
            return Vec::new();
        }
        let parts = letters.split('\'').count();
        let words = dictionary::words(&letters.replace('\'', ""), script);
        words.into_iter().filter(|word| parts == 1 || word.chars().count() >= parts).collect()
    }

    /// The words of a sentence: the fewest that use all letters; empty if there are none.
    fn sentence(&self, script: Script) -> String {
        let length = self.letters.len();
        // the best way to each place: the number of words and the text
        let mut best: Vec<Option<(usize, String)>> = vec![None; length + 1];
        best[0] = Some((0, String::new()));
        for from in 0..length {
            let Some((count, text)) = best[from].clone() else { continue };
            let start = from + usize::from(from > 0 && self.letters[from..].starts_with('\''));
            for (to, place) in best.iter_mut().enumerate().skip(start + 1) {
                let is_better = place.as_ref().is_none_or(|(other, _)| count + 1 < *other);
                if is_better && let Some(word) = self.words(start, to, script).first() {
                    *place = Some((count + 1, format!("{text}{word}")));
                }
            }
        }
        best.pop().flatten().map_or_else(String::new, |(_, text)| text)
    }
}

/// The Chinese form of a sign.
const fn full_width(sign: char) -> Option<char> {
    Some(match sign {
        ',' => '，',
        '.' => '。',
        '?' => '？',
        '!' => '！',
        ':' => '：',
        ';' => '；',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types these keys; returns the text that the field receives.
    fn typed(keys: &str, script: Script) -> String {
        let mut composer = Composer::new(true);
        let mut text = String::new();
        for key in keys.chars() {
            let key = match key {
                '<' => ComposerKey::Backspace,
                '\n' => ComposerKey::Enter,
                '^' => ComposerKey::Escape,
                '@' => ComposerKey::Toggle,
                _ => ComposerKey::Char(key),
            };
            match (composer.press(key, script), key) {
                (Typed::Text(words), _) => text += &words,
                (Typed::Unused, ComposerKey::Char(key)) => text.push(key),
                (Typed::Unused | Typed::Used, _) => {}
            }
        }
        text
    }

    #[test]
    fn letters_become_words_by_number_and_by_space() {
        for (keys, text) in [
            ("nihao1", "你好"),
            ("nihao ", "你好"),
            ("nihao,haoqi!", "你好，好棋！"),
            ("zlyj ", "再来一局"),
            ("zailaiyiju ", "再来一局"),
            ("nihaozaijian ", "你好再见"),
            ("xi'an ", "西安"),
            ("lv ", "律"),
        ] {
            assert_eq!(typed(keys, Script::Simplified), text, "{keys}");
        }
        assert_eq!(typed("zailaiyiju ", Script::Traditional), "再來一局");
        assert_eq!(typed("xiexie ", Script::Traditional), "謝謝");
    }

    #[test]
    fn letters_are_edited_dropped_and_kept() {
        for (keys, text) in [
            ("niha<<<<a ", "啊"),
            ("nihao^", ""),
            ("nihao^hao ", "好"),
            ("nihao\n", "nihao"),
            ("@nihao1", "nihao1"),
            ("ni@hao", "hao"),
            ("OK 10+5", "OK 10+5"),
        ] {
            assert_eq!(typed(keys, Script::Simplified), text, "{keys:?}");
        }
    }

    #[test]
    fn a_word_for_the_first_letters_leaves_the_others() {
        let mut composer = Composer::new(true);
        for letter in "nihaozaijian".chars() {
            composer.press(ComposerKey::Char(letter), Script::Simplified);
        }
        let (shown, _) = composer.shown(Script::Simplified);
        assert_eq!(shown[0], Candidate { text: "你好再见".into(), letters: 12 });
        let first = shown.iter().position(|it| it.text == "你好").unwrap();
        let digit = char::from(b'1' + first as u8);
        let chosen = composer.press(ComposerKey::Char(digit), Script::Simplified);
        assert_eq!((chosen, composer.letters()), (Typed::Text("你好".into()), "zaijian"));
    }

    #[test]
    fn pages_turn_within_their_bounds() {
        let mut composer = Composer::new(true);
        for letter in "shi".chars() {
            composer.press(ComposerKey::Char(letter), Script::Simplified);
        }
        let (first, more) = composer.shown(Script::Simplified);
        assert_eq!((first.len(), more), (PAGE, [false, true]));
        composer.press(ComposerKey::Char('-'), Script::Simplified);
        assert_eq!(composer.shown(Script::Simplified).0, first);
        composer.press(ComposerKey::Char('='), Script::Simplified);
        let (second, [before, _]) = composer.shown(Script::Simplified);
        assert!(before && second != first);
        for _ in 0..100 {
            composer.press(ComposerKey::Char('='), Script::Simplified);
        }
        let (last, [_, after]) = composer.shown(Script::Simplified);
        assert!(!last.is_empty() && !after);
    }

    #[test]
    fn any_keys_leave_a_composer_that_works() {
        let keys = "abgnixz'v1 9-=,<^\nU";
        let mut composer = Composer::new(true);
        let mut seed = 7_u64;
        for _ in 0..3_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let key = keys.as_bytes()[(seed >> 33) as usize % keys.len()] as char;
            let key = match key {
                '<' => ComposerKey::Backspace,
                '^' => ComposerKey::Escape,
                '\n' => ComposerKey::Enter,
                _ => ComposerKey::Char(key),
            };
            composer.press(key, Script::Simplified);
            assert!(composer.letters().len() <= MOST_LETTERS);
        }
    }
}
