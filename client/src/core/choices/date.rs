//! Formats moments as dates.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Formats a moment, in milliseconds since 1970 (UTC), to the minute in this time zone.
///
/// Returns `None` beyond the range of dates. In UTC, used where the zone is unknown, the text
/// says so.
#[must_use]
pub fn minute(ms: u64, zone: &TimeZone) -> Option<String> {
    let moment = Timestamp::from_millisecond(i64::try_from(ms).ok()?).ok()?;
    let format = if *zone == TimeZone::UTC { "%Y-%m-%d %H:%M UTC" } else { "%Y-%m-%d %H:%M" };
    Some(moment.to_zoned(zone.clone()).strftime(format).to_string())
}

/// Formats a moment, in milliseconds since 1970 (UTC), as a date of PGN in this time zone.
///
/// Returns `None` beyond the range of dates.
#[must_use]
pub fn day(ms: u64, zone: &TimeZone) -> Option<String> {
    let moment = Timestamp::from_millisecond(i64::try_from(ms).ok()?).ok()?;
    Some(moment.to_zoned(zone.clone()).strftime("%Y.%m.%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_in_their_zone_and_out_of_range_ones_are_not() {
        let east = TimeZone::fixed(jiff::tz::offset(8));
        assert_eq!(minute(1_763_600_000_000, &east).as_deref(), Some("2025-11-20 08:53"));
        assert_eq!(minute(1_763_600_000_000, &TimeZone::UTC).as_deref(), Some("2025-11-20 00:53 UTC"));
        assert_eq!(day(1_763_600_000_000, &east).as_deref(), Some("2025.11.20"));
        assert_eq!(minute(u64::MAX, &east), None);
        assert_eq!(day(u64::MAX, &east), None);
        assert_eq!(minute(i64::MAX as u64, &east), None);
    }
}
