//! Reads TRF. Each error names its line and column.

use super::file::{MAX_CHARS, MAX_TRF_ROUNDS, Mark, Trf, TrfPlayer, TrfRound};
use crate::MAX_PLAYERS;
use chuhe_rules::Color;
use std::collections::BTreeMap;
use thiserror::Error;

/// Where and why a file is unreadable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct BadTrf {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Why.
    pub reason: TrfReason,
}

/// Why a place in a file is unreadable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrfReason {
    /// The file has more than [`MAX_CHARS`] characters.
    #[error("the file is too long")]
    TooLong,
    /// The file has no player.
    #[error("the file has no line 001")]
    NoPlayer,
    /// The file has more than [`MAX_PLAYERS`] players.
    #[error("there are too many players")]
    TooManyPlayers,
    /// The line has more than [`MAX_TRF_ROUNDS`] rounds.
    #[error("there are too many rounds")]
    TooManyRounds,
    /// The line ends before this field.
    #[error("the line is too short")]
    TooShort,
    /// A number is expected.
    #[error("{0:?} is no number")]
    NotANumber(String),
    /// A starting number is missing, or 0.
    #[error("the starting number is missing")]
    NumberMissing,
    /// Two players have this starting number.
    #[error("the starting number {0} stands in line {1} too")]
    DoubledNumber(u16, usize),
    /// The column between two fields is not blank: fields are shifted.
    #[error("{0:?} stands where a blank is expected")]
    NotBlank(char),
    /// A side is `w`, `b` or `-`.
    #[error("{0:?} is no side: w, b or -")]
    UnknownSide(char),
    /// A result is one of `1 = 0 W D L + - U F H Z` or blank.
    #[error("{0:?} is no result")]
    UnknownMark(char),
    /// The mark needs an opponent and a side, or must have none.
    #[error("the result does not fit the opponent")]
    MarkWithoutGame,
    /// No line has this starting number.
    #[error("there is no player {0}")]
    UnknownOpponent(u16),
    /// The player plays against themselves.
    #[error("the player has no opponent but themselves")]
    Self_,
    /// The opponent's line has another opponent, side or result in this round.
    #[error("line {0} says otherwise")]
    Contradiction(usize),
    /// An unknown code of what results are worth.
    #[error("{0:?} is no result that can have points")]
    UnknownPoints(String),
}

/// A line as characters, in which fields are found by column.
struct Columns {
    line: usize,
    chars: Vec<char>,
}

/// The columns of the first round: opponent, side and result. Each round has ten columns.
const FIRST_ROUND: usize = 92;
const ROUND_WIDTH: usize = 10;

impl Columns {
    fn error(&self, column: usize, reason: TrfReason) -> BadTrf {
        BadTrf { line: self.line, column, reason }
    }

    /// The text from one column to another, both included, without blanks around it.
    fn text(&self, from: usize, to: usize) -> String {
        let end = to.min(self.chars.len());
        let field: String = self.chars.get(from - 1..end).unwrap_or_default().iter().collect();
        field.trim().to_owned()
    }

    /// The text of columns as it stands, without blanks at the end.
    fn raw(&self, from: usize, to: usize) -> String {
        let end = to.min(self.chars.len());
        let field: String = self.chars.get(from - 1..end).unwrap_or_default().iter().collect();
        field.trim_end().to_owned()
    }

    fn at(&self, column: usize) -> char {
        self.chars.get(column - 1).copied().unwrap_or(' ')
    }

    /// The column of the first character of a field, for errors.
    fn start(&self, from: usize, to: usize) -> usize {
        (from..=to).find(|column| self.at(*column) != ' ').unwrap_or(from)
    }

    fn number(&self, from: usize, to: usize) -> Result<Option<u16>, BadTrf> {
        let text = self.text(from, to);
        if text.is_empty() {
            return Ok(None);
        }
        let is_digits = text.chars().all(|digit| digit.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_digits);
        number.map(Some).ok_or_else(|| self.error(self.start(from, to), TrfReason::NotANumber(text)))
    }

