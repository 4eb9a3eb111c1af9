//! Reads stored evenings: heads, records and boards.

use super::scanning::{bad_key, decode_or_reject, for_each_below, id_of};
use super::values;
use super::{Store, StoreError, Table};
use chuhe_hub::{Restored, SetAside, StoredEvening, StoredValue, Unusable};
use chuhe_tournaments::BoardId;
use std::collections::BTreeMap;

/// The start of the keys, in [`Table::Meta`], of the heads of evenings; their numbers follow.
pub(crate) const EVENING: &[u8] = b"evening head";
/// The start of the keys, in [`Table::Meta`], of records of evenings; the number of the evening follows, and its own.
pub(crate) const EVENING_RECORD: &[u8] = b"evening record";
/// The start of the keys, in [`Table::Meta`], of boards of evenings; the number of the evening follows, the round and
/// the board.
pub(crate) const EVENING_BOARD: &[u8] = b"evening board";

/// The key of the head of an evening.
pub(crate) fn head_key(number: u64) -> Vec<u8> {
    [EVENING, &number.to_be_bytes()].concat()
}

/// The key of a record of an evening.
pub(crate) fn record_key(number: u64, n: u32) -> Vec<u8> {
    [EVENING_RECORD, &number.to_be_bytes(), &n.to_be_bytes()].concat()
}

/// The key of a board of an evening.
pub(crate) fn board_key(number: u64, board: BoardId) -> Vec<u8> {
    let place = [board.round.to_be_bytes(), board.board.to_be_bytes()].concat();
    [EVENING_BOARD, &number.to_be_bytes(), &place].concat()
}

/// Reads all evenings. One of which a row cannot be decoded is set aside as a whole.
pub(crate) fn restore(store: &mut dyn Store, restored: &mut Restored) -> Result<(), StoreError> {
    let rejected = &mut restored.rejected;
    let mut found: BTreeMap<u64, StoredEvening> = BTreeMap::new();
    for_each_below(store, Table::Meta, EVENING, |key, revision, value| {
        let Some(number) = key.strip_prefix(EVENING) else { return };
        let Some(number) = id_of(Table::Meta, number, rejected) else { return };
        let Some(row) = decode_or_reject(value, StoredValue::Evening(number), rejected) else { return };
        let (records, boards) = Default::default();
        found.insert(number, StoredEvening { number, revision, row, records, boards, damage: None });
    })?;
    // records and boards without a head, whose number no other evening may get
    let mut headless: Option<u64> = None;
    for_each_below(store, Table::Meta, EVENING_RECORD, |key, revision, value| {
        let Some((number, n)) = record_of(key) else {
            return rejected.push(bad_key(Table::Meta, key));
        };
        let Some(evening) = found.get_mut(&number) else {
            headless = headless.max(Some(number));
            return;
        };
        match values::decode(value) {
            _ if evening.damage.is_some() => {}
            Ok(record) if usize::try_from(n) == Ok(evening.records.len()) => {
                evening.records.push((revision, record));
            }
            Ok(_) => evening.damage = Some(format!("a record before number {n} is missing")),
            Err(why) => evening.damage = Some(format!("record {n}: {why}")),
        }
    })?;
    for_each_below(store, Table::Meta, EVENING_BOARD, |key, revision, value| {
        let Some((number, board)) = board_of(key) else {
            return rejected.push(bad_key(Table::Meta, key));
        };
        let Some(evening) = found.get_mut(&number) else {
            headless = headless.max(Some(number));
            return;
        };
        match values::decode(value) {
            Ok(row) => evening.boards.push((board, revision, row)),
            Err(why) => evening.damage = Some(format!("a board: {why}")),
        }
    })?;
    let is_known = |number: u64| rejected.iter().any(|it| it.value == StoredValue::Evening(number));
    if let Some(number) = headless.filter(|number| !is_known(*number)) {
        let why = Unusable::Damaged("its head is missing".to_owned());
        rejected.push(SetAside { value: StoredValue::Evening(number), why });
    }
    restored.evenings = found.into_values().collect();
    Ok(())
}

/// The evening and the number of a record, from its key.
fn record_of(key: &[u8]) -> Option<(u64, u32)> {
    let (number, n) = key.strip_prefix(EVENING_RECORD)?.split_first_chunk::<8>()?;
    Some((u64::from_be_bytes(*number), u32::from_be_bytes(n.try_into().ok()?)))
}

/// The evening and the board of a row, from its key.
fn board_of(key: &[u8]) -> Option<(u64, BoardId)> {
    let (number, place) = key.strip_prefix(EVENING_BOARD)?.split_first_chunk::<8>()?;
    let (round, board) = place.split_first_chunk::<2>()?;
    let (round, board) = (u16::from_be_bytes(*round), u16::from_be_bytes(board.try_into().ok()?));
    Some((u64::from_be_bytes(*number), BoardId { round, board }))
}
