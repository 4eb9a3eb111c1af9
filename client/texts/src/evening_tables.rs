//! The tables of a tournament with their headings, for pages to print and for plain text.

use super::Text;
use super::evening_names::{club_heading, player_name, player_name_alone};
use super::generated::EveningText;
use chuhe_model::choices::date::minute;
use chuhe_model::choices::natural::natural;
use chuhe_model::choices::zone::Zone;
use chuhe_model::evening::Evening;
use chuhe_rules::Color;
use chuhe_tournaments::{Board, BoardId, Breakdown, Line, Outcome, PlayerId, Score, TieBreak};

/// The column of the club in the standings.
const CLUB: usize = 2;

/// Makes the tables of a tournament.
pub(crate) struct Tables<'a> {
    pub(crate) text: &'a Text,
    pub(crate) words: &'static EveningText,
    pub(crate) evening: &'a Evening,
    pub(crate) zone: &'a Zone,
}

/// A table.
pub(crate) struct Table {
    /// The names of its columns.
    pub(crate) head: Vec<Cell>,
    /// Its rows, each with a cell for each column.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A cell of a table, as players typed it: whoever writes it down escapes it.
pub(crate) struct Cell {
    /// What it says.
    pub(crate) text: String,
    /// Where that stands in its column.
    pub(crate) place: CellPlace,
}

/// Where a text stands in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellPlace {
    /// At the left, as words do.
    Left,
    /// In the middle.
    Middle,
    /// At the right, as numbers do.
    Right,
}

impl Cell {
    fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), place: CellPlace::Left }
    }

    fn number(text: impl ToString) -> Self {
        Self { text: text.to_string(), place: CellPlace::Right }
    }

    fn centred(text: impl Into<String>) -> Self {
        Self { text: text.into(), place: CellPlace::Middle }
    }
}

impl Table {
    fn of(head: impl Into<Vec<Cell>>, rows: impl Iterator<Item = Vec<Cell>>) -> Self {
        Self { head: head.into(), rows: rows.collect() }
    }

    /// The same without these columns, the last first.
    fn without(mut self, columns: &[usize]) -> Self {
        for cells in [&mut self.head].into_iter().chain(&mut self.rows) {
            columns.iter().for_each(|column| drop(cells.remove(*column)));
        }
        self
    }
}

impl<'a> Tables<'a> {
    pub(crate) fn new(text: &'a Text, evening: &'a Evening, zone: &'a Zone) -> Self {
        Self { text, words: text.evening(), evening, zone }
    }

    pub(crate) fn pairings_heading(&self) -> String {
        let system = self.evening.tournament().regulations().system;
        self.words.print_pairings(&self.words.turn(system, self.evening.shown_round()))
    }

    pub(crate) fn standings_heading(&self) -> String {
        self.words.standings_heading(self.evening.tournament())
    }

    /// The boards of the shown round, and who has the bye.
    fn boards(&self) -> (Vec<(BoardId, &Board)>, Option<PlayerId>) {
        let (state, round) = (self.evening.tournament().state(), self.evening.shown_round());
        let bye = usize::from(round).checked_sub(1).and_then(|at| state.rounds.get(at)?.bye);
        (state.boards().filter(|(id, _)| id.round == round).collect(), bye)
    }

    /// A player; one who shares the name with another has the club beside it.
    pub(crate) fn name(&self, player: PlayerId) -> String {
        player_name(self.text, self.evening.tournament().state(), self.evening.figures(), player)
    }

    /// A player whose club has a column of its own.
    fn name_alone(&self, player: PlayerId) -> String {
        player_name_alone(self.text, self.evening.tournament().state(), self.evening.figures(), player)
    }

    /// A table with clubs in these columns, the last first, or without them if nobody has one.
    fn with_clubs(&self, table: Table, columns: &[usize]) -> Table {
        if club_heading(self.words, self.evening).is_some() { table } else { table.without(columns) }
    }

    fn club_heading(&self) -> Cell {
        Cell::words(club_heading(self.words, self.evening).unwrap_or_default())
    }

    fn club(&self, player: PlayerId) -> String {
        let player = self.evening.tournament().state().player(player);
        player.and_then(|player| player.entry.club.clone()).unwrap_or_default()
    }

