//! Where each of the hub's records is stored: its table, its key and, by `values`, its bytes.
//! Numbers are big-endian in keys, so that keys sort by number.

use super::evenings::{self, EVENING, EVENING_BOARD, EVENING_RECORD};
use super::scanning::{LOST_ROWS, bad_key, decode_or_reject, for_each, for_each_below, id_of};
use super::values::{self, NameOwner, OpenChallenge, OpenRoom, Value, is_set_aside};
use super::{ExaminedGame, Order, Revision, Store, StoreError, Table, Write, end_of, examined_of};
use chuhe_cluster::Reach;
use chuhe_hub::{
    Correction, EveningBoardRow, EveningRow, FairPlayRow, JournalEntry, LoggedGame, PlayerRow, Record,
    ReportRow, Restored, Sanction, SessionRow, SetAside, StoredGame, StoredValue, TokenHash, Unusable,
};
use chuhe_protocol::{ChallengeId, GameId, GameSummary, PlayerId, RatingClass, Seq, limits};
use chuhe_ratings::Standing;
use chuhe_rules::clock::{Speed, Timestamp};
use chuhe_tournaments as tournaments;

/// The key, in [`Table::Meta`], of the time at which the server last recorded that it was serving.
const ALIVE: &[u8] = b"alive";
/// The start of the keys, in [`Table::Meta`], of bans and silences; their numbers follow.
pub(crate) const SANCTION: &[u8] = b"sanction";
/// The start of the keys, in [`Table::Meta`], of reports; their numbers follow.
pub(crate) const REPORT: &[u8] = b"report";
/// The start of the keys, in [`Table::Meta`], of moderators; their numbers follow.
pub(crate) const MODERATOR: &[u8] = b"moderator";
/// The start of the keys, in [`Table::Meta`], of the players whose finished games are to be erased; their
/// numbers follow.
pub(crate) const ERASED: &[u8] = b"erased";
/// The start of the keys, in [`Table::Meta`], of standings; the number of the player follows, and the class.
pub(crate) const RATING: &[u8] = b"rating";
/// The start of the keys, in [`Table::Meta`], of players' counted games; the number of the player follows.
pub const FAIR_PLAY: &[u8] = b"fair play";
/// The start of the keys, in [`Table::Meta`], of the log of rated games; when the game ended follows, and its number.
pub const RATED_GAME: &[u8] = b"game rated";
/// The key, in [`Table::Meta`], of how far a copy has followed the log of its hall.
const PLACE: &[u8] = b"place";
/// The start of the keys, in [`Table::Meta`], of the names of accounts that halls share; the hash of
/// a key of the name follows.
pub const ACCOUNT_NAME: &[u8] = b"name";

/// The write that stores a record.
///
/// # Errors
/// [`StoreError::TooLong`] if the record is longer than any that the hub makes.
pub fn write_of(record: &Record) -> Result<Write, StoreError> {
    Ok(match record {
        Record::Event { game, n, entry } => {
            Write::Append { journal: game.0, n: *n, value: values::encode(entry)? }
        }
        Record::Room { game, revision, is_open } => {
            let value = is_open.then(|| values::encode(OpenRoom::default())).transpose()?;
            set(Table::Games, number(game.0), *revision, value)
        }
        Record::SetAsideNotified { game, revision, players } => {
            let value = values::encode(OpenRoom { notified: players.clone() })?;
            set(Table::Games, number(game.0), *revision, Some(value))
        }
        Record::PlayerGame { player, summary } => {
            let key = game_key(*player, summary.game);
            set(Table::PlayerGames, key.to_vec(), 0, Some(values::encode(summary)?))
        }
        Record::Player { player, revision, row } => {
            row_of(Table::Players, number(player.0), *revision, row.as_ref())?
        }
        Record::Session { token, revision, row } => {
            row_of(Table::Sessions, token.0.to_vec(), *revision, row.as_ref())?
        }
        Record::Challenge { challenge, revision, row } => {
            row_of(Table::Challenges, number(challenge.0), *revision, row.as_ref())?
        }
        // in the table of challenges, with which invitations and lasting seeks share their numbers
        Record::LastingSeek { id, revision, row } => {
            row_of(Table::Challenges, number(id.0), *revision, row.as_ref())?
        }
        Record::Invitation { id, revision, row } => {
            row_of(Table::Challenges, number(id.0), *revision, row.as_ref())?
        }
        Record::Sanction { number, revision, row } => {
            meta([SANCTION, &number.to_be_bytes()].concat(), *revision, row.as_ref())?
        }
        Record::Report { number, revision, row } => {
            meta([REPORT, &number.to_be_bytes()].concat(), *revision, row.as_deref())?
        }
        Record::Evening { number, revision, row } => {
            meta(evenings::head_key(*number), *revision, row.as_deref())?
        }
        Record::EveningRecord { number, n, revision, row } => {
            meta(evenings::record_key(*number, *n), *revision, row.as_deref())?
        }
        Record::EveningBoard { number, board, revision, row } => {
            meta(evenings::board_key(*number, *board), *revision, row.as_deref())?
        }
        Record::Moderator { player, revision, moderates } => {
            let value = moderates.then(|| values::encode(NameOwner(*player))).transpose()?;
            set(Table::Meta, [MODERATOR, &player.0.to_be_bytes()].concat(), *revision, value)
        }
        Record::Rating { player, class, revision, row } => {
            meta(rating_key(*player, *class), *revision, row.as_ref())?
        }
        Record::RatedGame { revision, row } => {
            let key = logged_key(row.game.ended_at, GameId(row.game.game));
            set(Table::Meta, key, *revision, Some(values::encode(row)?))
        }
        Record::FairPlay { player, revision, row } => {
            meta([FAIR_PLAY, &player.0.to_be_bytes()].concat(), *revision, row.as_ref())?
        }
        Record::Erased { player } => {
            let key = [ERASED, &player.0.to_be_bytes()].concat();
            set(Table::Meta, key, 0, Some(values::encode(NameOwner(*player))?))
        }
    })
}

