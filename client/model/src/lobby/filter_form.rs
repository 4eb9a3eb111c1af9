//! The filter of a list of finished games, as the user types it.

use crate::actions::action::FilterPart;
use crate::actions::half_width::half_width;
use crate::choices::zone::Zone;
use chuhe_protocol::limits::NAME_CHARS;
use chuhe_protocol::{GameFilter, GameKind, PlayerResult};
use time::{Date, Month};

/// The maximum number of characters of a date; `2026年11月22日` has eleven.
const DATE_CHARS: usize = 11;

/// The fields of a filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterForm {
    opponent: String,
    /// Whether that is a name, which the field shows as the lists call the player.
    is_name: bool,
    from: String,
    to: String,
    /// The result from the user's view; `None` for any.
    pub result: Option<PlayerResult>,
    /// The kind of game; `None` for any.
    pub kind: Option<GameKind>,
    /// A position that the games passed through, as FEN.
    pub position: Option<String>,
    /// Whether a search was refused because of a date.
    pub is_refused: bool,
}

/// The text in a date field is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadDate;

impl FilterForm {
    /// The text of a field.
    #[must_use]
    pub fn text(&self, part: FilterPart) -> &str {
        match part {
            FilterPart::Opponent => &self.opponent,
            FilterPart::From => &self.from,
            FilterPart::To => &self.to,
        }
    }

    /// The result from the user's view; `None` for any.
    #[must_use]
    pub const fn result(&self) -> Option<PlayerResult> {
        self.result
    }

    /// The kind of game; `None` for any.
    #[must_use]
    pub const fn kind(&self) -> Option<GameKind> {
        self.kind
    }

    /// The position that the games passed through, as FEN.
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// Whether a search was refused because of the text of this field.
    #[must_use]
    pub fn is_rejected(&self, part: FilterPart) -> bool {
        let is_date = part != FilterPart::Opponent;
        self.is_refused && is_date && date(self.text(part)).is_err()
    }

    /// The name of the opponent, if a name was set: the field shows what the player of this name is called.
    #[must_use]
    pub fn opponent_name(&self) -> Option<&str> {
        self.is_name.then_some(&self.opponent)
    }

    /// Sets the opponent to the player of this name, whatever they are called on the screen.
    pub fn set_opponent(&mut self, name: &str) {
        self.edit(FilterPart::Opponent, name);
        self.is_name = true;
    }

    /// Sets the text of a field.
    pub fn edit(&mut self, part: FilterPart, text: &str) {
        self.is_name &= part != FilterPart::Opponent;
        let (field, most) = match part {
            FilterPart::Opponent => (&mut self.opponent, NAME_CHARS),
            FilterPart::From => (&mut self.from, DATE_CHARS),
            FilterPart::To => (&mut self.to, DATE_CHARS),
        };
        *field = text.chars().take(most).collect();
    }

    /// The filter, with days as this time zone has them. Both days are included.
    ///
    /// # Errors
    /// If a date field has another text than a date.
    pub fn filter(&self, zone: &Zone) -> Result<GameFilter, BadDate> {
        Ok(GameFilter {
            opponent: self.opponent.trim().to_owned(),
            result: self.result,
            kind: self.kind,
            ended_from_ms: date(&self.from)?.map(|day| start_ms(day, zone)),
            ended_before_ms: date(&self.to)?.and_then(Date::next_day).map(|day| start_ms(day, zone)),
            position: self.position.clone(),
        })
    }
}

/// Reads a date; `None` for an empty field.
fn date(text: &str) -> Result<Option<Date>, BadDate> {
    let text = half_width(text);
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    // a Chinese date ends with the word for the day
    let text = text.strip_suffix('日').unwrap_or(text);
    let mut parts = text.split(['-', '.', '/', '年', '月']);
    let mut number = || parts.next().and_then(|part| part.parse().ok()).ok_or(BadDate);
    let (year, month, day): (i16, i16, i16) = (number()?, number()?, number()?);
    let small = |number: i16| u8::try_from(number).map_err(|_| BadDate);
    if parts.next().is_some() {
        return Err(BadDate);
    }
    let month = Month::try_from(small(month)?).map_err(|_| BadDate)?;
    Date::from_calendar_date(year.into(), month, small(day)?).map(Some).map_err(|_| BadDate)
}

/// The start of a day, in milliseconds since 1970; 0 for earlier days.
fn start_ms(day: Date, zone: &Zone) -> u64 {
    u64::try_from(zone.start_of(day)).unwrap_or(0) * 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_time_zone_and_both_are_included() {
        let east = Zone::of_offsets(&[(0, 8 * 3600)]).unwrap();
        let mut form = FilterForm::default();
        assert_eq!(form.filter(&east), Ok(GameFilter::default()));
        form.edit(FilterPart::Opponent, " 云中 ");
        form.edit(FilterPart::From, "2026-11-01");
        form.edit(FilterPart::To, "2026/11/1");
        let start = 1_793_491_200_000 - 8 * 3_600_000;
        let filter = form.filter(&east).unwrap();
        assert_eq!(filter.opponent, "云中");
        assert_eq!(filter.ended_from_ms, Some(start));
        assert_eq!(filter.ended_before_ms, Some(start + 86_400_000));
        // as Chinese players write it, and their keyboards type it
        form.edit(FilterPart::From, "２０２６年１１月１日");
        form.edit(FilterPart::To, "2026年11月1日");
        assert_eq!(form.filter(&east), Ok(filter));
    }

    #[test]
    fn a_text_that_is_no_date_is_an_error() {
        for text in ["x", "2026", "2026-13-01", "2026-02-30", "1-2-3-4", "99999-1-1", "2026-300-1"] {
            let mut form = FilterForm::default();
            form.edit(FilterPart::To, text);
            assert_eq!(form.filter(&Zone::UTC), Err(BadDate), "{text}");
        }
        let mut form = FilterForm::default();
        form.edit(FilterPart::From, "1066.10.14");
        form.edit(FilterPart::To, "9999-12-31");
        let filter = form.filter(&Zone::UTC).unwrap();
        assert_eq!((filter.ended_from_ms, filter.ended_before_ms), (Some(0), None));
    }

    #[test]
    fn fields_have_a_maximum_length() {
        let mut form = FilterForm::default();
        for part in [FilterPart::Opponent, FilterPart::From, FilterPart::To] {
            form.edit(part, &"9".repeat(1_000));
            assert!(form.text(part).len() <= NAME_CHARS, "{part:?}");
        }
    }
}
