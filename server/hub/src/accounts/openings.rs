//! The openings that a player has played.

use chuhe_protocol::{PlayedOpening, PlayerResult, Tally, limits};
use chuhe_rules::Color;
use chuhe_rules::openings::{Choice, FirstMoves};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The openings of games, with their results.
#[derive(Debug, Default)]
pub(super) struct Openings(BTreeMap<(Color, Choice), Opening>);

#[derive(Debug)]
struct Opening {
    /// How many openings had been played later.
    later: usize,
    played: PlayedOpening,
}

impl Openings {
    /// Counts the opening of a game that the player played as `color`. Later games are counted first.
    pub(super) fn add(&mut self, color: Color, first_moves: &FirstMoves, result: PlayerResult) {
        let Some(choice) = first_moves.choice(color) else { return };
        let later = self.0.len();
        let opening = self.0.entry((color, choice)).or_insert_with(|| {
            let first_moves = first_moves.clone();
            Opening { later, played: PlayedOpening { color, first_moves, games: Tally::default() } }
        });
        opening.played.games.add(result);
    }

    /// Returns those played most, as a profile has them. Of those played equally often, the latest come first.
    pub(super) fn most_played(self) -> Vec<PlayedOpening> {
        let mut openings: Vec<Opening> = self.0.into_values().collect();
        openings.retain(|opening| opening.played.games.games() > 0);
        openings.sort_by_key(|Opening { later, played }| (Reverse(played.games.games()), *later));
        let of = |color| openings.iter().filter(move |opening| opening.played.color == color);
        let most = |color| of(color).take(limits::PLAYED_OPENINGS).map(|opening| opening.played.clone());
        Color::ALL.into_iter().flat_map(most).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_its_most_played_openings_and_of_equals_the_latest() {
        let mut openings = Openings::default();
        let won = PlayerResult::Won;
        let mut count = |color, moves: &[&str], result| {
            let moves = moves.iter().map(|mv| mv.parse().expect("a move")).collect::<Vec<_>>();
            openings.add(color, &FirstMoves::try_from(moves).expect("few moves"), result);
        };
        count(Color::Red, &["c3c4"], PlayerResult::Aborted);
        count(Color::Red, &["a0a1"], won);
        count(Color::Red, &["b2e2"], PlayerResult::Lost);
        count(Color::Red, &["b0c2"], won);
        count(Color::Red, &["c0e2"], won);
        count(Color::Red, &["h2e2", "h9g7"], PlayerResult::Drawn);
        count(Color::Black, &["b2e2"], won);
        count(Color::Black, &["b2e2", "a9a8"], won);
        let most = openings.most_played();
        let said = most.iter().map(|it| (it.color, it.first_moves.moves()[0].to_string(), it.games));
        let games = |won, drawn, lost| Tally { won, drawn, lost };
        let expected = [
            (Color::Red, "b2e2", games(0, 1, 1)),
            (Color::Red, "a0a1", games(1, 0, 0)),
            (Color::Red, "b0c2", games(1, 0, 0)),
            (Color::Black, "b2e2", games(1, 0, 0)),
        ];
        assert_eq!(
            said.collect::<Vec<_>>(),
            expected.map(|(color, mv, games)| (color, mv.to_owned(), games))
        );
    }
}