    /// A number with at most one decimal, in tenths.
    fn tenths(&self, from: usize, to: usize) -> Result<Option<u32>, BadTrf> {
        let text = self.text(from, to);
        if text.is_empty() {
            return Ok(None);
        }
        let tenths = tenths(&text);
        tenths.map(Some).ok_or_else(|| self.error(self.start(from, to), TrfReason::NotANumber(text)))
    }

    fn check_blank(&self, columns: &[usize]) -> Result<(), BadTrf> {
        match columns.iter().find(|column| self.at(**column) != ' ') {
            Some(column) => Err(self.error(*column, TrfReason::NotBlank(self.at(*column)))),
            None => Ok(()),
        }
    }
}

/// The tenths of a number such as `2`, `2.0` or `.5`.
fn tenths(text: &str) -> Option<u32> {
    let (whole, decimal) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let is_digits = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
    if !is_digits(whole)
        || !is_digits(decimal)
        || decimal.len() > 1
        || (whole.is_empty() && decimal.is_empty())
    {
        return None;
    }
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let decimal: u32 = if decimal.is_empty() { 0 } else { decimal.parse().ok()? };
    whole.checked_mul(10)?.checked_add(decimal)
}

impl Trf {
    /// Whether a text is meant as a file, readable or not, and not as a list of names, whose lines may have numbers too.
    ///
    /// A file has the line `001` of a player with a starting number, or several lines `001`, or it begins with `012` and a
    /// line that a list with numbers would not have there.
    #[must_use]
    pub fn is_likely(text: &str) -> bool {
        let lines = text.trim_start_matches('\u{feff}').split(['\r', '\n']);
        let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        let is_player = |line: &&&str| line.starts_with("001") && Self::is_line(line);
        let mut players = lines.iter().filter(is_player).peekable();
        let has_number = players.peek().is_some_and(|line| {
            let mut words = line.split_whitespace().skip(1);
            let number = words.next().unwrap_or_default();
            number.bytes().all(|byte| byte.is_ascii_digit()) && words.next().is_some()
        });
        let begins_so = |first: &str, second: &str| {
            first.starts_with("012 ") && Self::is_line(second) && !second.starts_with("013")
        };
        has_number || players.count() > 1 || matches!(*lines, [first, second, ..] if begins_so(first, second))
    }

    /// Whether a line begins with a code of three characters, as those of a file do.
    #[must_use]
    pub fn is_line(line: &str) -> bool {
        let is_code = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'#';
        let (code, rest) = line.as_bytes().split_at(line.len().min(3));
        code.len() == 3 && code.iter().all(is_code) && rest.first().is_none_or(u8::is_ascii_whitespace)
    }

    /// Reads a file of either edition. Lines may end with CR, LF or both.
    ///
    /// # Errors
    /// The first place that is unreadable, or that contradicts another line.
    pub fn read(text: &str) -> Result<Self, BadTrf> {
        if text.chars().count() > MAX_CHARS {
            return Err(BadTrf { line: 1, column: 1, reason: TrfReason::TooLong });
        }
        let text =
            text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace(['\r', '\u{2028}'], "\n");
        let mut trf = Self::default();
        let mut lines_of: BTreeMap<u16, usize> = BTreeMap::new();
        for (line, content) in (1..).zip(text.split('\n')) {
            let columns = Columns { line, chars: content.chars().collect() };
            if content.trim().is_empty() {
                continue;
            }
            if columns.text(1, 3) != "001" {
                read_header(&mut trf, &columns, content)?;
                continue;
            }
            let player = read_player(&columns)?;
            if let Some(first) = lines_of.insert(player.number, line) {
                return Err(columns.error(5, TrfReason::DoubledNumber(player.number, first)));
            }
            trf.players.push(player);
            if trf.players.len() > MAX_PLAYERS {
                return Err(columns.error(1, TrfReason::TooManyPlayers));
            }
        }
        if trf.players.is_empty() {
            return Err(BadTrf { line: 1, column: 1, reason: TrfReason::NoPlayer });
        }
        check_games(&trf)?;
        Ok(trf)
    }
}

