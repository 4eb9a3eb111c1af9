//! Pages of a tournament to print: pairings, standings, the crosstable and certificates, as HTML.
//!
//! A page is whole in itself: it loads nothing. Every text in it is escaped, because names and titles come from players.

use super::Text;
use super::generated::EveningText;
use chuhe_model::actions::evening_action::EveningFile;
use chuhe_model::choices::date::minute;
use chuhe_model::choices::zone::Zone;
use chuhe_model::evening::Evening;
use chuhe_rules::Color;
use chuhe_tournaments::{
    Absent, Board, BoardId, Breakdown, Line, Outcome, Phase, PlayerId, Row, Score, TieBreak,
};

/// How a page looks on paper.
const STYLE: &str = "body{font-family:sans-serif;margin:2em;color:#000;background:#fff}\
h1{font-size:1.4em}h2{font-size:1.1em;font-weight:normal}\
table{border-collapse:collapse;width:100%}th,td{border:1px solid #888;padding:.25em .5em;text-align:left}\
th{background:#eee}td.n,th.n{text-align:right}td.c,th.c{text-align:center}tr{break-inside:avoid}\
section{break-after:page;text-align:center;padding-top:18vh;min-height:60vh}section h1{font-size:2.6em}\
section .name{font-size:2em;margin:1em}section .sign{margin-top:6em;text-align:right}\
@media print{body{margin:0}}";

/// How many players get a certificate.
const CERTIFICATES: u16 = 8;

/// A page to print. Files that are no pages give the standings.
#[must_use]
pub fn page(text: &Text, evening: &Evening, file: EveningFile, zone: &Zone) -> String {
    let writer = Writer { text, words: text.evening(), evening, zone };
    let (heading, body) = match file {
        EveningFile::PairingsByBoard => (writer.pairings_heading(), writer.by_board()),
        EveningFile::PairingsByName => (writer.pairings_heading(), writer.by_name()),
        EveningFile::CrosstablePage => (writer.words.print_crosstable.to_owned(), writer.crosstable()),
        EveningFile::Certificates => (writer.words.print_certificate.to_owned(), writer.certificates()),
        EveningFile::StandingsPage => (writer.standings_heading(), writer.standings()),
        EveningFile::StandingsCsv => (writer.standings_heading(), writer.standings()),
        EveningFile::PairingsCsv => (writer.standings_heading(), writer.standings()),
        EveningFile::Trf => (writer.standings_heading(), writer.standings()),
    };
    writer.whole(&heading, &body, file == EveningFile::Certificates)
}

/// A text as HTML shows it.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            letter if letter.is_control() => html.push(' '),
            letter => html.push(letter),
        }
    }
    html
}

/// What a page is made of.
struct Writer<'a> {
    text: &'a Text,
    words: &'static EveningText,
    evening: &'a Evening,
    zone: &'a Zone,
}

/// A cell of a table. Its text is escaped when it is written.
struct Cell {
    text: String,
    class: &'static str,
}

impl Cell {
    fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), class: "" }
    }

    fn number(text: impl ToString) -> Self {
        Self { text: text.to_string(), class: "n" }
    }

    fn centred(text: impl Into<String>) -> Self {
        Self { text: text.into(), class: "c" }
    }

    fn html(&self, element: &str) -> String {
        let class = if self.class.is_empty() { String::new() } else { format!(" class=\"{}\"", self.class) };
        format!("<{element}{class}>{}</{element}>", escaped(&self.text))
    }
}