/// The write that records that the server is serving at `now`, after `revision` such writes.
#[must_use]
pub fn alive_at(now: Timestamp, revision: Revision) -> Write {
    let value = values::encode(now).expect("a time is shorter than any limit");
    Write::Set { table: Table::Meta, key: ALIVE.to_vec(), expected: revision, value: Some(value) }
}

/// When the server last recorded that it was serving, and how often it has.
///
/// # Errors
/// Those of the store. A time that cannot be decoded reads as the earliest one: it is only a
/// lower bound, and journals have times of their own.
pub fn last_alive(store: &mut dyn Store) -> Result<Option<(Revision, Timestamp)>, StoreError> {
    let Some((revision, value)) = store.get(Table::Meta, ALIVE)? else { return Ok(None) };
    let at = decode_alive(&value).unwrap_or_else(|why| {
        tracing::warn!(%why, "the time at which the server last served cannot be read");
        Timestamp::default()
    });
    Ok(Some((revision, at)))
}

/// Returns the players whose finished games are to be erased, by [`Record::Erased`].
///
/// # Errors
/// Those of the store; [`StoreError::Damaged`] if one cannot be decoded.
pub fn erased_players(store: &mut dyn Store) -> Result<Vec<PlayerId>, StoreError> {
    let rows = store.scan(Table::Meta, ERASED, end_of(ERASED).as_deref(), Order::Up, usize::MAX)?;
    rows.iter().map(|row| values::decode::<NameOwner>(&row.value).map(|NameOwner(player)| player)).collect()
}

/// The write that records how far a copy has followed the log of its hall, after `revision` such writes.
#[must_use]
pub fn place_at(place: Reach, revision: Revision) -> Write {
    let value = values::encode(&place).expect("a place is shorter than any limit");
    Write::Set { table: Table::Meta, key: PLACE.to_vec(), expected: revision, value: Some(value) }
}

/// How far a copy has followed the log of its hall, and how often that was recorded; `None` if the
/// store is no copy.
///
/// # Errors
/// Those of the store; [`StoreError::Damaged`] if the place cannot be decoded.
pub fn last_place(store: &mut dyn Store) -> Result<Option<(Revision, Reach)>, StoreError> {
    let Some((revision, value)) = store.get(Table::Meta, PLACE)? else { return Ok(None) };
    Ok(Some((revision, values::decode(&value)?)))
}

