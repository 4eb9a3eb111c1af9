//! Profiles of the registered players, and the leaderboards.

use super::board::{Board, BoardRow};
use super::openings::Openings;
use super::{Account, Accounts, fair_play, rating};
use crate::preferences::Preferences;
use crate::record::Record;
use crate::sent_rating::{few, shown};
use chuhe_protocol::{
    BestWin, GameSummary, KindTally, Leaderboard, LeaderboardRow, Place, PlayerId, PlayerName, Profile,
    ProfileAudience, ProfileChoice, ProfileRefusal, RatingClass, RatingPoint, RatingRecord, ShownRating,
    Tally, limits,
};
use chuhe_ratings::Standing;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How long a leaderboard is sent again before it is made anew, in milliseconds: to make one looks at every account.
const BOARD_MS: u64 = 2_000;

// what standings keep is what profiles show
const _: () = assert!(chuhe_ratings::RATING_POINTS == limits::RATING_POINTS);
const _: () = assert!(chuhe_ratings::BEST_WINS == limits::BEST_WINS);

impl Account {
    /// Returns what others see of the player's profile.
    const fn profile_choice(&self) -> ProfileChoice {
        self.preferences().profile
    }
}

/// The profiles and leaderboards of the accounts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profiles<'a>(pub(crate) &'a Accounts);

/// Sets what others see of a player's profile; returns the record, or none if nothing changes.
pub(crate) fn choose(accounts: &mut Accounts, id: PlayerId, choice: ProfileChoice) -> Option<Record> {
    let account = accounts.players.get_mut(&id)?;
    let Preferences { profile, .. } = &mut account.preferences;
    let before = std::mem::replace(profile, choice);
    (before != choice).then(|| account.write(id))
}

/// Returns a page of the leaderboard of a class for `asker`.
pub(crate) fn leaderboard(
    accounts: &mut Accounts,
    asker: PlayerId,
    class: RatingClass,
    page: u32,
    now: Timestamp,
) -> Leaderboard {
    let is_fresh = accounts.boards.get(&class).is_some_and(|board| now.since(board.made_at) < BOARD_MS);
    if !is_fresh {
        let board = Profiles(accounts).board(class, now);
        accounts.boards.insert(class, board);
    }
    Profiles(accounts).page(asker, class, page, now)
}

