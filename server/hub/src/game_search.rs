//! Searches a player's finished games: what matches a filter, and how far one search goes.
//!
//! The list and the events are the caller's, so every store finds the same games.

use super::game_event::GameEvent;
use super::names::NamePart;
use chuhe_protocol::{
    Event, GameFilter, GameId, GameKind, GameSummary, InvalidFilter, PlayerId, ValidTerms, limits,
};
use chuhe_rules::xiangqi::{self, Move, Position};
use chuhe_rules::{Color, Game, GameMove};

/// A checked filter for the finished games of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSearch {
    player: PlayerId,
    filter: GameFilter,
    /// The part of the opponent's name; `None` for any opponent.
    opponent: Option<NamePart>,
    position: Option<Position>,
}

impl GameSearch {
    /// Checks a filter for the games of `player`.
    ///
    /// # Errors
    /// What is invalid in the filter.
    pub fn parse(player: PlayerId, filter: GameFilter) -> Result<Self, InvalidFilter> {
        if filter.opponent.len() > limits::NAME_BYTES {
            return Err(InvalidFilter::OpponentTooLong);
        }
        let opponent = NamePart::parse(&filter.opponent);
        let position = filter.position.as_deref().map(parse_position).transpose()?;
        Ok(Self { player, filter, opponent, position })
    }

    /// The player whose games are searched.
    #[must_use]
    pub const fn player(&self) -> PlayerId {
        self.player
    }

    /// Searches a list in memory, latest first, for at most `limit` games.
    ///
    /// Returns the games, and where another search can go on.
    #[must_use]
    pub fn find_among<'a, E: IntoIterator<Item = &'a GameEvent>>(
        self,
        limit: usize,
        list: impl IntoIterator<Item = &'a GameSummary>,
        events: impl Fn(GameId) -> E,
    ) -> (Vec<GameSummary>, Option<GameId>) {
        let mut finder = GameFinder::new(self, limit);
        for game in list {
            match finder.consider(game.clone()) {
                SearchStep::Next => {}
                SearchStep::Read(game) => {
                    let events = events(game.game);
                    finder.check(game, events);
                }
                SearchStep::Stop => break,
            }
        }
        finder.finish()
    }

    /// Returns whether the game matches, apart from the position.
    #[must_use]
    pub fn matches(&self, game: &GameSummary) -> bool {
        let color = Color::ALL.into_iter().find(|&color| game.seats[color].player == self.player);
        let Some(color) = color else { return false };
        let GameFilter { opponent: _, result, kind, ended_from_ms, ended_before_ms, position: _ } =
            &self.filter;
        result.is_none_or(|result| result == game.result(color))
            && kind.is_none_or(|kind| kind == game.kind)
            && ended_from_ms.is_none_or(|from| from <= game.ended_at_ms)
            && ended_before_ms.is_none_or(|before| game.ended_at_ms < before)
            && (self.position.is_none() || game.kind == GameKind::Xiangqi)
            && self
                .opponent
                .as_ref()
                .is_none_or(|part| part.is_in(game.seats[color.opponent()].name.as_str()))
    }

    /// Returns whether the game with these events passed through the position, if there is one.
    ///
    /// Positions that were taken back do not count.
    #[must_use]
    pub fn passes<'a>(&self, events: impl IntoIterator<Item = &'a GameEvent>) -> bool {
        let Some(wanted) = &self.position else { return true };
        let Some((game, moves)) = main_line(events.into_iter().take(limits::SEARCH_EVENTS + 1)) else {
            return false;
        };
        let (mut position, mut moves) = (game.start().clone(), moves.into_iter().take(limits::SEARCH_PLIES));
        let is_wanted = |position: &Position| {
            // the key decides almost always; the boards decide for sure
            position.key() == wanted.key()
                && position.board() == wanted.board()
                && position.side_to_move() == wanted.side_to_move()
        };
        is_wanted(&position) || moves.any(|mv| position.play(mv).is_ok() && is_wanted(&position))
    }
}

fn parse_position(fen: &str) -> Result<Position, InvalidFilter> {
    if fen.len() > limits::START_POSITION_BYTES {
        return Err(InvalidFilter::Position);
    }
    Position::from_fen(fen).map_err(|_| InvalidFilter::Position)
}

/// Returns a game of xiangqi before its first move, and the moves that stand; `None` if the events are not those of one.
#[must_use]
pub fn main_line<'a>(events: impl IntoIterator<Item = &'a GameEvent>) -> Option<(xiangqi::Game, Vec<Move>)> {
    let mut events = events.into_iter();
    let Some(Event::Started(start)) = events.next()?.public() else { return None };
    let Game::Xiangqi(game) = ValidTerms::parse_under(start.rules, start.terms.clone()).ok()?.new_game()
    else {
        return None;
    };
    let mut moves = Vec::new();
    for event in events {
        match event.public() {
            Some(Event::Played { mv: GameMove::Xiangqi(mv), .. }) => moves.push(*mv),
            Some(Event::TakenBack { to_ply, .. }) => moves.truncate((*to_ply).into()),
            Some(_) | None => {}
        }
    }
    Some((game, moves))
}

