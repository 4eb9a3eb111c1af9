//! Pages of a tournament to print: pairings, standings, the crosstable and certificates, as HTML.
//!
//! A page is whole in itself: it loads nothing. Every text in it is escaped, because names and titles come from players.

use super::Text;
use super::evening_tables::{Cell, CellPlace, Table, Tables};
use chuhe_model::actions::evening_action::EveningFile;
use chuhe_model::choices::date::minute;
use chuhe_model::choices::zone::Zone;
use chuhe_model::evening::Evening;
use chuhe_tournaments::Row;

/// How a page looks on paper.
const STYLE: &str = "body{font-family:sans-serif;margin:2em;color:#000;background:#fff}\
h1{font-size:1.4em}h2{font-size:1.1em;font-weight:normal}\
table{border-collapse:collapse;width:100%}th,td{border:1px solid #888;padding:.25em .5em;text-align:left}\
td{overflow-wrap:anywhere}td.n,td.c{white-space:nowrap}th{background:#eee}td.n,th.n{text-align:right}td.c,th.c{text-align:center}tr{break-inside:avoid}\
section{break-after:page;text-align:center;padding-top:18vh;min-height:60vh}section h1{font-size:2.6em}\
section .name{font-size:2em;margin:1em}section .sign{margin-top:6em;text-align:right}\
@media print{body{margin:0}}";

/// How many players get a certificate.
const CERTIFICATES: u16 = 8;

/// A page to print. Files that are no pages give the standings.
#[must_use]
pub fn page(text: &Text, evening: &Evening, file: EveningFile, zone: &Zone) -> String {
    let writer = Writer { tables: Tables::new(text, evening, zone) };
    let tables = &writer.tables;
    let standings = || (tables.standings_heading(), tables.standings().html());
    let (heading, body) = match file {
        EveningFile::PairingsByBoard => (tables.pairings_heading(), tables.by_board().html()),
        EveningFile::PairingsByName => (tables.pairings_heading(), tables.by_name().html()),
        EveningFile::CrosstablePage => (tables.words.print_crosstable.to_owned(), tables.crosstable().html()),
        EveningFile::Certificates => (tables.words.print_certificate.to_owned(), writer.certificates()),
        EveningFile::StandingsPage => standings(),
        EveningFile::StandingsCsv => standings(),
        EveningFile::PairingsCsv => standings(),
        EveningFile::Trf => standings(),
        EveningFile::RoundText => standings(),
        EveningFile::StandingsText => standings(),
        EveningFile::CrosstableText => standings(),
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
    tables: Tables<'a>,
}

impl Cell {
    fn html(&self, element: &str) -> String {
        let class = match self.place {
            CellPlace::Left => "",
            CellPlace::Middle => " class=\"c\"",
            CellPlace::Right => " class=\"n\"",
        };
        format!("<{element}{class}>{}</{element}>", escaped(&self.text))
    }
}

impl Table {
    fn html(&self) -> String {
        let line = |cells: &[Cell], element: &str| {
            let cells: String = cells.iter().map(|cell| cell.html(element)).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let body: String = self.rows.iter().map(|cells| line(cells, "td")).collect();
        format!("<table>\n<thead>{}</thead>\n<tbody>\n{body}</tbody>\n</table>\n", line(&self.head, "th"))
    }
}

impl Writer<'_> {
    fn whole(&self, heading: &str, body: &str, is_bare: bool) -> String {
        let title = &self.tables.evening.plan().title;
        let start = self.tables.evening.plan().starts_at_ms.and_then(|ms| minute(ms, self.tables.zone));
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
            self.tables.text.lang.tag(),
            escaped(title),
            escaped(heading),
        )
    }

    fn certificates(&self) -> String {
        let figures = self.tables.evening.figures();
        let has_place = |row: &&Row| figures.place(row).is_some_and(|place| place <= CERTIFICATES);
        let placed = figures.standings.iter().filter(has_place);
        placed.map(|row| self.certificate(row)).collect()
    }

    fn certificate(&self, row: &Row) -> String {
        let (words, title) = (self.tables.words, &self.tables.evening.plan().title);
        let last = self.tables.evening.tournament().records().last();
        let at = last.and_then(|record| minute(record.at.as_ms(), self.tables.zone)).unwrap_or_default();
        let day = at.split(' ').next().unwrap_or_default();
        let name = self.tables.name(row.player);
        let organisers: Vec<&str> =
            self.tables.evening.organisers().iter().map(|name| name.as_str()).collect();
        format!(
            "<section>\n<h1>{}</h1>\n<p>{}</p>\n<p class=\"name\">{}</p>\n<h2>{}</h2>\n<p>{}</p>\n\
             <p class=\"sign\">{}: {}</p>\n<p class=\"sign\">{}</p>\n</section>\n",
            escaped(words.print_certificate),
            escaped(title),
            escaped(&name),
            escaped(&words.print_certificate_place(row.place)),
            escaped(&words.print_certificate_words(&name, title, row.points)),
            escaped(words.print_certificate_signature),
            escaped(&organisers.join(", ")),
            escaped(day),
        )
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
