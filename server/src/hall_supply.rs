//! When a cluster opens another hall, and closes one that stays empty.

use crate::halls::HallConfig;
use chuhe_protocol::{HallName, limits};

/// The part of all places from which another hall opens: four fifths.
const FULL: (u64, u64) = (4, 5);
/// The part of the other halls' places below which an empty hall may close: three fifths, so that
/// it does not open again at once.
const SPARE: (u64, u64) = (3, 5);
/// How long a hall that nobody configured must have been empty before it closes, in milliseconds.
pub(crate) const EMPTY_MS: u64 = 10 * 60 * 1000;

/// A hall of the cluster, with how full it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SuppliedHall {
    /// Its name.
    pub(crate) name: HallName,
    /// The number of players from which it is full.
    pub(crate) capacity: u32,
    /// Whether it is open.
    pub(crate) is_open: bool,
    /// The number of players in it.
    pub(crate) players: u32,
}

/// Returns the hall to open, if all open ones are four fifths full.
///
/// A closed hall opens again before a new one is made, which is named after the first configured one.
pub(crate) fn to_open(halls: &[SuppliedHall], configured: &[HallConfig]) -> Option<HallConfig> {
    let open = || halls.iter().filter(|hall| hall.is_open);
    let is_full = |hall: &SuppliedHall| is_beyond(hall.players.into(), hall.capacity.into(), FULL);
    if open().count() == 0 || open().count() >= limits::HALLS || !open().all(is_full) {
        return None;
    }
    if let Some(closed) = halls.iter().find(|hall| !hall.is_open) {
        return Some(HallConfig { name: closed.name.clone(), capacity: closed.capacity });
    }
    let first = configured.first()?;
    let is_free = |name: &HallName| !halls.iter().any(|hall| hall.name == *name);
    let name = (2..=limits::HALLS + 1).filter_map(|n| numbered(&first.name, n)).find(is_free)?;
    Some(HallConfig { name, capacity: first.capacity })
}

/// Whether a hall may close that has been empty for long: it is not configured, and the others have
/// room.
pub(crate) fn may_close(hall: &HallName, halls: &[SuppliedHall], configured: &[HallConfig]) -> bool {
    let others = || halls.iter().filter(|other| other.is_open && other.name != *hall);
    let players = others().map(|other| u64::from(other.players)).sum();
    let capacity = others().map(|other| u64::from(other.capacity)).sum();
    let is_configured = configured.iter().any(|config| config.name == *hall);
    !is_configured && others().count() > 0 && !is_beyond(players, capacity, SPARE)
}

fn is_beyond(players: u64, capacity: u64, (part, whole): (u64, u64)) -> bool {
    players * whole >= capacity * part
}

/// The name with a number behind it, shortened where it is too long.
fn numbered(name: &HallName, n: usize) -> Option<HallName> {
    let suffix = format!("-{n}");
    let room = limits::NAME_CHARS - suffix.chars().count();
    let base: String = name.as_str().chars().take(room).collect();
    HallName::parse(&(base + &suffix)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hall(name: &str, players: u32, is_open: bool) -> SuppliedHall {
        let name = HallName::parse(name).expect("a name");
        SuppliedHall { name, capacity: 10, is_open, players }
    }

    fn configured() -> Vec<HallConfig> {
        vec!["east:10".parse().expect("a hall")]
    }

    fn opened(halls: &[SuppliedHall]) -> Option<String> {
        to_open(halls, &configured()).map(|hall| hall.name.to_string())
    }

    #[test]
    fn hall_is_opened_when_all_are_four_fifths_full() {
        assert_eq!(opened(&[hall("east", 7, true)]), None);
        assert_eq!(opened(&[hall("east", 8, true)]).as_deref(), Some("east-2"));
        assert_eq!(opened(&[hall("east", 10, true), hall("east-2", 7, true)]), None);
        let full = [hall("east", 10, true), hall("east-2", 9, true)];
        assert_eq!(opened(&full).as_deref(), Some("east-3"));
        let again = [hall("east", 10, true), hall("west", 0, false)];
        assert_eq!(opened(&again).as_deref(), Some("west"), "a closed one comes first");
        assert_eq!(opened(&[]), None);
        let crowd: Vec<_> = (0..limits::HALLS).map(|n| hall(&format!("h{n}"), 10, true)).collect();
        assert_eq!(opened(&crowd), None, "there are as many as there may be");
    }

    #[test]
    fn number_fits_behind_a_long_name() {
        let long = HallName::parse(&"楚".repeat(limits::NAME_CHARS)).expect("a name");
        let name = numbered(&long, 12).expect("a name");
        assert_eq!(name.as_str(), format!("{}-12", "楚".repeat(limits::NAME_CHARS - 3)));
    }

    #[test]
    fn empty_hall_is_closed_while_the_others_have_room() {
        let name = |text: &str| HallName::parse(text).expect("a name");
        let may_close =
            |halls: &[SuppliedHall], text: &str| super::may_close(&name(text), halls, &configured());
        let two = |players| [hall("east", players, true), hall("east-2", 0, true)];
        assert!(may_close(&two(5), "east-2"));
        assert!(!may_close(&two(6), "east-2"), "it would open again soon");
        assert!(!may_close(&two(0), "east"), "it is configured");
        assert!(!may_close(&[hall("west", 0, true)], "west"), "it is the last one");
    }
}
