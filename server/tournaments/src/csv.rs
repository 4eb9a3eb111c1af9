//! Tables as CSV for spreadsheets (RFC 4180): the standings, the pairings of a round, and the crosstable.
//!
//! The heads are keys and not texts for people; the client has these. A cell that a spreadsheet would take for a formula
//! begins with an apostrophe.

use crate::sheet::{Line, sheet_of, sheets};
use crate::trf::Mark;
use crate::{Entry, PlayerId, State, TieBreak, Tournament, namesakes, standings};
use chuhe_rules::Color;

/// The standings, a row a player: place, number, name, club, rating, points and each tie-break.
///
/// A tie-break that does not apply is an empty cell, and Sonneborn-Berger may have a half.
#[must_use]
pub fn standings_csv(tournament: &Tournament) -> String {
    let (regulations, state) = (tournament.regulations(), tournament.state());
    let mut head: Vec<String> =
        ["place", "number", "name", "club", "rating", "points"].map(str::to_owned).to_vec();
    head.extend(regulations.tie_breaks.iter().map(|it| key(*it).to_owned()));
    let mut table = vec![head];
    for row in standings(regulations, state) {
        let Some(player) = state.player(row.player) else { continue };
        let mut cells = vec![
            row.place.to_string(),
            player.number.to_string(),
            player.entry.name.clone(),
            player.entry.club.clone().unwrap_or_default(),
            player.entry.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            row.points.to_string(),
        ];
        cells.extend(row.tie_breaks.iter().map(|it| match (it.value, it.scale) {
            (None, _) => String::new(),
            (Some(value), 2) if value % 2 != 0 => format!("{}.5", value / 2),
            (Some(value), 2) => (value / 2).to_string(),
            // fouls and times count downwards
            (Some(value), _) => value.unsigned_abs().to_string(),
        }));
        table.push(cells);
    }
    written(&table)
}

/// The boards of a round that counts: board, players, and the result of each as TRF has it; `*` while the game runs.
#[must_use]
pub fn pairings_csv(tournament: &Tournament, round: u16) -> String {
    let state = tournament.state();
    let name = names(state);
    let mut table = vec![["board", "red", "red_result", "black_result", "black"].map(str::to_owned).to_vec()];
    let sheets = sheets(tournament.regulations(), state);
    for (id, board) in state.boards().filter(|(id, _)| id.round == round) {
        let mark = |player: PlayerId| {
            let line = sheet_of(&sheets, player)?.lines.iter().find(|line| line.round == round)?;
            Some(letter(line).to_string())
        };
        let seats = board.seats.map(&name);
        let marks = board.seats.map(|player| mark(player).unwrap_or_default());
        table.push(vec![id.board.to_string(), seats.red, marks.red, marks.black, seats.black]);
    }
    let bye = usize::from(round).checked_sub(1).and_then(|at| state.rounds.get(at)?.bye);
    if let Some(bye) = bye {
        table.push(vec![String::new(), name(bye), "U".to_owned(), String::new(), String::new()]);
    }
    written(&table)
}

/// The crosstable: a row a player, a column a round. A cell has the opponent's place, the side and the result's letter of
/// TRF, such as `12w1`; several games of one round follow each other.
#[must_use]
pub fn crosstable_csv(tournament: &Tournament) -> String {
    let (regulations, state) = (tournament.regulations(), tournament.state());
    let rows = standings(regulations, state);
    let sheets = sheets(regulations, state);
    let name = names(state);
    let place = |id: PlayerId| rows.iter().position(|row| row.player == id).map_or(0, |at| at + 1);
    let mut head: Vec<String> = ["row", "name"].map(str::to_owned).to_vec();
    head.extend((1..=state.rounds.len()).map(|round| format!("round_{round}")));
    head.push("points".to_owned());
    let mut table = vec![head];
    for (at, row) in rows.iter().enumerate() {
        let mut cells = vec![(at + 1).to_string(), name(row.player)];
        cells.resize(2 + state.rounds.len(), String::new());
        for line in sheet_of(&sheets, row.player).into_iter().flat_map(|sheet| &sheet.lines) {
            let cell = &mut cells[1 + usize::from(line.round)];
            if let (Some(opponent), Some(side)) = (line.opponent, line.side) {
                let side = if side == Color::Red { 'w' } else { 'b' };
                cell.push_str(&format!("{}{side}", place(opponent)));
            }
            cell.push(letter(line));
        }
        cells.push(row.points.to_string());
        table.push(cells);
    }
    written(&table)
}

/// The names of players, with the club of those whose name others have, too.
fn names(state: &State) -> impl Fn(PlayerId) -> String {
    let shared = namesakes(state.players.iter().map(|player| player.entry.name.as_str()));
    move |player| {
        let Some(Entry { name, club, .. }) = state.player(player).map(|player| &player.entry) else {
            return String::new();
        };
        let is_shared = usize::from(player.0).checked_sub(1).and_then(|at| shared.get(at)) == Some(&true);
        match club.as_ref().filter(|_| is_shared) {
            Some(club) => format!("{name} ({club})"),
            None => name.clone(),
        }
    }
}

fn letter(line: &Line) -> char {
    let mark = Mark::of_score(line.score, false, false);
    if mark == Mark::Blank { '*' } else { mark.letter() }
}

/// The key of a tie-break in the head of a table.
fn key(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::OpponentsScore => "opponents_score",
        TieBreak::Cumulative => "cumulative",
        TieBreak::Wins => "wins",
        TieBreak::WinsAsSecond => "wins_as_second",
        TieBreak::GamesAsSecond => "games_as_second",
        TieBreak::DirectEncounter => "direct_encounter",
        TieBreak::SonnebornBerger => "sonneborn_berger",
        TieBreak::Fouls => "fouls",
        TieBreak::DropRounds => "drop_rounds",
        TieBreak::EarlierFinish => "earlier_finish_ms",
    }
}

fn written(table: &[Vec<String>]) -> String {
    let line = |cells: &Vec<String>| cells.iter().map(|it| cell(it)).collect::<Vec<_>>().join(",") + "\r\n";
    table.iter().map(line).collect()
}

fn cell(text: &str) -> String {
    let is_text = text.len() > 1 && text.parse::<f64>().is_err();
    let is_formula = is_text && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        assert_eq!(cell("Li, \"Tie\""), "\"Li, \"\"Tie\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("@x"), "'@x");
        assert_eq!(cell("="), "=", "a draw");
        assert_eq!(cell("-3"), "-3");
        assert_eq!(cell("王天一"), "王天一");
        assert_eq!(cell("a\nb"), "\"a\nb\"");
    }
}