fn read_header(trf: &mut Trf, columns: &Columns, content: &str) -> Result<(), BadTrf> {
    let end = columns.chars.len().max(5);
    let text = columns.text(5, end);
    match columns.text(1, 3).as_str() {
        "012" => trf.name = text,
        "142" => trf.rounds = columns.number(5, end)?,
        "XXR" => trf.rounds = columns.number(5, end)?,
        "152" => match columns.at(columns.start(5, end)).to_ascii_lowercase() {
            'w' => trf.first = Some(Color::Red),
            'b' => trf.first = Some(Color::Black),
            other => return Err(columns.error(columns.start(5, end), TrfReason::UnknownSide(other))),
        },
        "XXC" => {
            for word in text.split_whitespace() {
                match word {
                    "white1" => trf.first = Some(Color::Red),
                    "black1" => trf.first = Some(Color::Black),
                    _ => {}
                }
            }
        }
        "BBW" => set_points(&mut trf.points.win, columns, 5, end)?,
        "BBD" => set_points(&mut trf.points.draw, columns, 5, end)?,
        "BBL" => set_points(&mut trf.points.loss, columns, 5, end)?,
        "BBU" => set_points(&mut trf.points.bye, columns, 5, end)?,
        "XXS" => read_scores(trf, columns)?,
        "162" => read_points(trf, columns)?,
        _ => trf.others.push(content.trim_end().to_owned()),
    }
    Ok(())
}

fn set_points(of: &mut u16, columns: &Columns, from: usize, to: usize) -> Result<(), BadTrf> {
    let tenths = columns.tenths(from, to)?.and_then(|tenths| u16::try_from(tenths).ok());
    *of = tenths.ok_or_else(|| {
        columns.error(columns.start(from, to), TrfReason::NotANumber(columns.text(from, to)))
    })?;
    Ok(())
}

/// Reads `XXS W=2.0 D=1.0`, as JaVaFo has it. A win includes the bye until `PAB` differs.
fn read_scores(trf: &mut Trf, columns: &Columns) -> Result<(), BadTrf> {
    let mut column = 5;
    while column <= columns.chars.len() {
        if columns.at(column) == ' ' {
            column += 1;
            continue;
        }
        let end = (column..=columns.chars.len()).find(|at| columns.at(at + 1) == ' ').unwrap_or(column);
        let text = columns.text(column, end);
        let Some((code, _)) = text.split_once('=') else {
            return Err(columns.error(column, TrfReason::UnknownPoints(text)));
        };
        let value = column + code.chars().count() + 1;
        match code {
            "W" => {
                set_points(&mut trf.points.win, columns, value, end)?;
                trf.points.bye = trf.points.win;
            }
            "D" => set_points(&mut trf.points.draw, columns, value, end)?,
            "L" => set_points(&mut trf.points.loss, columns, value, end)?,
            "PAB" => set_points(&mut trf.points.bye, columns, value, end)?,
            _ => return Err(columns.error(column, TrfReason::UnknownPoints(code.to_owned()))),
        }
        column = end + 1;
    }
    Ok(())
}

/// Reads 162: a code in column 6 and points in 7 to 10, and again every nine columns.
fn read_points(trf: &mut Trf, columns: &Columns) -> Result<(), BadTrf> {
    let mut has_bye = false;
    for column in (6..=columns.chars.len()).step_by(9) {
        let (from, to) = (column + 1, column + 4);
        match columns.at(column).to_ascii_uppercase() {
            'W' => set_points(&mut trf.points.win, columns, from, to)?,
            'D' => set_points(&mut trf.points.draw, columns, from, to)?,
            'L' => set_points(&mut trf.points.loss, columns, from, to)?,
            'P' => {
                set_points(&mut trf.points.bye, columns, from, to)?;
                has_bye = true;
            }
            // absences have no points here, and games that run none yet
            'A' => {}
            'X' => {}
            ' ' => {}
            other => return Err(columns.error(column, TrfReason::UnknownPoints(other.to_string()))),
        }
    }
    if !has_bye {
        trf.points.bye = trf.points.win;
    }
    Ok(())
}