/// Reads everything that a hub is restored from. Finished games are not read.
///
/// A row or a journal that cannot be decoded does not fail: it is reported in the result.
///
/// # Errors
/// Those of the store, if it cannot be read at all.
pub fn restore(store: &mut dyn Store) -> Result<Restored, StoreError> {
    let alive_at = last_alive(store)?.map(|(_, at)| at).filter(|at| *at > Timestamp::default());
    let mut restored = Restored { alive_at, ..Restored::default() };
    let rejected = &mut restored.rejected;
    for_each(store, Table::Players, |key, revision, value| {
        let Some(player) = id_of(Table::Players, key, rejected).map(PlayerId) else { return };
        let row = decode_or_reject(value, StoredValue::Player(player), rejected);
        restored.players.extend(row.map(|row| (player, revision, row)));
    })?;
    for_each(store, Table::Sessions, |key, revision, value| {
        let Ok(token) = key.try_into().map(TokenHash) else {
            if key == LOST_ROWS {
                return;
            }
            return rejected.push(bad_key(Table::Sessions, key));
        };
        let row = decode_or_reject(value, StoredValue::Session(token), rejected);
        restored.sessions.extend(row.map(|row| (token, revision, row)));
    })?;
    for_each(store, Table::Challenges, |key, revision, value| {
        let Some(id) = id_of(Table::Challenges, key, rejected).map(ChallengeId) else { return };
        match decode_or_reject(value, StoredValue::Challenge(id), rejected) {
            Some(OpenChallenge::Challenge(row)) => restored.challenges.push((id, revision, row)),
            Some(OpenChallenge::Invitation(row)) => restored.invitations.push((id, revision, row)),
            Some(OpenChallenge::LastingSeek(row)) => restored.lasting_seeks.push((id, revision, row)),
            None => {}
        }
    })?;
    for_each_below(store, Table::Meta, RATING, |key, revision, value| {
        let Some((player, class)) = rating_of(key) else {
            return rejected.push(bad_key(Table::Meta, key));
        };
        let row = decode_or_reject(value, StoredValue::Rating(player), rejected);
        // a player whose standing is damaged begins anew, in its place
        restored.ratings.push((player, class, revision, row.unwrap_or_default()));
    })?;
    restored.fair_play = fair_play(store, rejected)?;
    for_each_below(store, Table::Meta, SANCTION, |key, revision, value| {
        let Some(number) = key.strip_prefix(SANCTION) else { return };
        let Some(number) = id_of(Table::Meta, number, rejected) else { return };
        let row = decode_or_reject(value, StoredValue::Sanction(number), rejected);
        restored.sanctions.extend(row.map(|row| (number, revision, row)));
    })?;
    restore_reports(store, &mut restored)?;
    evenings::restore(store, &mut restored)?;
    for table in Table::ALL {
        if store.get(table, LOST_ROWS)?.is_some() {
            restored.rejected.push(lost_rows(table));
        }
    }
    restore_games(store, &mut restored)?;
    Ok(restored)
}

/// Reads the open games with their journals, and what operators have made of those that are over and rated.
fn restore_games(store: &mut dyn Store, restored: &mut Restored) -> Result<(), StoreError> {
    let rejected = &mut restored.rejected;
    let mut games = Vec::new();
    for_each(store, Table::Games, |key, revision, value| {
        let Some(game) = id_of(Table::Games, key, rejected).map(GameId) else { return };
        // that the key is there is enough, unless a newer server says more
        let room = if is_set_aside(value) { Ok(OpenRoom::default()) } else { values::decode(value) };
        games.push((game, revision, room));
    })?;
    for (game, revision, room) in games {
        let (entries, damaged_entry) = journal(store, game)?;
        let (notified, damage) = match room {
            Ok(OpenRoom { notified }) => (notified, damaged_entry),
            Err(damage) => (Vec::new(), Some(damage)),
        };
        let damage = damage.map(|why| why.to_string());
        if let Some(rated) = LoggedGame::of_journal(game, &entries) {
            let correction = correction_at(store, rated.game.ended_at, game)?;
            restored.corrections.extend(correction.map(|correction| (game, correction)));
        }
        restored.games.push(StoredGame { game, revision, entries, damage, notified });
    }
    Ok(())
}

/// Returns what an operator has made of a game that ended at this time; `None` if it counts as it was played.
///
/// # Errors
/// Those of the store. A damaged row says nothing.
pub fn correction_at(
    store: &mut dyn Store,
    ended_at: Timestamp,
    game: GameId,
) -> Result<Option<Correction>, StoreError> {
    let row = store.get(Table::Meta, &logged_key(ended_at, game))?;
    Ok(row.and_then(|(_, value)| values::decode::<LoggedGame>(&value).ok()?.correction))
}

