//! The list of the games of a file, and the search in it.

use super::open::Opened;
use chuhe_records::{GameResult, GameTree, tag};
use std::borrow::Cow;

/// The tags that are searched.
const SEARCHED: [&str; 11] = [
    tag::RED,
    tag::BLACK,
    tag::RED_TEAM,
    tag::BLACK_TEAM,
    tag::EVENT,
    tag::ROUND,
    tag::SITE,
    tag::DATE,
    tag::TITLE,
    tag::OPENING,
    tag::ANNOTATOR,
];

/// Which games of a file are listed: all, or those that the user searches.
#[derive(Debug, Default)]
pub struct GameList {
    filter: String,
    /// The places of the games that match; `None` lists all.
    found: Option<Vec<usize>>,
}

impl GameList {
    /// What the user searches, as typed.
    #[must_use]
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// The number of games listed, of a file with so many.
    #[must_use]
    pub fn count(&self, games: usize) -> usize {
        self.found.as_ref().map_or(games, Vec::len)
    }

    /// The place in the file of the game in this row.
    #[must_use]
    pub fn place(&self, row: usize) -> Option<usize> {
        match &self.found {
            Some(found) => found.get(row).copied(),
            None => Some(row),
        }
    }

    /// Lists the games that have each word of the filter in a name, the date or the result, which
    /// `result` writes for the user. `called` is what the user calls a player of a name.
    pub fn search(
        &mut self,
        filter: String,
        games: &[Opened],
        called: impl Fn(&str) -> Cow<'_, str>,
        result: impl Fn(GameResult) -> &'static str,
    ) {
        let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
        self.found = (!words.is_empty()).then(|| {
            let has_all = |game: &Opened| {
                let text = searched_text(game, &called, result(game.tree.result()));
                words.iter().all(|word| text.contains(word))
            };
            (0..).zip(games).filter(|(_, game)| has_all(game)).map(|(place, _)| place).collect()
        });
        self.filter = filter;
    }
}

/// What is searched of a game, in small letters.
fn searched_text(
    Opened { tree, chapter, .. }: &Opened,
    called: impl Fn(&str) -> Cow<'_, str>,
    result: &str,
) -> String {
    let tags = SEARCHED.iter().filter_map(|name| tree.tag(name));
    // a date is typed with either mark
    let date = tree.tag(tag::DATE).unwrap_or_default().replace('.', "-");
    let [red, black] = [tag::RED, tag::BLACK].map(|name| called(tree.tag(name).unwrap_or_default().trim()));
    let parts = tags.chain([&*red, &*black, &**chapter, &date, tree.result().score(), result]);
    parts.flat_map(|part| [part, "\n"]).collect::<String>().to_lowercase()
}

/// The competition with its round, and the date; without what the record does not say.
pub fn occasion(tree: &GameTree) -> impl Iterator<Item = &str> {
    let tags = [tag::EVENT, tag::ROUND, tag::DATE].into_iter().filter_map(|name| tree.tag(name));
    tags.map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::read;
    use chuhe_rules::Color;

    fn games() -> Vec<Opened> {
        let game = |red: &str, event: &str, date: &str, result: &str| {
            format!(
                "[Red \"{red}\"]\n[Event \"{event}\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\n1. h2e2 {result}\n\n"
            )
        };
        let text = [
            game("胡荣华", "全国赛", "1960.11.02", "1-0"),
            game("Lin", "Asian Cup", "2026.01.15", "0-1"),
            game("LIN", "League", "2026.02.01", "1/2-1/2"),
            game("computer-3", "Club", "2026.03.01", "1-0"),
        ];
        read("all.pgn", "", text.concat().as_bytes()).expect("four games").games
    }

    fn places(list: &GameList) -> Vec<usize> {
        (0..list.count(4)).filter_map(|row| list.place(row)).collect()
    }

    fn called(name: &str) -> Cow<'_, str> {
        if name == "computer-3" { "电脑 3".into() } else { name.into() }
    }

    #[test]
    fn games_are_searched_by_names_competition_date_and_result() {
        let games = games();
        let mut list = GameList::default();
        assert_eq!(places(&list), [0, 1, 2, 3]);
        for (filter, expected) in [
            ("lin", &[1, 2][..]),
            ("荣", &[0]),
            ("asian LIN", &[1]),
            ("2026-01", &[1]),
            ("2026.0", &[1, 2, 3]),
            ("1/2", &[2]),
            ("black won", &[1]),
            ("league asian", &[]),
            ("computer-3", &[3]),
            ("电脑 3 club", &[3]),
            ("电脑", &[3]),
            ("  ", &[0, 1, 2, 3]),
        ] {
            list.search(filter.to_owned(), &games, called, |result| {
                let is_black = matches!(result, GameResult::Won { winner: Color::Black, .. });
                if is_black { "Black won" } else { "" }
            });
            assert_eq!(places(&list), expected, "{filter}");
        }
    }
}