fn read_player(columns: &Columns) -> Result<TrfPlayer, BadTrf> {
    if columns.chars.len() < 84 {
        return Err(columns.error(columns.chars.len() + 1, TrfReason::TooShort));
    }
    columns.check_blank(&[4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91])?;
    let number = columns.number(5, 8)?.filter(|number| *number > 0);
    let number = number.ok_or_else(|| columns.error(5, TrfReason::NumberMissing))?;
    let mut rounds = Vec::new();
    for from in (FIRST_ROUND..=columns.chars.len()).step_by(ROUND_WIDTH) {
        if rounds.len() == MAX_TRF_ROUNDS {
            return Err(columns.error(from, TrfReason::TooManyRounds));
        }
        rounds.push(read_round(columns, from)?);
    }
    while rounds.last() == Some(&TrfRound::default()) {
        rounds.pop();
    }
    Ok(TrfPlayer {
        line: columns.line,
        number,
        title: columns.raw(10, 13),
        name: columns.text(15, 47),
        rating: columns.number(49, 52)?.filter(|rating| *rating > 0),
        federation: columns.text(54, 56),
        identity: columns.raw(58, 79),
        points: columns.tenths(81, 84)?.unwrap_or(0),
        rank: columns.number(86, 89)?.filter(|rank| *rank > 0),
        rounds,
    })
}

fn read_round(columns: &Columns, from: usize) -> Result<TrfRound, BadTrf> {
    columns.check_blank(&[from + 4, from + 6, from + 8, from + 9])?;
    let opponent = columns.number(from, from + 3)?.filter(|number| *number > 0);
    let side = match columns.at(from + 5).to_ascii_lowercase() {
        'w' => Some(Color::Red),
        'b' => Some(Color::Black),
        '-' => None,
        ' ' => None,
        other => return Err(columns.error(from + 5, TrfReason::UnknownSide(other))),
    };
    let letter = columns.at(from + 7);
    let mark = Mark::of(letter).ok_or_else(|| columns.error(from + 7, TrfReason::UnknownMark(letter)))?;
    let is_bye = matches!(mark, Mark::PairingBye | Mark::FullBye | Mark::HalfBye | Mark::ZeroBye);
    let fits = match (opponent, side) {
        (Some(_), Some(_)) => !is_bye,
        // some programs write a bye as a win or a loss by forfeit without an opponent
        (None, _) => is_bye || matches!(mark, Mark::Blank | Mark::ForfeitWin | Mark::ForfeitLoss),
        (Some(_), None) => false,
    };
    if !fits {
        return Err(columns.error(from + 7, TrfReason::MarkWithoutGame));
    }
    Ok(match (opponent, mark) {
        (None, Mark::ForfeitWin) => TrfRound { opponent: None, side: None, mark: Mark::FullBye },
        (None, Mark::ForfeitLoss) => TrfRound { opponent: None, side: None, mark: Mark::ZeroBye },
        (None, _) => TrfRound { opponent: None, side: None, mark },
        (Some(_), _) => TrfRound { opponent, side, mark },
    })
}

/// Checks that both lines of each game say the same.
fn check_games(trf: &Trf) -> Result<(), BadTrf> {
    let players: BTreeMap<u16, &TrfPlayer> = trf.players.iter().map(|it| (it.number, it)).collect();
    for player in &trf.players {
        for (at, round) in player.rounds.iter().enumerate() {
            let Some(number) = round.opponent else { continue };
            let column = FIRST_ROUND + at * ROUND_WIDTH;
            let error = |reason| Err(BadTrf { line: player.line, column, reason });
            if number == player.number {
                return error(TrfReason::Self_);
            }
            let Some(opponent) = players.get(&number) else {
                return error(TrfReason::UnknownOpponent(number));
            };
            let theirs = opponent.rounds.get(at).copied().unwrap_or_default();
            let agree = theirs.opponent == Some(player.number)
                && theirs.side == round.side.map(|side| side.opponent())
                && round.mark.fits(theirs.mark);
            if !agree {
                return error(TrfReason::Contradiction(opponent.line));
            }
        }
    }
    Ok(())
}