/// Reads what players' counted games say of them. A player whose row is damaged begins anew, in its place.
fn fair_play(
    store: &mut dyn Store,
    rejected: &mut Vec<SetAside>,
) -> Result<Vec<(PlayerId, u32, FairPlayRow)>, StoreError> {
    let mut rows = Vec::new();
    for_each_below(store, Table::Meta, FAIR_PLAY, |key, revision, value| {
        let Some(player) = key.strip_prefix(FAIR_PLAY) else { return };
        let Some(player) = id_of(Table::Meta, player, rejected).map(PlayerId) else { return };
        let row = decode_or_reject(value, StoredValue::FairPlay(player), rejected);
        rows.push((player, revision, row.unwrap_or_default()));
    })?;
    Ok(rows)
}

/// Reads the reports and the moderators.
fn restore_reports(store: &mut dyn Store, restored: &mut Restored) -> Result<(), StoreError> {
    let Restored { reports, moderators, rejected, .. } = restored;
    for_each_below(store, Table::Meta, REPORT, |key, revision, value| {
        let Some(number) = key.strip_prefix(REPORT) else { return };
        let Some(number) = id_of(Table::Meta, number, rejected) else { return };
        let row = decode_or_reject(value, StoredValue::Report(number), rejected);
        reports.extend(row.map(|row| (number, revision, row)));
    })?;
    for_each_below(store, Table::Meta, MODERATOR, |key, revision, value| {
        let described = || StoredValue::Row("a moderator".to_owned());
        // the value says no more than the key, so that a moderator whose value is damaged is one still
        let _damaged = decode_or_reject::<NameOwner>(value, described(), rejected);
        let Some(player) = key.strip_prefix(MODERATOR) else { return };
        let player = id_of(Table::Meta, player, rejected).map(PlayerId);
        moderators.extend(player.map(|player| (player, revision)));
    })
}

/// The entries of a journal up to the first that cannot be decoded, and why that one cannot.
fn journal(
    store: &mut dyn Store,
    game: GameId,
) -> Result<(Vec<JournalEntry>, Option<StoreError>), StoreError> {
    let whole = match store.read(game.0, 0, limits::GAME_EVENTS) {
        // one row is damaged: those before it can be read singly
        Err(StoreError::Damaged(_)) => None,
        read => Some(read?),
    };
    let mut entries = Vec::new();
    if let Some(values) = whole {
        for value in values {
            match decode_entry(&value) {
                Ok(entry) => entries.push(entry),
                Err(why) => return Ok((entries, Some(why))),
            }
        }
        return Ok((entries, None));
    }
    loop {
        let n = Seq::try_from(entries.len()).unwrap_or(Seq::MAX);
        let entry =
            store.read(game.0, n, 1).and_then(|values| values.first().map(|v| decode_entry(v)).transpose());
        match entry {
            Ok(Some(entry)) => entries.push(entry),
            Ok(None) => return Ok((entries, None)),
            Err(why @ StoreError::Damaged(_)) => return Ok((entries, Some(why))),
            Err(error) => return Err(error),
        }
    }
}

/// Decodes the value of a journal entry.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_entry(value: &[u8]) -> Result<JournalEntry, StoreError> {
    values::decode(value)
}

/// Decodes the value of a player's key.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_player(value: &[u8]) -> Result<PlayerRow, StoreError> {
    values::decode(value)
}

/// Decodes the value of a token's key.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_session(value: &[u8]) -> Result<SessionRow, StoreError> {
    values::decode(value)
}

/// Decodes the standing of a player in one class.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_standing(value: &[u8]) -> Result<Standing, StoreError> {
    values::decode(value)
}

/// Decodes what a player's counted games say of them.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_fair_play(value: &[u8]) -> Result<FairPlayRow, StoreError> {
    values::decode(value)
}

/// Decodes a finished game in a player's list.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_listed(value: &[u8]) -> Result<GameSummary, StoreError> {
    values::decode(value)
}

/// Decodes the time that [`alive_at`] stored.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_alive(value: &[u8]) -> Result<Timestamp, StoreError> {
    values::decode(value)
}