/// What to do after a game was considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchStep {
    /// Consider the next game of the list.
    Next,
    /// Read the first [`SEARCH_EVENTS`](limits::SEARCH_EVENTS) events of this game, and
    /// [check](GameFinder::check) them.
    Read(GameSummary),
    /// End: the game was not considered, because the search has reached a limit.
    Stop,
}

/// A search in progress.
///
/// The caller passes the games of the list, latest first, until the search stops or none is left.
#[derive(Debug)]
pub struct GameFinder {
    search: GameSearch,
    limit: usize,
    found: Vec<GameSummary>,
    /// The games that may still be considered.
    games_left: usize,
    /// The games whose events may still be read.
    reads_left: usize,
    last: Option<GameId>,
    is_stopped: bool,
}

impl GameFinder {
    /// Starts a search for at most `limit` games.
    #[must_use]
    pub const fn new(search: GameSearch, limit: usize) -> Self {
        Self {
            search,
            limit,
            found: Vec::new(),
            games_left: limits::SEARCH_GAMES,
            reads_left: limits::SEARCH_READ_GAMES,
            last: None,
            is_stopped: false,
        }
    }

    /// Considers the next game of the list.
    #[must_use]
    pub fn consider(&mut self, game: GameSummary) -> SearchStep {
        if self.found.len() == self.limit || self.games_left == 0 || self.reads_left == 0 {
            self.is_stopped = true;
            return SearchStep::Stop;
        }
        self.games_left -= 1;
        self.last = Some(game.game);
        if self.search.matches(&game) {
            if self.search.position.is_some() {
                self.reads_left -= 1;
                return SearchStep::Read(game);
            }
            self.found.push(game);
        }
        SearchStep::Next
    }

    /// Checks the first events of a considered game for the position.
    pub fn check<'a>(&mut self, game: GameSummary, events: impl IntoIterator<Item = &'a GameEvent>) {
        if self.search.passes(events) {
            self.found.push(game);
        }
    }

    /// Returns the games found, and where another search can go on.
    #[must_use]
    pub fn finish(self) -> (Vec<GameSummary>, Option<GameId>) {
        (self.found, self.last.filter(|_| self.is_stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{PlayerName, Seat};
    use chuhe_rules::openings::FirstMoves;
    use chuhe_rules::{DrawReason, Outcome, PerColor};

    const ME: PlayerId = PlayerId(1);

    fn summary(game: u64, opponent: &str) -> GameSummary {
        let seat = |player, name| Seat { player, name: PlayerName::parse(name).expect("a name") };
        GameSummary {
            game: GameId(game),
            seats: PerColor::new(seat(PlayerId(2), opponent), seat(ME, "Me")),
            outcome: Outcome::Drawn(DrawReason::Agreement),
            plies: 2,
            ended_at_ms: game,
            kind: GameKind::Xiangqi,
            first_moves: FirstMoves::default(),
            rated: false,
            correction: None,
        }
    }

    fn finder(filter: GameFilter) -> GameFinder {
        GameFinder::new(GameSearch::parse(ME, filter).expect("a valid filter"), 20)
    }

    /// Considers games from `first` down until the search stops; returns their number.
    fn run(finder: &mut GameFinder, first: u64, opponent: &str) -> usize {
        let considered = (0..=first).rev().map_while(|game| match finder.consider(summary(game, opponent)) {
            SearchStep::Next => Some(()),
            SearchStep::Read(game) => {
                finder.check(game, &[]);
                Some(())
            }
            SearchStep::Stop => None,
        });
        considered.count()
    }

    #[test]
    fn a_search_that_finds_little_stops_at_its_limits() {
        let nobody = GameFilter { opponent: "x".into(), ..GameFilter::default() };
        let mut search = finder(nobody);
        assert_eq!(run(&mut search, 9_999, "Bo"), limits::SEARCH_GAMES);
        let earliest = GameId(10_000 - limits::SEARCH_GAMES as u64);
        assert_eq!(search.finish(), (Vec::new(), Some(earliest)));
        let fen = Some(Position::start().fen());
        let mut search = finder(GameFilter { position: fen, ..GameFilter::default() });
        assert_eq!(run(&mut search, 9_999, "Bo"), limits::SEARCH_READ_GAMES);
        let earliest = GameId(10_000 - limits::SEARCH_READ_GAMES as u64);
        assert_eq!(search.finish(), (Vec::new(), Some(earliest)));
    }

    #[test]
    fn a_search_that_ends_with_the_list_has_no_next_game() {
        let mut search = finder(GameFilter::default());
        assert_eq!(run(&mut search, 19, "Bo"), 20);
        let (found, next) = search.finish();
        assert_eq!((found.len(), next), (20, None));
    }

    #[test]
    fn an_opponent_is_found_by_any_spelling_of_a_part_of_the_name() {
        let is_found = |part: &str, name| {
            let mut search = finder(GameFilter { opponent: part.into(), ..GameFilter::default() });
            run(&mut search, 0, name);
            search.finish().0.len() == 1
        };
        for (part, name) in
            [("中鶴", "云中鹤"), ("mod", "Modern"), ("ОD", "modern"), ("ｙ", "Bobby"), ("", "Bo")]
        {
            assert!(is_found(part, name), "{part} {name}");
        }
        for (part, name) in [("中雀", "云中鹤"), ("me", "Bo"), ("bob", "Bo")] {
            assert!(!is_found(part, name), "{part} {name}");
        }
    }
}