fn table(head: &[Cell], rows: impl Iterator<Item = Vec<Cell>>) -> String {
    let line = |cells: &[Cell], element: &str| {
        let cells: String = cells.iter().map(|cell| cell.html(element)).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.map(|cells| line(&cells, "td")).collect();
    format!("<table>\n<thead>{}</thead>\n<tbody>\n{body}</tbody>\n</table>\n", line(head, "th"))
}

impl Writer<'_> {
    fn whole(&self, heading: &str, body: &str, is_bare: bool) -> String {
        let title = &self.evening.plan().title;
        let start = self.evening.plan().starts_at_ms.and_then(|ms| minute(ms, self.zone));
        let below = [Some(heading.to_owned()), start].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let head = if is_bare {
            String::new()
        } else {
            format!("<h1>{}</h1>\n<h2>{}</h2>\n", escaped(title), escaped(&below))
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{} · {}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{head}{body}</body>\n</html>\n",
            self.text.lang.tag(),
            escaped(title),
            escaped(heading),
        )
    }

    fn pairings_heading(&self) -> String {
        self.words.print_pairings(self.evening.shown_round())
    }

    fn standings_heading(&self) -> String {
        let state = self.evening.tournament().state();
        if state.phase == Phase::Ended {
            self.words.standings_final.to_owned()
        } else {
            self.words.standings_after(state.round_count())
        }
    }

    /// The boards of the shown round, and who has the bye.
    fn boards(&self) -> (Vec<(BoardId, &Board)>, Option<PlayerId>) {
        let (state, round) = (self.evening.tournament().state(), self.evening.shown_round());
        let bye = usize::from(round).checked_sub(1).and_then(|at| state.rounds.get(at)?.bye);
        (state.boards().filter(|(id, _)| id.round == round).collect(), bye)
    }

    /// A player with club, as the lists at the door have them.
    fn name(&self, player: PlayerId) -> String {
        self.evening.name(player).to_owned()
    }

    fn club(&self, player: PlayerId) -> String {
        let player = self.evening.tournament().state().player(player);
        player.and_then(|player| player.entry.club.clone()).unwrap_or_default()
    }

    fn result(&self, outcome: Option<Outcome>) -> &'static str {
        match outcome {
            None => "",
            Some(Outcome::Won(Color::Red)) => self.words.result_red,
            Some(Outcome::Won(Color::Black)) => self.words.result_black,
            Some(Outcome::Drawn) => self.words.result_draw,
            Some(Outcome::Forfeited(Absent::One(Color::Black))) => self.words.result_forfeit_red,
            Some(Outcome::Forfeited(Absent::One(Color::Red))) => self.words.result_forfeit_black,
            Some(Outcome::Forfeited(Absent::Both)) => self.words.result_forfeit_both,
        }
    }

    fn by_board(&self) -> String {
        let words = self.words;
        let head = [
            Cell::number(words.board),
            Cell::words(words.red),
            Cell::words(words.club_column),
            Cell::centred(words.result),
            Cell::words(words.black),
            Cell::words(words.club_column),
        ];
        let (boards, bye) = self.boards();
        let rows = boards.into_iter().map(|(id, board)| {
            let (red, black) = (board.seats.red, board.seats.black);
            vec![
                Cell::number(id.board),
                Cell::words(self.name(red)),
                Cell::words(self.club(red)),
                Cell::centred(self.result(board.outcome)),
                Cell::words(self.name(black)),
                Cell::words(self.club(black)),
            ]
        });
        let bye = bye.map(|bye| {
            vec![
                Cell::number(""),
                Cell::words(self.name(bye)),
                Cell::words(self.club(bye)),
                Cell::centred(words.bye),
                Cell::words(""),
                Cell::words(""),
            ]
        });
        table(&head, rows.chain(bye))
    }

    fn by_name(&self) -> String {
        let words = self.words;
        let (boards, bye) = self.boards();
        // who, and where, on which side, against whom; nobody for the bye
        type Seat = Option<(BoardId, Color, PlayerId)>;
        let mut players: Vec<(String, PlayerId, Seat)> = Vec::new();
        for (id, board) in boards {
            for side in Color::ALL {
                let (player, opponent) = (board.seats[side], board.seats[side.opponent()]);
                players.push((self.name(player), player, Some((id, side, opponent))));
            }
        }
        players.extend(bye.map(|bye| (self.name(bye), bye, None)));
        players.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let head = [
            Cell::words(words.name),
            Cell::words(words.club_column),
            Cell::number(words.board),
            Cell::words(words.print_side),
            Cell::words(words.print_opponent),
        ];
        let rows = players.into_iter().map(|(name, player, seat)| {
            let club = Cell::words(self.club(player));
            let name = Cell::words(name);
            match seat {
                Some((id, side, opponent)) => vec![
                    name,
                    club,
                    Cell::number(id.board),
                    Cell::words(self.text.color(side)),
                    Cell::words(self.name(opponent)),
                ],
                None => vec![name, club, Cell::number(""), Cell::words(words.bye), Cell::words("")],
            }
        });
        table(&head, rows)
    }

    fn standings(&self) -> String {
        let words = self.words;
        let mut head = vec![
            Cell::number(words.place),
            Cell::words(words.name),
            Cell::words(words.club_column),
            Cell::number(words.points_short),
        ];
        let tie_breaks = &self.evening.plan().regulations.tie_breaks;
        head.extend(tie_breaks.iter().map(|it| Cell::number(words.tie_break_short(*it))));
        let rows = self.evening.figures().standings.iter().map(|row| {
            let mut cells = vec![
                Cell::number(row.place),
                Cell::words(self.name(row.player)),
                Cell::words(self.club(row.player)),
                Cell::number(row.points),
            ];
            cells.extend(row.tie_breaks.iter().map(|it| Cell::number(self.value(it))));
            cells
        });
        table(&head, rows)
    }

    /// The value of a tie-break.
    fn value(&self, breakdown: &Breakdown) -> String {
        let Some(value) = breakdown.value else { return "–".to_owned() };
        let is_time = breakdown.tie_break == TieBreak::EarlierFinish;
        match breakdown.scale {
            _ if is_time => minute(value.unsigned_abs(), self.zone).unwrap_or_default(),
            2 if value % 2 != 0 => format!("{}.5", value / 2),
            2 => (value / 2).to_string(),
            // fouls count downwards
            _ => value.unsigned_abs().to_string(),
        }
    }

    fn crosstable(&self) -> String {
        let words = self.words;
        let rounds = self.evening.tournament().state().round_count();
        let figures = self.evening.figures();
        let place = |player: PlayerId| {
            figures.standings.iter().position(|row| row.player == player).map_or(0, |at| at + 1)
        };
        let mut head = vec![Cell::number(words.print_number), Cell::words(words.name)];
        head.extend((1..=rounds).map(|round| Cell::centred(words.print_round_short(round))));
        head.push(Cell::number(words.points_short));
        let rows = figures.standings.iter().enumerate().map(|(at, row)| {
            let mut cells = vec![Cell::number(at + 1), Cell::words(self.name(row.player))];
            let lines = figures.sheet(row.player).map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
            cells.extend((1..=rounds).map(|round| {
                let of_round = lines.iter().filter(|line| line.round == round);
                let entries: Vec<String> = of_round.map(|line| crosstable_entry(line, &place)).collect();
                Cell::centred(entries.join(" "))
            }));
            cells.push(Cell::number(row.points));
            cells
        });
        table(&head, rows)
    }

    fn certificates(&self) -> String {
        let placed = self.evening.figures().standings.iter().filter(|row| row.place <= CERTIFICATES);
        placed.map(|row| self.certificate(row)).collect()
    }

    fn certificate(&self, row: &Row) -> String {
        let (words, title) = (self.words, &self.evening.plan().title);
        let name = self.name(row.player);
        let organisers: Vec<&str> = self.evening.organisers().iter().map(|name| name.as_str()).collect();
        format!(
            "<section>\n<h1>{}</h1>\n<p>{}</p>\n<p class=\"name\">{}</p>\n<h2>{}</h2>\n<p>{}</p>\n\
             <p class=\"sign\">{}: {}</p>\n</section>\n",
            escaped(words.print_certificate),
            escaped(title),
            escaped(&name),
            escaped(&words.print_certificate_place(row.place)),
            escaped(&words.print_certificate_words(&name, title, row.points)),
            escaped(words.print_certificate_signature),
            escaped(&organisers.join(", ")),
        )
    }
}

/// A game in the crosstable: the opponent's line, the side and the result, as `12r+`.
fn crosstable_entry(line: &Line, place: &impl Fn(PlayerId) -> usize) -> String {
    let result = match line.score {
        Score::Win => "+",
        Score::Draw => "=",
        Score::Loss => "-",
        Score::ForfeitWin => "+*",
        Score::ForfeitLoss => "-*",
        Score::Running => "…",
        Score::Bye => "○",
        Score::Excused => "",
        Score::Late => "",
        Score::Unpaired => "",
        Score::Void => "×",
    };
    match (line.opponent, line.side) {
        (Some(opponent), Some(side)) => {
            let side = if side == Color::Red { 'r' } else { 'b' };
            format!("{}{side}{result}", place(opponent))
        }
        _ => result.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_in_a_text_is_an_element() {
        let hostile = "<script>alert(\"1\")</script>&'\u{0}\n";
        assert_eq!(escaped(hostile), "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;  ");
        assert_eq!(escaped("王天一"), "王天一");
    }
}
