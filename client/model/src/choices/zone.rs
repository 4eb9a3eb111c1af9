//! A time zone as its offsets from UTC.
//!
//! A page has no database of time zones and asks the browser for the offsets, a desktop reads them from its
//! database. The client needs no more than these to show dates and to find where a day begins.

use time::{Date, OffsetDateTime, UtcOffset};

/// More seconds than an offset has, so that days are looked up on both sides of a change.
const DAY: i64 = 24 * 3600;

/// The offsets of a time zone: each with the time from which it holds, in seconds since 1970. Before the first, the
/// first holds; without any, local time is UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone(Vec<(i64, UtcOffset)>);

impl Zone {
    /// UTC, also where the zone is unknown.
    pub const UTC: Self = Self(Vec::new());
    /// The most offsets that count. A zone with summer time has fewer in two centuries.
    pub const MAX_OFFSETS: usize = 512;

    /// Makes a zone from offsets: each is the time from which it holds, in seconds since 1970, and the seconds by
    /// which local time is ahead of UTC. `None` without offsets, with one of more than a day, and if their times do
    /// not rise.
    #[must_use]
    pub fn of_offsets(offsets: &[(i64, i32)]) -> Option<Self> {
        let offsets = &offsets[..offsets.len().min(Self::MAX_OFFSETS)];
        let rise = offsets.is_sorted_by(|(before, _), (after, _)| before < after);
        if offsets.is_empty() || !rise {
            return None;
        }
        let offset = |&(at, seconds)| Some((at, UtcOffset::from_whole_seconds(seconds).ok()?));
        Some(Self(offsets.iter().map(offset).collect::<Option<_>>()?))
    }

    /// Whether local time is always UTC.
    #[must_use]
    pub fn is_utc(&self) -> bool {
        self.0.iter().all(|(_, offset)| offset.is_utc())
    }

    /// Returns the local time of a moment in milliseconds since 1970 (UTC); `None` beyond the year 9999.
    #[must_use]
    pub fn local_time(&self, ms: u64) -> Option<OffsetDateTime> {
        let seconds = i64::try_from(ms / 1000).ok()?;
        let moment = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
        moment.checked_to_offset(self.offset_at(seconds))
    }

    /// Returns the first moment of a day, in seconds since 1970 (UTC): at midnight, the first of two, or as long
    /// after the end of the day before as midnight would be if there is none.
    #[must_use]
    pub fn start_of(&self, day: Date) -> i64 {
        let midnight = day.midnight().assume_utc().unix_timestamp();
        let by = |offset: UtcOffset| midnight - i64::from(offset.whole_seconds());
        let (before, after) = (self.offset_at(midnight - DAY), self.offset_at(midnight + DAY));
        let is_skipped_before = self.offset_at(by(before)) != before;
        if is_skipped_before && self.offset_at(by(after)) == after { by(after) } else { by(before) }
    }

    /// The offset at a moment in seconds since 1970.
    fn offset_at(&self, seconds: i64) -> UtcOffset {
        let later = self.0.partition_point(|(from, _)| *from <= seconds);
        self.0.get(later.saturating_sub(1)).map_or(UtcOffset::UTC, |(_, offset)| *offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use jiff::tz::TimeZone;
    use time::Month;

    const HOUR: i32 = 3600;

    /// A zone of the database with its offsets in the years from 2000 to 2030.
    fn zone(name: &str) -> (TimeZone, Zone) {
        let (from, to) = (946_684_800, 1_893_456_000);
        let known = TimeZone::get(name).unwrap();
        let start = Timestamp::from_second(from).unwrap();
        let changes = known
            .following(start)
            .map(|change| (change.timestamp().as_second(), change.offset().seconds()))
            .take_while(|(at, _)| *at < to);
        let offsets: Vec<(i64, i32)> =
            [(from, known.to_offset(start).seconds())].into_iter().chain(changes).collect();
        (known.clone(), Zone::of_offsets(&offsets).unwrap())
    }

    #[test]
    fn moments_and_days_are_those_of_the_database() {
        // Santiago changes at midnight, Lord Howe by half an hour; Samoa had no 30 December 2011
        for name in
            ["Europe/Paris", "America/Santiago", "Australia/Lord_Howe", "Asia/Shanghai", "Pacific/Apia"]
        {
            let (known, zone) = zone(name);
            let mut day = Date::from_calendar_date(2000, Month::January, 3).unwrap();
            while day.year() < 2029 {
                let civil = jiff::civil::date(
                    i16::try_from(day.year()).unwrap(),
                    i8::try_from(u8::from(day.month())).unwrap(),
                    i8::try_from(day.day()).unwrap(),
                );
                let start = civil.to_zoned(known.clone()).unwrap().timestamp().as_second();
                assert_eq!(zone.start_of(day), start, "{name} {day}");
                for at in [start - 1, start, start + 3 * 3600] {
                    let local = zone.local_time(u64::try_from(at).unwrap() * 1000).unwrap();
                    let expected = known.to_datetime(Timestamp::from_second(at).unwrap());
                    let shown = expected.strftime("%Y-%m-%d %H:%M:%S").to_string();
                    let (hour, minute, second) = local.to_hms();
                    let date = local.date();
                    assert_eq!(format!("{date} {hour:02}:{minute:02}:{second:02}"), shown, "{name} {at}");
                }
                day = day.next_day().unwrap();
            }
        }
    }

    #[test]
    fn offsets_in_order_make_a_zone() {
        assert_eq!(Zone::of_offsets(&[]), None);
        assert_eq!(Zone::of_offsets(&[(0, i32::MAX)]), None);
        assert_eq!(Zone::of_offsets(&[(10, 0), (10, HOUR), (5, 0)]), None);
        let many: Vec<(i64, i32)> = (0..1000).map(|at| (at * 1000, 0)).collect();
        assert!(Zone::of_offsets(&many).is_some_and(|zone| zone.is_utc()));
        assert!(Zone::UTC.is_utc());
        assert!(!Zone::of_offsets(&[(0, 0), (5, HOUR)]).unwrap().is_utc());
    }
}