impl Profiles<'_> {
    /// Finds the registered player of this name whose profile `asker` may see.
    ///
    /// # Errors
    /// If there is none, or the player does not show their profile to `asker`.
    pub(crate) fn find(self, asker: PlayerId, name: &str) -> Result<PlayerId, ProfileRefusal> {
        let name = Some(name).filter(|name| name.len() <= limits::NAME_BYTES);
        let name = name.and_then(|name| PlayerName::parse(name).ok()).ok_or(ProfileRefusal::Unknown)?;
        match self.0.by_registered_name(&name) {
            Some(player) if self.shows(player, asker) => Ok(player),
            Some(_) => Err(ProfileRefusal::Private),
            None if self.0.by_name(&name).is_some() => Err(ProfileRefusal::Unregistered),
            None => Err(ProfileRefusal::Unknown),
        }
    }

    /// Returns whether a player shows their profile to `asker`.
    pub(crate) fn shows(self, player: PlayerId, asker: PlayerId) -> bool {
        let Some(account) = self.0.get(player) else { return false };
        let is_in_audience = match account.profile_choice().audience {
            ProfileAudience::Everyone => true,
            ProfileAudience::Registered => self.0.is_registered(asker),
            ProfileAudience::Nobody => false,
        };
        player == asker || (is_in_audience && !self.0.blocks(player, asker))
    }

    /// Returns the profile of a player for `asker`, with the last of their finished games.
    pub(crate) fn of(
        self,
        player: PlayerId,
        asker: PlayerId,
        games: &[GameSummary],
        more_games: bool,
        now: Timestamp,
    ) -> Option<Profile> {
        let account = self.0.get(player)?;
        let (mut by_kind, mut together) = (BTreeMap::<_, Tally>::new(), Tally::default());
        let mut openings = Openings::default();
        for game in games.iter().filter(|game| !game.is_annulled()) {
            let Some(color) = Color::ALL.into_iter().find(|&color| game.seats[color].player == player) else {
                continue;
            };
            let result = game.result(color);
            by_kind.entry(game.kind).or_default().add(result);
            openings.add(color, &game.first_moves, result);
            if game.seats[color.opponent()].player == asker {
                together.add(game.result(color.opponent()));
            }
        }
        by_kind.retain(|_, tally| tally.games() > 0);
        let seen_at = if account.away_since.is_none() { now } else { account.seen_at };
        Some(Profile {
            player,
            name: account.name.clone(),
            last_seen_ms: account.profile_choice().last_seen.then(|| seen_at.as_ms()),
            ratings: self.rating_records(account, now),
            games: by_kind.into_iter().map(|(kind, games)| KindTally { kind, games }).collect(),
            together,
            openings: openings.most_played(),
            more_games,
            completion: fair_play::completion(account),
        })
    }

    fn rating_records(self, account: &Account, now: Timestamp) -> Vec<RatingRecord> {
        let best_win = |&chuhe_ratings::BestWin { opponent, rating, day }: &chuhe_ratings::BestWin| {
            // whoever shows their profile to nobody is in no other one either
            let opponent =
                self.0.get(PlayerId(opponent)).filter(|_| self.is_on_boards(PlayerId(opponent)))?;
            Some(BestWin { opponent: opponent.name.clone(), rating, day })
        };
        let point = |&chuhe_ratings::RatingPoint { day, rating }: &chuhe_ratings::RatingPoint| RatingPoint {
            day,
            rating,
        };
        let record = |(rating, standing): (ShownRating, &Standing)| RatingRecord {
            rating,
            games: Tally { won: standing.wins, drawn: standing.draws, lost: standing.losses },
            curve: standing.history.iter().map(point).collect(),
            best_wins: standing.best_wins.iter().filter_map(best_win).collect(),
        };
        account.ratings(now).into_iter().zip(account.standings()).map(record).collect()
    }

    /// Returns a page of the leaderboard that was made last.
    fn page(self, asker: PlayerId, class: RatingClass, page: u32, now: Timestamp) -> Leaderboard {
        let (rows, active) =
            self.0.boards.get(&class).map_or((&[][..], 0), |board| (&board.rows, board.active));
        let pages = u32::try_from(rows.len().div_ceil(limits::LEADERBOARD_ROWS)).unwrap_or(u32::MAX).max(1);
        let page = page.min(pages - 1);
        let shown = rows.chunks(limits::LEADERBOARD_ROWS).nth(page as usize).unwrap_or_default();
        // whoever lost their name or hid their profile meanwhile is not sent any more
        let is_shown = |row: &&BoardRow| self.is_on_boards(row.player);
        Leaderboard {
            class,
            page,
            pages,
            rows: shown.iter().filter(is_shown).filter_map(|&row| self.named(row)).collect(),
            own: self.own_row(asker, class, active, rows, now),
        }
    }

    /// Returns the row of `asker`, also if others do not see it.
    fn own_row(
        self,
        asker: PlayerId,
        class: RatingClass,
        active: usize,
        rows: &[BoardRow],
        now: Timestamp,
    ) -> Option<LeaderboardRow> {
        self.0.get(asker).filter(|account| account.is_registered())?;
        if let Some(&row) = rows.iter().find(|row| row.player == asker) {
            return self.named(row);
        }
        let unrated = Standing::default();
        let standing = rating::standing(self.0, asker, class).unwrap_or(&unrated);
        let mut row = board_row(asker, standing, place_of(standing, active, now));
        if let Place::Listed(place) = &mut row.place {
            let is_better =
                |other: &BoardRow| matches!(other.place, Place::Listed(_)) && other.rating > row.rating;
            *place = count(rows.partition_point(is_better)) + 1;
        }
        self.named(row)
    }

    fn named(self, BoardRow { player, rating, games, place }: BoardRow) -> Option<LeaderboardRow> {
        let name = self.0.get(player)?.name.clone();
        Some(LeaderboardRow { player, name, rating, games, place })
    }

    fn is_on_boards(self, player: PlayerId) -> bool {
        let shows = |account: &Account| {
            account.is_registered() && account.profile_choice().audience != ProfileAudience::Nobody
        };
        self.0.get(player).is_some_and(shows)
    }

    /// Makes the leaderboard of a class: those who are listed, then the other active players.
    fn board(self, class: RatingClass, now: Timestamp) -> Board {
        let active: Vec<(PlayerId, &Standing)> = self
            .0
            .ids()
            .filter_map(|player| Some((player, rating::standing(self.0, player, class)?)))
            .filter(|(_, standing)| standing.is_active(now))
            .collect();
        let count_active = active.len();
        let row = |(player, standing): (PlayerId, &Standing)| {
            board_row(player, standing, place_of(standing, count_active, now))
        };
        let is_shown = |&(player, _): &(PlayerId, _)| self.is_on_boards(player);
        let mut rows: Vec<BoardRow> = active.into_iter().filter(is_shown).map(row).collect();
        rows.sort_by_key(|row| {
            let missing = match row.place {
                Place::Listed(_) => 0,
                Place::Missing { games, .. } => games,
            };
            (missing, Reverse(row.rating), row.player)
        });
        let mut best: Option<(u16, u32)> = None;
        for (row, number) in rows.iter_mut().zip(1..) {
            if let Place::Listed(place) = &mut row.place {
                let shared = best.filter(|(rating, _)| *rating == row.rating);
                *place = shared.map_or(number, |(_, place)| place);
                best = Some((row.rating, *place));
            }
        }
        Board { made_at: now, active: count_active, rows }
    }
}

/// Where a player stands: listed, at a place that is not known yet, or what is missing.
fn place_of(standing: &Standing, active: usize, now: Timestamp) -> Place {
    match standing.listed(now, active) {
        Ok(()) => Place::Listed(0),
        Err(chuhe_ratings::Missing { games, opponents }) => {
            // each opponent takes a game
            let opponents = u8::try_from(opponents).unwrap_or(u8::MAX);
            Place::Missing { games: few(games).max(opponents), opponents }
        }
    }
}

fn board_row(player: PlayerId, standing: &Standing, place: Place) -> BoardRow {
    BoardRow { player, rating: shown(standing), games: standing.games(), place }
}

fn count(players: usize) -> u32 {
    u32::try_from(players).unwrap_or(u32::MAX)
}
