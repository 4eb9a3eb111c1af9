//! Parses the reasons and times in the arguments of operators' commands.

use chuhe_protocol::limits::REPORT_CHARS;
use chuhe_protocol::text;

/// Removes invisible characters from a reason, and checks that it has at most [`REPORT_CHARS`] characters, as those that
/// players read.
pub(crate) fn parse_reason(reason: &str) -> Result<String, String> {
    let visible = text::visible(reason);
    let visible = visible.trim();
    let fits = visible.chars().count() <= REPORT_CHARS;
    fits.then(|| visible.to_owned()).ok_or_else(|| format!("a reason has at most {REPORT_CHARS} characters"))
}

/// Parses a time such as 90s, 30m, 12h or 7d into milliseconds.
pub(crate) fn parse_time_ms(text: &str) -> Result<u64, String> {
    let seconds = match text.chars().next_back() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 60 * 60,
        Some('d') => 24 * 60 * 60,
        _ => 0,
    };
    let number = text.get(..text.len().saturating_sub(1)).and_then(|number| number.parse::<u32>().ok());
    match number {
        Some(number) if number > 0 && seconds > 0 => Ok(u64::from(number) * seconds * 1000),
        _ => Err("a time is a number with s, m, h or d, as in 30m".to_owned()),
    }
}
