//! Evenings: from the plan to the final table, over restarts, and what is refused.

mod boards;
mod computers;
mod conduct;
mod games;
mod organisers;
mod pauses;
mod refusals;
mod searches;
mod storing;
mod whole;

use crate::world::{Client, QUARTER, World, mv, timed};
use chuhe_protocol::{
    AccountMessage, AccountRequest, EveningCode, EveningCommand, EveningMessage, EveningPlan, EveningRequest,
    EveningRound, GameId, OpenedEvening, Pace, Password, ServerMessage, TableMessage, TableRequest,
    TakebackPolicy, Terms,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    BoardId, Event, Outcome, PlayerId, Record, Regulations, SwissRules, System, Tournament,
};

/// The break between two rounds.
const BREAK_MS: u32 = 60_000;
/// The late limit.
const LATE_MS: u32 = 120_000;

/// A Swiss of three rounds that the server pairs.
fn swiss() -> EveningPlan {
    plan(System::Swiss(SwissRules { rounds: 3, clubs_apart_rounds: 0 }))
}

fn plan(system: System) -> EveningPlan {
    EveningPlan {
        title: "周五晚赛".into(),
        regulations: Regulations::of(system),
        terms: Terms { takeback: TakebackPolicy::Off, ..timed(QUARTER) },
        is_public: true,
        starts_at_ms: None,
        pace: Pace::AfterAll { break_ms: BREAK_MS },
        late_ms: LATE_MS,
        no_result_before_ply: 0,
    }
}

/// Joins and registers.
fn registered(world: &mut World, name: &str) -> Client {
    let client = world.join(name);
    world.send(client, AccountRequest::Register { password: Password("correct horse".into()) });
    world.expect(client, &[ServerMessage::Account(AccountMessage::Registered)]);
    client
}

/// Plans an evening, and returns its code.
fn planned(world: &mut World, organiser: Client, plan: EveningPlan) -> EveningCode {
    world.send(organiser, EveningRequest::Plan(Box::new(plan)));
    match &world.received(organiser)[..] {
        [ServerMessage::Evening(EveningMessage::Planned { code })] => *code,
        other => panic!("not planned: {other:?}"),
    }
}

/// An evening as its organiser sees it, and its players.
struct Club {
    world: World,
    code: EveningCode,
    organiser: Client,
    players: Vec<Client>,
    opened: Option<OpenedEvening>,
    tournament: Tournament,
    round: Option<EveningRound>,
}

impl Club {
    /// A planned evening with these players, of whom the first is a guest.
    fn with(plan: EveningPlan, players: usize) -> Self {
        let mut world = World::new();
        let organiser = registered(&mut world, "Zhang");
        let tournament = Tournament::new(plan.regulations.clone()).expect("usable regulations");
        let code = planned(&mut world, organiser, plan);
        let (opened, round) = (None, None);
        let mut club = Self { world, code, organiser, players: Vec::new(), opened, tournament, round };
        club.follow();
        for n in 0..players {
            let name = format!("P{n}");
            let client = if n == 0 { club.world.join(&name) } else { registered(&mut club.world, &name) };
            club.enter(client);
            club.players.push(client);
        }
        club.read();
        club
    }

    fn follow(&mut self) {
        let code = self.code;
        self.world.send(self.organiser, EveningRequest::Follow { code });
        self.tournament = Tournament::new(self.tournament.regulations().clone()).expect("the same");
        self.read();
    }

    fn enter(&mut self, client: Client) {
        let code = self.code;
        self.world.send(client, EveningRequest::Enter { code, club: None });
    }

    fn organise(&mut self, command: EveningCommand) {
        let code = self.code;
        self.world.send(self.organiser, EveningRequest::Organise { code, command });
        self.read();
    }

    fn record(&mut self, event: Event) {
        self.organise(EveningCommand::Record(event));
    }

    fn start(&mut self) {
        self.record(Event::Started { seed: 0 });
    }

    /// Folds what the organiser has received.
    fn read(&mut self) {
        for message in self.world.received(self.organiser) {
            let ServerMessage::Evening(message) = message else {
                panic!("the organiser received {message:?}");
            };
            match message {
                EveningMessage::Opened(opened) => self.opened = Some(*opened),
                EveningMessage::Records { code, first, records } => {
                    assert_eq!((code, first as usize), (self.code, self.tournament.records().len()));
                    for record in records {
                        self.tournament.record(record).expect("the server sends possible records");
                    }
                }
                EveningMessage::Round(round) => self.round = Some(*round),
                other => panic!("the organiser received {other:?}"),
            }
        }
        self.world.hub.check_invariants();
    }

