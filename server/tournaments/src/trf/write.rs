//! Writes TRF.

use super::file::{Edition, Trf, TrfPlayer, TrfPoints};
use chuhe_rules::Color;
use std::fmt::Write;

impl Trf {
    /// Writes the file. Each line ends with CR and LF.
    ///
    /// Names are cut to their 33 columns, and points of 100 or more lose their decimal.
    #[must_use]
    pub fn write(&self, edition: Edition) -> String {
        let mut lines = vec![format!("012 {}", plain(&self.name))];
        lines.extend(self.others.iter().map(|line| plain(line)));
        match edition {
            Edition::Trf16 => {
                lines.extend(self.rounds.map(|rounds| format!("XXR {rounds}")));
                let word = |side| if side == Color::Red { "white1" } else { "black1" };
                lines.extend(self.first.map(|side| format!("XXC {}", word(side))));
                if self.points != TrfPoints::default() {
                    let TrfPoints { win, draw, loss, bye } = self.points;
                    lines.push(format!(
                        "XXS W={} D={} L={} PAB={}",
                        decimal(win),
                        decimal(draw),
                        decimal(loss),
                        decimal(bye)
                    ));
                    for (code, points) in [("BBW", win), ("BBD", draw), ("BBL", loss), ("BBU", bye)] {
                        lines.push(format!("{code} {:>4}", decimal(points)));
                    }
                }
            }
            Edition::Trf2026 => {
                lines.extend(self.rounds.map(|rounds| format!("142 {rounds}")));
                let letter = |side| if side == Color::Red { 'W' } else { 'B' };
                lines.extend(self.first.map(|side| format!("152 {}", letter(side))));
                if self.points != TrfPoints::default() {
                    let TrfPoints { win, draw, loss, bye } = self.points;
                    let mut line = String::from("162 ");
                    for (code, points) in [('W', win), ('D', draw), ('L', loss), ('P', bye)] {
                        // nine columns each: a blank, the code, four digits, three blanks
                        write!(line, " {code}{:>4}   ", decimal(points)).expect("a String accepts all");
                    }
                    lines.push(line.trim_end().to_owned());
                }
            }
        }
        lines.extend(self.players.iter().map(player_line));
        lines.into_iter().map(|line| line + "\r\n").collect()
    }
}

fn player_line(player: &TrfPlayer) -> String {
    let TrfPlayer { number, title, name, rating, federation, identity, rank, .. } = player;
    let number_or_blank = |number: Option<u16>| number.map(|it| it.to_string()).unwrap_or_default();
    let points = match player.points {
        tenths @ 0..1000 => format!("{}.{}", tenths / 10, tenths % 10),
        tenths => (tenths / 10).min(9999).to_string(),
    };
    let mut line = format!(
        "001 {number:>4} {} {} {:>4} {} {} {points:>4} {:>4}  ",
        fitted(title, 4),
        fitted(name, 33),
        number_or_blank(rating.map(|rating| rating.min(9999))),
        fitted(federation, 3),
        fitted(&with_gap(identity), 22),
        number_or_blank(rank.map(|rank| rank.min(9999))),
    );
    for round in &player.rounds {
        let opponent = round.opponent.map_or("0000".to_owned(), |number| format!("{number:>4}"));
        let side = match round.side {
            Some(Color::Red) => 'w',
            Some(Color::Black) => 'b',
            None => '-',
        };
        write!(line, "{opponent} {side} {}  ", round.mark.letter()).expect("a String accepts all");
    }
    line.trim_end().to_owned()
}

/// The text in exactly so many columns.
fn fitted(text: &str, width: usize) -> String {
    let text: String = plain(text).chars().take(width).collect();
    format!("{text:<width$}")
}

/// The number and the date of birth, with the blank column between them.
fn with_gap(identity: &str) -> String {
    identity.chars().enumerate().map(|(at, char)| if at == 11 { ' ' } else { char }).collect()
}

/// The text without characters that end a line.
fn plain(text: &str) -> String {
    text.chars().map(|char| if char.is_control() || char == '\u{2028}' { ' ' } else { char }).collect()
}

fn decimal(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}