/// Whether a value can be decoded to what its key stands for.
#[must_use]
pub fn is_usable(table: Table, key: &[u8], value: &[u8]) -> bool {
    fn decodes<T: TryFrom<Value, Error = StoreError>>(value: &[u8]) -> bool {
        values::decode::<T>(value).is_ok()
    }
    match table {
        Table::Players => decodes::<PlayerRow>(value),
        Table::Sessions => decodes::<SessionRow>(value),
        Table::Challenges => decodes::<OpenChallenge>(value),
        Table::PlayerGames => decodes::<GameSummary>(value),
        Table::Games => decodes::<OpenRoom>(value),
        Table::Meta if key == ALIVE => decodes::<Timestamp>(value),
        Table::Meta if key == PLACE => decodes::<Reach>(value),
        Table::Meta if key.starts_with(RATING) => decodes::<Standing>(value),
        Table::Meta if key.starts_with(FAIR_PLAY) => decodes::<FairPlayRow>(value),
        Table::Meta if key.starts_with(RATED_GAME) => decodes::<LoggedGame>(value),
        Table::Meta if key.starts_with(REPORT) => decodes::<ReportRow>(value),
        Table::Meta if key.starts_with(EVENING) => decodes::<EveningRow>(value),
        Table::Meta if key.starts_with(EVENING_RECORD) => decodes::<tournaments::Record>(value),
        Table::Meta if key.starts_with(EVENING_BOARD) => decodes::<EveningBoardRow>(value),
        Table::Meta if examined_of(key).is_some() => decodes::<ExaminedGame>(value),
        Table::Meta if [ACCOUNT_NAME, ERASED, MODERATOR].iter().any(|start| key.starts_with(start)) => {
            decodes::<NameOwner>(value)
        }
        Table::Meta => decodes::<Sanction>(value),
    }
}

/// Events of a game from number `from` on, at most `most`.
///
/// # Errors
/// [`StoreError::Damaged`] if one cannot be decoded, or those of the store.
pub fn entries(
    store: &mut dyn Store,
    game: GameId,
    from: Seq,
    most: usize,
) -> Result<Vec<JournalEntry>, StoreError> {
    store.read(game.0, from, most)?.iter().map(|value| decode_entry(value)).collect()
}

/// Reports the mark that rows of a table were lost with their keys.
fn lost_rows(table: Table) -> SetAside {
    let value = match table {
        Table::Players => StoredValue::LostPlayers,
        Table::Sessions | Table::Games | Table::PlayerGames | Table::Challenges | Table::Meta => {
            StoredValue::Row(format!("rows of {table:?}"))
        }
    };
    SetAside { value, why: Unusable::Damaged("they were lost, and nothing says which they were".to_owned()) }
}

/// The write of a row, or of its end.
fn row_of(
    table: Table,
    key: Vec<u8>,
    revision: u32,
    row: Option<impl Into<Value>>,
) -> Result<Write, StoreError> {
    Ok(set(table, key, revision, row.map(values::encode).transpose()?))
}

/// The write of a row of [`Table::Meta`], or of its end.
fn meta(key: Vec<u8>, revision: u32, row: Option<impl Into<Value>>) -> Result<Write, StoreError> {
    row_of(Table::Meta, key, revision, row)
}

fn set(table: Table, key: Vec<u8>, revision: u32, value: Option<Vec<u8>>) -> Write {
    Write::Set { table, key, expected: revision.into(), value }
}

fn rating_key(player: PlayerId, RatingClass { kind, speed }: RatingClass) -> Vec<u8> {
    let number = |place: Option<usize>| place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX);
    let kind = number(values::KINDS.iter().position(|other| *other == kind));
    let speed = number(Speed::ALL.iter().position(|other| *other == speed));
    [RATING, &player.0.to_be_bytes(), &[kind, speed]].concat()
}

/// The player and the class in the key of a standing, in [`Table::Meta`]; `None` if the key is of something else.
#[must_use]
pub fn rating_of(key: &[u8]) -> Option<(PlayerId, RatingClass)> {
    let [player @ .., kind, speed] = key.strip_prefix(RATING)? else { return None };
    let player = player.try_into().ok().map(u64::from_be_bytes).map(PlayerId)?;
    let (kind, speed) = (*values::KINDS.get(usize::from(*kind))?, *Speed::ALL.get(usize::from(*speed))?);
    Some((player, RatingClass { kind, speed }))
}

/// The key of a game in the log of rated games, which sorts by the ends of games.
pub(crate) fn logged_key(ended_at: Timestamp, game: GameId) -> Vec<u8> {
    [RATED_GAME, &ended_at.as_ms().to_be_bytes(), &game.0.to_be_bytes()].concat()
}

pub(crate) fn game_key(player: PlayerId, game: GameId) -> [u8; 16] {
    ((u128::from(player.0) << 64) | u128::from(game.0)).to_be_bytes()
}

fn number(number: u64) -> Vec<u8> {
    number.to_be_bytes().to_vec()
}
