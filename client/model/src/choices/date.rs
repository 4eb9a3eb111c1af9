//! Formats moments as dates.

use crate::choices::zone::Zone;
use time::OffsetDateTime;

/// Formats a moment, in milliseconds since 1970 (UTC), to the minute in this time zone.
///
/// Returns `None` beyond the range of dates. In UTC, used where the zone is unknown, the text
/// says so.
#[must_use]
pub fn minute(ms: u64, zone: &Zone) -> Option<String> {
    let local = zone.local_time(ms)?;
    let unit = if zone.is_utc() { " UTC" } else { "" };
    Some(format!("{} {:02}:{:02}{unit}", date(local, '-'), local.hour(), local.minute()))
}

/// Formats a moment, in milliseconds since 1970 (UTC), as a date of PGN in this time zone.
///
/// Returns `None` beyond the range of dates.
#[must_use]
pub fn day(ms: u64, zone: &Zone) -> Option<String> {
    zone.local_time(ms).map(|local| date(local, '.'))
}

/// Formats a day, in days since 1970 (UTC).
///
/// Returns `None` beyond the range of dates.
#[must_use]
pub fn utc_day(day: u32) -> Option<String> {
    let ms = u64::from(day).saturating_mul(24 * 60 * 60_000);
    Zone::UTC.local_time(ms).map(|local| date(local, '-'))
}

/// The local day of a moment, in milliseconds since 1970 (UTC), as days since 1970.
///
/// Returns `None` beyond the range of dates.
#[must_use]
pub fn day_number(ms: u64, zone: &Zone) -> Option<u32> {
    let day = zone.local_time(ms)?.date().to_julian_day() - OffsetDateTime::UNIX_EPOCH.to_julian_day();
    u32::try_from(day).ok()
}

fn date(local: OffsetDateTime, between: char) -> String {
    let (year, month, day) = (local.year(), u8::from(local.month()), local.day());
    format!("{year:04}{between}{month:02}{between}{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_in_their_zone_and_out_of_range_ones_are_not() {
        let east = Zone::of_offsets(&[(0, 8 * 3600)]).unwrap();
        assert_eq!(minute(1_763_600_000_000, &east).as_deref(), Some("2025-11-20 08:53"));
        assert_eq!(minute(1_763_600_000_000, &Zone::UTC).as_deref(), Some("2025-11-20 00:53 UTC"));
        assert_eq!(day(1_763_600_000_000, &east).as_deref(), Some("2025.11.20"));
        assert_eq!(minute(u64::MAX, &east), None);
        assert_eq!(day(u64::MAX, &east), None);
        assert_eq!(minute(i64::MAX as u64, &east), None);
        assert_eq!(utc_day(20_411).as_deref(), Some("2025-11-19"));
        assert_eq!(utc_day(u32::MAX), None);
        let noon_before = 1_763_600_000_000 - 9 * 3_600_000;
        let days = [&Zone::UTC, &east].map(|zone| day_number(noon_before, zone));
        assert_eq!(days, [Some(20_411), Some(20_411)]);
        assert_eq!(day_number(noon_before + 3_600_000, &east), Some(20_412));
        assert_eq!(day_number(u64::MAX, &east), None);
    }
}
