//! A time zone from its offsets, for a machine without a database of time zones.

use jiff::tz::TimeZone;

/// The most offsets that count. A zone has two a year.
const MAX_OFFSETS: usize = 250;

/// The most seconds of an offset.
const MAX_OFFSET: u32 = 24 * 3600;

/// Makes a time zone from offsets: each is the time from which it holds, in seconds since 1970, and the seconds by
/// which local time is ahead of UTC. Before the first, the first holds. `None` without offsets, with one of more
/// than a day, and if their times do not rise.
pub fn of_offsets(offsets: &[(i64, i32)]) -> Option<TimeZone> {
    let offsets = &offsets[..offsets.len().min(MAX_OFFSETS)];
    let (_, first) = *offsets.first()?;
    let are_small = offsets.iter().all(|(_, offset)| offset.unsigned_abs() <= MAX_OFFSET);
    let rise = offsets.is_sorted_by(|(before, _), (after, _)| before < after);
    if !are_small || !rise {
        return None;
    }
    TimeZone::tzif("", &tzif(first, &offsets[1..])).ok()
}

/// Writes a zone in the format of RFC 8536, version 2.
fn tzif(first: i32, later: &[(i64, i32)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // the part for readers of version 1: one offset, no changes
    header(&mut bytes, 0, 1);
    offset(&mut bytes, first);
    bytes.extend(NAME);
    let count = u8::try_from(later.len()).expect("offsets have a limit");
    header(&mut bytes, count, count + 1);
    later.iter().for_each(|(at, _)| bytes.extend(at.to_be_bytes()));
    bytes.extend(1..=count);
    [first].into_iter().chain(later.iter().map(|(_, offset)| *offset)).for_each(|it| offset(&mut bytes, it));
    bytes.extend(NAME);
    bytes.extend(b"\n\n");
    bytes
}

/// The name of every offset; the client shows none.
const NAME: &[u8; 4] = b"XXX\0";

fn header(bytes: &mut Vec<u8>, changes: u8, offsets: u8) {
    bytes.extend(b"TZif2");
    bytes.extend([0; 15]);
    let name = u8::try_from(NAME.len()).expect("a short name");
    // marks of standard time and of UTC, leap seconds, changes, offsets, bytes of names
    for count in [0, 0, 0, changes, offsets, name] {
        bytes.extend(u32::from(count).to_be_bytes());
    }
}

fn offset(bytes: &mut Vec<u8>, seconds: i32) {
    bytes.extend(seconds.to_be_bytes());
    // not summer time; the name at 0
    bytes.extend([0, 0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use jiff::civil::date;

    const HOUR: i32 = 3600;

    #[test]
    fn offset_holds_from_its_time_to_the_next() {
        // Paris in 2025: 30 March and 26 October, at 1:00 UTC
        let (spring, autumn) = (1_743_296_400, 1_761_440_400);
        let zone = of_offsets(&[(1_735_689_600, HOUR), (spring, 2 * HOUR), (autumn, HOUR)]).unwrap();
        let paris = TimeZone::get("Europe/Paris").unwrap();
        for at in [1_735_700_000, spring - 1, spring, autumn - 1, autumn, autumn + 1_000_000] {
            let at = Timestamp::from_second(at).unwrap();
            assert_eq!(zone.to_datetime(at), paris.to_datetime(at), "{at}");
        }
        for day in [date(2025, 3, 30), date(2025, 3, 31), date(2025, 10, 26), date(2025, 10, 27)] {
            let start = |zone: &TimeZone| day.to_zoned(zone.clone()).unwrap().timestamp();
            assert_eq!(start(&zone), start(&paris), "{day}");
        }
    }

    #[test]
    fn impossible_offsets_make_no_zone() {
        assert_eq!(of_offsets(&[]), None);
        assert_eq!(of_offsets(&[(0, i32::MAX)]), None);
        assert_eq!(of_offsets(&[(10, 0), (10, HOUR), (5, 0)]), None);
        let many: Vec<(i64, i32)> = (0..1000).map(|at| (at * 1000, 0)).collect();
        assert!(of_offsets(&many).is_some());
    }
}