    fn result(&self, outcome: Option<Outcome>) -> String {
        let points = self.evening.plan().regulations.points;
        outcome.map(|outcome| self.words.result(outcome, points)).unwrap_or_default()
    }

    pub(crate) fn by_board(&self) -> Table {
        let words = self.words;
        let head = [
            Cell::number(words.board),
            Cell::words(words.red),
            self.club_heading(),
            Cell::centred(words.result),
            Cell::words(words.black),
            self.club_heading(),
        ];
        let (boards, bye) = self.boards();
        let rows = boards.into_iter().map(|(id, board)| {
            let (red, black) = (board.seats.red, board.seats.black);
            vec![
                Cell::number(id.board),
                Cell::words(self.name_alone(red)),
                Cell::words(self.club(red)),
                Cell::centred(self.result(board.outcome)),
                Cell::words(self.name_alone(black)),
                Cell::words(self.club(black)),
            ]
        });
        let bye = bye.map(|bye| {
            vec![
                Cell::number(""),
                Cell::words(self.name_alone(bye)),
                Cell::words(self.club(bye)),
                Cell::centred(words.bye),
                Cell::words(""),
                Cell::words(""),
            ]
        });
        self.with_clubs(Table::of(head, rows.chain(bye)), &[5, 2])
    }

    /// The same without clubs.
    pub(crate) fn results(&self) -> Table {
        let words = self.words;
        let head = [
            Cell::number(words.board),
            Cell::words(words.red),
            Cell::centred(words.result),
            Cell::words(words.black),
        ];
        let (boards, bye) = self.boards();
        let rows = boards.into_iter().map(|(id, board)| {
            // a game that runs has no result yet
            let result = board.outcome.map_or_else(|| "…".to_owned(), |_| self.result(board.outcome));
            vec![
                Cell::number(id.board),
                Cell::words(self.name(board.seats.red)),
                Cell::centred(result),
                Cell::words(self.name(board.seats.black)),
            ]
        });
        let bye = bye.map(|bye| {
            vec![Cell::number(""), Cell::words(self.name(bye)), Cell::centred(words.bye), Cell::words("")]
        });
        Table::of(head, rows.chain(bye))
    }

    pub(crate) fn by_name(&self) -> Table {
        let words = self.words;
        let (boards, bye) = self.boards();
        // who, and where, on which side, against whom; nobody for the bye
        type Seat = Option<(BoardId, Color, PlayerId)>;
        let mut players: Vec<(String, PlayerId, Seat)> = Vec::new();
        for (id, board) in boards {
            for side in Color::ALL {
                let (player, opponent) = (board.seats[side], board.seats[side.opponent()]);
                players.push((self.name_alone(player), player, Some((id, side, opponent))));
            }
        }
        players.extend(bye.map(|bye| (self.name_alone(bye), bye, None)));
        players.sort_by_cached_key(|(name, player, _)| (natural(name), *player));
        let head = [
            Cell::words(words.name),
            self.club_heading(),
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
        self.with_clubs(Table::of(head, rows), &[1])
    }

    pub(crate) fn standings(&self) -> Table {
        self.with_clubs(self.placed(Self::name_alone), &[CLUB])
    }

    /// The standings with a column for clubs; `name` names the players.
    fn placed(&self, name: impl Fn(&Self, PlayerId) -> String) -> Table {
        let words = self.words;
        let mut head = vec![
            Cell::number(words.place),
            Cell::words(words.name),
            self.club_heading(),
            Cell::number(words.points_short),
        ];
        let tie_breaks = &self.evening.plan().regulations.tie_breaks;
        head.extend(tie_breaks.iter().map(|it| Cell::number(words.tie_break_short(*it))));
        let rows = self.evening.figures().standings.iter().map(|row| {
            let mut cells = vec![
                self.evening.figures().place(row).map_or_else(|| Cell::number("–"), Cell::number),
                Cell::words(name(self, row.player)),
                Cell::words(self.club(row.player)),
                Cell::number(row.points),
            ];
            cells.extend(row.tie_breaks.iter().map(|it| Cell::number(self.value(it))));
            cells
        });
        Table::of(head, rows)
    }

    /// The same without clubs.
    pub(crate) fn standings_alone(&self) -> Table {
        self.placed(Self::name).without(&[CLUB])
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

    pub(crate) fn crosstable(&self) -> Table {
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
        Table::of(head, rows)
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
