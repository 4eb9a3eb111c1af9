//! `chuhe-server export` and `import`: players and games as text.

use super::new_file::NewFile;
use super::progress::Progress;
use crate::store::{EndedRange, ExportOptions, Exported, Imported, export, import};
use anyhow::{Context, ensure};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

/// Returns the range of these days in UTC, each included; `None` if neither is given.
///
/// # Errors
/// If the last day is before the first one.
pub fn range_of_days(first: Option<Date>, last: Option<Date>) -> anyhow::Result<Option<EndedRange>> {
    if first.is_none() && last.is_none() {
        return Ok(None);
    }
    if let (Some(first), Some(last)) = (first, last) {
        ensure!(first <= last, "--from {first} is after --to {last}");
    }
    let start_ms = |day: Date| {
        let start = day.to_zoned(TimeZone::UTC)?.timestamp().as_millisecond();
        // no game ended before 1970
        anyhow::Ok(u64::try_from(start).unwrap_or(0))
    };
    let from_ms = first.map(start_ms).transpose()?.unwrap_or(0);
    // the day after the last representable one has no number
    let before_ms = last.and_then(|day| day.tomorrow().ok()).map(start_ms).transpose()?.unwrap_or(u64::MAX);
    Ok(Some(EndedRange { from_ms, before_ms }))
}

/// Exports the data in `directory` to the new file `to`, readable for this user only.
///
/// # Errors
/// If `to` exists or cannot be written, or the data cannot be read at all. Nothing is created then.
pub fn export_to(directory: &Path, to: &Path, options: ExportOptions) -> anyhow::Result<Exported> {
    ensure!(!to.exists(), "{} exists already", to.display());
    let mut file = NewFile::create(to)?;
    let mut output = BufWriter::new(file.file());
    let mut progress = Progress::new("games exported");
    let exported = export(directory, options, &mut output, &mut |done, count| progress.report(done, count))?;
    output.flush()?;
    drop(output);
    file.finish()?;
    Ok(exported)
}

/// Imports an export into `directory`, which must have no database.
///
/// # Errors
/// With the number of the line that cannot be imported; `directory` has no database then.
pub fn import_from(directory: &Path, from: &Path) -> anyhow::Result<Imported> {
    let file = File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
    import(directory, &mut BufReader::new(file)).with_context(|| format!("cannot import {}", from.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_range_of_days_has_its_first_and_its_last_day() {
        let (first, last) = (date(2026, 11, 1), date(2026, 11, 2));
        let start = 1_793_491_200_000;
        let range = |from_ms, before_ms| Some(EndedRange { from_ms, before_ms });
        let of = |first, last| range_of_days(first, last).unwrap();
        assert_eq!(of(Some(first), Some(last)), range(start, start + 2 * 86_400_000));
        assert_eq!(of(Some(first), Some(first)), range(start, start + 86_400_000));
        assert_eq!(of(Some(first), None), range(start, u64::MAX));
        assert_eq!(of(None, Some(first)), range(0, start + 86_400_000));
        assert_eq!(of(None, Some(Date::MAX)), range(0, u64::MAX));
        assert_eq!(of(None, None), None);
        assert!(range_of_days(Some(last), Some(first)).is_err());
    }
}