    /// Passes time while everyone sends heartbeats.
    fn advance(&mut self, ms: u64) {
        let mut all = self.players.clone();
        all.push(self.organiser);
        let open: Vec<Client> =
            all.into_iter().filter(|client| self.world.closed(client.connection).is_none()).collect();
        let open: Vec<Client> = open.into_iter().filter(|it| self.world.is_here(*it)).collect();
        self.world.advance_with(&open, ms);
        self.read();
    }

    /// The state of the round as it is sent now.
    fn round(&mut self) -> EveningRound {
        self.advance(1_000);
        self.round.clone().expect("the round was sent")
    }

    fn game(&mut self, board: BoardId) -> Option<GameId> {
        self.round().boards.iter().find(|it| it.board == board).expect("it is a board").game
    }

    fn client(&self, id: PlayerId) -> Client {
        let account = self.tournament.state().player(id).expect("it is a player").entry.account;
        let is_it = |client: &&Client| Some(client.player.0) == account;
        *self.players.iter().find(is_it).expect("they have a client")
    }

    fn seats(&self, board: BoardId) -> PerColor<Client> {
        self.tournament.state().board(board).expect("it is paired").seats.map(|id| self.client(id))
    }

    /// Both players of a board make a move.
    fn both_move(&mut self, board: BoardId) -> GameId {
        let game = self.game(board).expect("the game has begun");
        let seats = self.seats(board);
        for (ply, (side, text)) in (0..).zip([(Color::Red, "h2e2"), (Color::Black, "h9g7")]) {
            let play = TableRequest::Play { ply, mv: mv(text), premove: false };
            self.world.send(seats[side], play.at(game));
        }
        game
    }

    /// Plays a game to this end.
    fn finish(&mut self, board: BoardId, winner: Option<Color>) {
        let game = self.both_move(board);
        let seats = self.seats(board);
        match winner {
            Some(winner) => self.world.send(seats[winner.opponent()], TableRequest::Resign.at(game)),
            None => {
                let kind = OfferKind::Draw;
                self.world.send(seats.red, TableRequest::Offer { kind }.at(game));
                self.world.send(seats.black, TableRequest::AnswerOffer { kind, accept: true }.at(game));
            }
        }
        self.read();
        let outcome = winner.map_or(Outcome::Drawn, Outcome::Won);
        assert_eq!(self.outcome(board), Some(outcome), "the end of the game is the result");
        assert_eq!(self.last().by, 0, "the server says so");
    }

    /// Plays all games of the last round without a result: red wins each.
    fn finish_round(&mut self) {
        let running = self.tournament.state().boards().filter(|(_, board)| board.outcome.is_none());
        for board in running.map(|(id, _)| id).collect::<Vec<_>>() {
            self.finish(board, Some(Color::Red));
        }
    }

    fn outcome(&self, board: BoardId) -> Option<Outcome> {
        self.tournament.state().board(board).and_then(|board| board.outcome)
    }

    fn last(&self) -> &Record {
        self.tournament.records().last().expect("there is a record")
    }

    fn rounds(&self) -> u16 {
        self.tournament.state().round_count()
    }

    /// Loses the connection of a player.
    fn lose(&mut self, client: Client) {
        self.world.lose(client);
        self.read();
    }

    /// Brings a player back.
    fn resume(&mut self, client: Client) -> Client {
        let (again, _) = self.world.resume(client, []);
        for known in &mut self.players {
            if known.player == again.player {
                *known = again;
            }
        }
        self.read();
        again
    }

    /// The calls that a client has received since it was last read.
    fn calls(&mut self, client: Client) -> Vec<(Option<BoardId>, Option<GameId>)> {
        let call = |message| match message {
            ServerMessage::Evening(EveningMessage::Called { board, game, .. }) => Some((board, game)),
            _ => None,
        };
        self.world.received(client).into_iter().filter_map(call).collect()
    }

    /// Checks that nobody has met anyone twice.
    fn check_meetings(&self) {
        let mut pairs: Vec<[PlayerId; 2]> = Vec::new();
        for (_, board) in self.tournament.state().boards() {
            let mut pair = [board.seats.red, board.seats.black];
            pair.sort_unstable();
            assert!(!pairs.contains(&pair), "{pair:?} have met twice");
            pairs.push(pair);
        }
    }
}

const fn board(round: u16, board: u16) -> BoardId {
    BoardId { round, board }
}

/// The games whose beginnings a client has received since it was last read.
fn games_begun(world: &mut World, client: Client) -> Vec<GameId> {
    let game = |message| match message {
        ServerMessage::Table { game, message: TableMessage::Events { first: 0, .. } } => Some(game),
        _ => None,
    };
    world.received(client).into_iter().filter_map(game).collect()
}
