//! The ratings of the registered players.

use super::kept::Kept;
use super::{Account, Accounts};
use crate::rated_game::ToRate;
use crate::rated_log::{AppliedCorrection, LoggedGame};
use crate::record::Record;
use crate::sent_rating::{change, few, shown};
use chuhe_protocol::{
    InvalidTerms, PlayerId, RatedEnd, RatingClass, Refusal, ShownRating, Terms, Uncounted, Unratable,
};
use chuhe_ratings::{Rated, RatedGame, Standing, Uncounted as NotCounted, rate};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};

/// A rated game as the log has it.
type Row = RatedGame<RatingClass>;

impl Account {
    /// Returns the player's ratings, in the order of their classes.
    pub(crate) fn ratings(&self, now: Timestamp) -> Vec<ShownRating> {
        let of_class = |(&class, kept): (&RatingClass, &Kept)| {
            let standing = &kept.standing;
            let games_missing = few(standing.games_missing(now));
            ShownRating { class, rating: shown(standing), games_missing }
        };
        self.ratings.iter().map(of_class).collect()
    }

    /// Returns the player's standings, in the order of their classes.
    pub(super) fn standings(&self) -> impl Iterator<Item = &Standing> {
        self.ratings.values().map(|kept| &kept.standing)
    }

    /// Sets the player's standing, and returns the record.
    fn set_standing(&mut self, player: PlayerId, class: RatingClass, standing: Standing) -> Record {
        let kept = self.ratings.entry(class).or_default();
        let revision = kept.revision;
        kept.revision += 1;
        kept.standing = standing;
        Record::Rating { player, class, revision, row: Some(kept.standing.clone()) }
    }

    /// Returns the records that delete the player's standings.
    pub(super) fn erase_ratings(&self, player: PlayerId) -> impl Iterator<Item = Record> {
        let erased = move |(&class, kept): (&RatingClass, &Kept)| Record::Rating {
            player,
            class,
            revision: kept.revision,
            row: None,
        };
        self.ratings.iter().map(erased)
    }
}

/// Adds stored standings to their players. Call it after all players are restored.
pub(crate) fn restore(accounts: &mut Accounts, rows: Vec<(PlayerId, RatingClass, u32, Standing)>) {
    for (player, class, revision, standing) in rows {
        if let Some(account) = accounts.players.get_mut(&player) {
            account.ratings.insert(class, Kept { standing, revision });
        }
    }
}

/// Checks that these players may play on these terms if they are rated.
///
/// # Errors
/// If one of them is a guest or a computer player.
pub(crate) fn check_ratable(accounts: &Accounts, players: &[PlayerId], terms: &Terms) -> Result<(), Refusal> {
    if !terms.rated {
        return Ok(());
    }
    let unratable = players.iter().find_map(|&player| unratable(accounts, player));
    unratable.map_or(Ok(()), |why| Err(Refusal::Terms(InvalidTerms::Unratable(why))))
}

fn unratable(accounts: &Accounts, player: PlayerId) -> Option<Unratable> {
    match accounts.get(player) {
        Some(account) if account.computer_level.is_some() => Some(Unratable::Computer),
        Some(account) if account.is_registered() => None,
        Some(_) | None => Some(Unratable::Guest),
    }
}

/// Counts a finished game; returns the records to save and what its journal says.
pub(crate) fn count(accounts: &mut Accounts, game: &ToRate) -> (Vec<Record>, RatedEnd) {
    let (row, rated) = match counted(accounts, game) {
        Ok(counted) => counted,
        Err(why) => return (Vec::new(), RatedEnd::Uncounted(why)),
    };
    let &ToRate { players, class, .. } = game;
    accounts.rated_games += 1;
    let logged = Record::RatedGame { revision: 0, row: LoggedGame { game: row, correction: None } };
    let Ok(Rated { standings, changes }) = rated else {
        // it counts if an earlier game of the day is annulled
        return (vec![logged], RatedEnd::Uncounted(Uncounted::SamePair));
    };
    let PerColor { red, black } = standings;
    let records =
        [(players.red, red), (players.black, black)].into_iter().filter_map(|(player, standing)| {
            Some(accounts.players.get_mut(&player)?.set_standing(player, class, standing))
        });
    let records = records.chain([logged]).collect();
    (records, RatedEnd::Changed(changes.map(change)))
}

/// Returns how often a game was rated or corrected since the hub began.
pub(crate) const fn rated_games(accounts: &Accounts) -> u64 {
    accounts.rated_games
}

/// Lets a game count otherwise; returns the records to save, and the players whose standings change.
pub(crate) fn correct(
    accounts: &mut Accounts,
    correction: AppliedCorrection,
) -> (Vec<Record>, Vec<PlayerId>) {
    let AppliedCorrection { game: row, revision, rated_games: _, mut standings } = correction;
    accounts.rated_games += 1;
    let class = row.game.class;
    let mut records = vec![Record::RatedGame { revision, row }];
    let mut changed = Vec::new();
    for (&player, account) in &mut accounts.players {
        let standing = standings.remove(&(class, player.0));
        if account.ratings.get(&class).map(|kept| &kept.standing) == standing.as_ref() {
            continue;
        }
        changed.push(player);
        records.extend(match standing {
            Some(standing) => Some(account.set_standing(player, class, standing)),
            None => account.ratings.remove(&class).map(|Kept { revision, standing: _ }| Record::Rating {
                player,
                class,
                revision,
                row: None,
            }),
        });
    }
    (records, changed)
}

/// The rating that players see, if this one has played in the class.
pub(crate) fn rating(accounts: &Accounts, player: PlayerId, class: RatingClass) -> Option<u16> {
    standing(accounts, player, class).map(shown)
}

pub(super) fn standing(accounts: &Accounts, player: PlayerId, class: RatingClass) -> Option<&Standing> {
    accounts.get(player)?.ratings.get(&class).map(|kept| &kept.standing)
}

/// Whether a finished game changes ratings, as [`count`] would count it now.
pub(crate) fn counts(accounts: &Accounts, game: &ToRate) -> bool {
    matches!(counted(accounts, game), Ok((_, Ok(_))))
}

/// Returns a finished game for the log, and what it makes of the standings of its players, or why it does not count
/// beside their other games.
///
/// # Errors
/// Why it counts for nothing, whatever the other games are.
fn counted(accounts: &Accounts, game: &ToRate) -> Result<(Row, Result<Rated, NotCounted>), Uncounted> {
    let &ToRate { game, players, class, ended_at, winner } = game;
    let winner = winner?;
    if Color::ALL.into_iter().any(|color| unratable(accounts, players[color]).is_some()) {
        return Err(Uncounted::Unregistered);
    }
    let before = players.map(|player| standing(accounts, player, class).cloned().unwrap_or_default());
    let players = players.map(|PlayerId(id)| id);
    let row = RatedGame { game: game.0, players, class, winner, ended_at };
    Ok((row, rate(&row, &before.red, &before.black)))
}
