//! Runs tournaments with synthetic results, and checks what holds for each.

use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{
    Absent, BoardId, Entry, Event, NoPairing, Phase, PlayerId, Record, Refusal, Regulations, Score,
    SwissRules, System, Tournament, next_pairing, sheet_of, sheets, standings,
};
use std::collections::BTreeSet;

/// Numbers from a seed, for results.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66)
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(end)).expect("it is below a u32")
    }
}

/// A tournament with a clock that ticks with each event.
pub(crate) struct Evening {
    pub(crate) tournament: Tournament,
    now: u64,
}

pub(crate) fn swiss(rounds: u16) -> Regulations {
    Regulations::of(System::Swiss(SwissRules { rounds, clubs_apart_rounds: 0 }))
}

pub(crate) fn entry(name: impl Into<String>) -> Entry {
    Entry { name: name.into(), ..Entry::default() }
}

impl Evening {
    pub(crate) fn new(regulations: Regulations) -> Self {
        let tournament = Tournament::new(regulations).expect("the regulations are usable");
        Self { tournament, now: 0 }
    }

    /// A tournament that has begun, with this many players.
    pub(crate) fn begun(regulations: Regulations, players: u16) -> Self {
        let mut evening = Self::new(regulations);
        for number in 1..=players {
            let rating = Some(2400 - number);
            evening.expect(Event::Entered(Entry { rating, ..entry(format!("Player {number}")) }));
        }
        if evening.tournament.regulations().check_in {
            (1..=players).for_each(|id| evening.expect(Event::CheckedIn(PlayerId(id))));
        }
        evening.expect(Event::Started { seed: 1 });
        evening
    }

    pub(crate) fn record(&mut self, event: Event) -> Result<(), Refusal> {
        self.now += 1000;
        self.tournament.record(Record { at: Timestamp::from_ms(self.now), by: 1, event })
    }

    #[track_caller]
    pub(crate) fn expect(&mut self, event: Event) {
        let shown = format!("{event:?}");
        if let Err(refusal) = self.record(event) {
            panic!("{shown}: {refusal}");
        }
    }

    /// Pairs the next round as proposed.
    pub(crate) fn pair(&mut self) -> Result<u16, NoPairing> {
        let proposal = next_pairing(&self.tournament)?;
        self.expect(Event::Paired(proposal.pairing));
        Ok(proposal.round)
    }

    /// Pairs the next round as proposed, with these winners board by board.
    #[track_caller]
    pub(crate) fn round(&mut self, winners: &[Option<Color>]) {
        let round = self.pair().expect("there is a pairing");
        for (board, winner) in (1..).zip(winners) {
            self.expect(Event::Finished { board: BoardId { round, board }, winner: *winner });
        }
    }

    /// The boards without a result that may still get one: an arena ends while games run.
    pub(crate) fn running(&self) -> Vec<BoardId> {
        if self.tournament.state().phase == Phase::Ended {
            return Vec::new();
        }
        let boards = self.tournament.state().boards();
        boards.filter(|(_, board)| board.outcome.is_none()).map(|(id, _)| id).collect()
    }

    /// Ends all running games. One in `absent_in` is forfeited, unless that is 0.
    pub(crate) fn play(&mut self, dice: &mut Dice, absent_in: u32) {
        for board in self.running() {
            self.play_one(board, dice, absent_in);
        }
    }

    pub(crate) fn play_one(&mut self, board: BoardId, dice: &mut Dice, absent_in: u32) {
        if dice.below(20) == 0 {
            let side = if dice.below(2) == 0 { Color::Red } else { Color::Black };
            self.expect(Event::Fouled { board, side });
        }
        if absent_in > 0 && dice.below(absent_in) == 0 {
            let absent = [Absent::One(Color::Red), Absent::One(Color::Black), Absent::Both];
            self.expect(Event::Forfeited { board, absent: absent[dice.below(3) as usize] });
            return;
        }
        let seats = self.tournament.state().board(board).expect("the board exists").seats;
        // the player who entered first is stronger
        let better = if seats.red < seats.black { Color::Red } else { Color::Black };
        let winner = match dice.below(10) {
            0..5 => Some(better),
            5..8 => None,
            _ => Some(better.opponent()),
        };
        self.expect(Event::Finished { board, winner });
    }

    /// Plays rounds until there is none left, and returns why.
    pub(crate) fn play_all(&mut self, dice: &mut Dice, absent_in: u32) -> NoPairing {
        loop {
            match self.pair() {
                Ok(_) => self.play(dice, absent_in),
                Err(reason) => return reason,
            }
        }
    }

    pub(crate) fn points(&self, player: u16) -> u32 {
        let rows = standings(self.tournament.regulations(), self.tournament.state());
        rows.iter().find(|row| row.player == PlayerId(player)).expect("the player is in the table").points
    }
}

/// Checks what holds at any time of any tournament.
#[track_caller]
pub(crate) fn assert_consistent(tournament: &Tournament) {
    let (regulations, state) = (tournament.regulations(), tournament.state());
    let again = Tournament::fold(regulations.clone(), tournament.records().to_vec());
    assert_eq!(again.as_ref(), Ok(tournament), "the fold is deterministic");
    if matches!(regulations.system, System::Swiss(_)) {
        let mut pairs = BTreeSet::new();
        let mut byes = BTreeSet::new();
        for (id, board) in state.boards() {
            let pair = (board.seats.red.min(board.seats.black), board.seats.red.max(board.seats.black));
            assert!(pairs.insert(pair) || state.second_meetings, "{pair:?} met twice, again in {id:?}");
        }
        for bye in state.rounds.iter().filter_map(|round| round.bye) {
            assert!(byes.insert(bye) || state.second_byes, "{bye:?} had the bye twice");
        }
    }
    let sheets = sheets(regulations, state);
    for (round, paired) in (1..).zip(&state.rounds) {
        let mut seen = BTreeSet::new();
        for board in &paired.boards {
            assert!(
                seen.insert(board.seats.red) && seen.insert(board.seats.black),
                "round {round}: {board:?}"
            );
        }
    }
    let rows = standings(regulations, state);
    let players: BTreeSet<PlayerId> = rows.iter().map(|row| row.player).collect();
    assert_eq!(players.into_iter().collect::<BTreeSet<_>>(), state.seeded().into_iter().collect());
    for (at, row) in rows.iter().enumerate() {
        let sheet = sheet_of(&sheets, row.player).expect("the player has a sheet");
        assert_eq!(row.points, sheet.points());
        assert!(usize::from(row.place) <= at + 1);
        assert_eq!(row.tie_breaks.len(), regulations.tie_breaks.len());
        for it in &row.tie_breaks {
            let sum: i64 = it.parts.iter().map(|part| part.value).sum();
            assert!(it.value.is_none_or(|value| value == sum), "{it:?}");
        }
    }
    for (above, below) in rows.iter().zip(rows.iter().skip(1)) {
        assert!(above.place <= below.place);
        if !matches!(regulations.system, System::KnockOut(_) | System::Arena(_)) {
            assert!(above.points >= below.points);
        }
    }
    let games = |score: Score| sheets.iter().flat_map(|it| &it.lines).filter(|it| it.score == score).count();
    assert_eq!(games(Score::Win), games(Score::Loss));
    assert_eq!(games(Score::Draw) % 2, 0);
}
