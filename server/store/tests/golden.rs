//! Compares the bytes of every stored value with `golden.txt`.
//!
//! If they differ, databases of the current version could no longer be read. Append a new variant of
//! the value instead, and write the file again with
//! `GOLDEN=write cargo test -p chuhe-store --test golden`: no line may change or disappear.
#![expect(clippy::unwrap_used, reason = "a failing test shows where")]

use chuhe_cluster::{Epoch, Hash, Reach, Sequence};
use chuhe_hub::{
    Address, ChallengeRow, Conduct, Correction, CountedGame, FairPlayRow, GameEvent, HeldPlace,
    InvitationRow, JournalEntry, KeptAnswer, LastingSeekRow, LoggedGame, PasswordHash, PastWait, PlayerRow,
    Preferences, Record, Sanction, SanctionKind, SanctionTarget, SecretEvent, SessionRow, TokenHash,
};
use chuhe_protocol::{
    ChallengeId, ChallengePolicy, ColorChoice, CountsAs, EarlierGames, Event, GameId, GameKind, GameStart,
    GameSummary, GameTerms, OfferEnd, PlayerId, PlayerName, ProfileAudience, ProfileChoice, RatedEnd,
    RatingChange, RatingClass, Seat, TakebackPolicy, Terms, Uncounted, Unfinished, WaitReason,
};
use chuhe_ratings::{BestWin, RatedGame, Rating, RatingPoint, RecentOpponent, Standing};
use chuhe_rules::clock::{ClockReading, SideReading, Speed, TimeControl, Timestamp};
use chuhe_rules::luzhanqi::{
    self, Battle, BoardKind, EventView, Formation, MineRule, Moved, Options, Revealed, Strength,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::xiangqi::RuleSet;
use chuhe_rules::xiangqi::arbiter::{Offence, Verdict};
use chuhe_rules::{AbortReason, Color, DrawReason, GameMove, Outcome, PerColor, RulesVersion, WinReason};
use chuhe_store::{
    Durability, ExaminedGame, ExaminedSide, Memory, Store, Write, alive_at, decode_entry, entries,
    erased_players, examined_game, examined_write, games_of, last_alive, last_place, place_at,
    read_rated_log, restore, write_of,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;

#[path = "golden/evenings.rs"]
mod evenings;
#[path = "golden/reports.rs"]
mod reports;

const GAME: GameId = GameId(300);
const BO: PlayerId = PlayerId(1);
const AN: PlayerId = PlayerId(70_000);
const AT: Timestamp = Timestamp::from_ms(1_800_000_000_000);

fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).unwrap()
}

fn seats() -> PerColor<Seat> {
    PerColor::new(Seat { player: BO, name: name("Bo") }, Seat { player: AN, name: name("云中鹤") })
}

fn xiangqi_terms() -> Terms {
    Terms {
        game: GameTerms::Xiangqi { rules: RuleSet::Asian, start: Some("4k4/9 w".into()) },
        color: ColorChoice::Black,
        challenger_time: TimeControl {
            game_ms: 900_000,
            move_ms: 60_000,
            increment_ms: 2_000,
            read_ms: 30_000,
        },
        opponent_time: TimeControl::UNTIMED,
        takeback: TakebackPolicy::Ask,
        watch_delay_plies: 4,
        rated: false,
    }
}

fn ruled(rules: RuleSet) -> Terms {
    Terms { game: GameTerms::Xiangqi { rules, start: None }, ..xiangqi_terms() }
}

fn luzhanqi_terms(board: BoardKind, mine: MineRule, color: ColorChoice) -> Terms {
    let game = GameTerms::Luzhanqi { board, options: Options { mine, ..Options::default() } };
    Terms { game, color, takeback: TakebackPolicy::Off, ..xiangqi_terms() }
}

fn clocks() -> ClockReading {
    let red = SideReading { game_ms: Some(842_000), read_ms: None, move_ms: Some(60_000) };
    ClockReading { sides: PerColor::new(red, SideReading::default()), running: Some(Color::Black) }
}

fn formation() -> Formation {
    Formation::nearest_legal([Strength::Captain; 25])
}

fn outcomes() -> Vec<Outcome> {
    use {AbortReason as A, DrawReason as D, WinReason as W};
    let won = [
        W::Checkmate,
        W::Stalemate,
        W::Resignation,
        W::GameTime,
        W::MoveTime,
        W::Abandonment,
        W::FlagCaptured,
        W::NoMovablePiece,
    ];
    let drawn = [D::Agreement, D::TimeWithoutAttackers, D::Abandonment, D::TooLong, D::QuietSteps];
    let aborted = [A::Requested(Color::Black), A::NoFirstMove(Color::Red), A::BothAway, A::ServerShutdown];
    let won = won.map(|reason| Outcome::won(Color::Red, reason)).into_iter();
    let ruled = [W::PerpetualCheck, W::PerpetualChase, W::PerpetualAttack];
    let ruled = ruled.map(|reason| Outcome::won(Color::Black, reason));
    let limits = [D::Repetition, D::NaturalLimit, D::NoAttackers].map(Outcome::Drawn);
    // in the order of their addition, because the file numbers them
    won.chain(drawn.map(Outcome::Drawn))
        .chain(aborted.map(Outcome::Aborted))
        .chain(ruled)
        .chain(limits)
        .collect()
}

fn start(terms: Terms, rematch_of: Option<EarlierGames>, setup_ms: u32, rules: RulesVersion) -> Event {
    let times = PerColor::new(terms.challenger_time, terms.opponent_time);
    let first_move_ms = 30_000;
    let start = GameStart { seats: seats(), terms, times, rematch_of, first_move_ms, setup_ms, rules };
    Event::Started(Box::new(start))
}

fn public_events() -> Vec<(String, Event)> {
    let mv = |text: &str| GameMove::Xiangqi(text.parse().unwrap());
    let cross = luzhanqi_terms(BoardKind::Cross, MineRule::Stays, ColorChoice::Red);
    let mut events = vec![
        (
            "xiangqi begins".to_owned(),
            start(xiangqi_terms(), Some(EarlierGames::unknown(GameId(299))), 0, RulesVersion::V1),
        ),
        ("xiangqi begins by rules 2".to_owned(), start(xiangqi_terms(), None, 0, RulesVersion::V2)),
        ("luzhanqi begins".to_owned(), start(cross, None, 180_000, RulesVersion::V1)),
        ("a move".to_owned(), Event::Played { by: Color::Red, mv: mv("b0c2"), clocks: clocks() }),
        ("a takeback".to_owned(), Event::TakenBack { by: Color::Red, to_ply: 4, clocks: clocks() }),
        ("a player goes away".to_owned(), Event::WentAway { color: Color::Red, claimable_in_ms: 60_000 }),
        (
            "a player falls asleep".to_owned(),
            Event::FellAsleep { color: Color::Red, claimable_in_ms: 240_000 },
        ),
        ("a player comes back".to_owned(), Event::CameBack { color: Color::Red }),
        ("a player leaves".to_owned(), Event::Left { color: Color::Black }),
        ("an interruption".to_owned(), Event::Interrupted { down_ms: 4_200, clocks: clocks() }),
        ("a pause".to_owned(), Event::Paused { clocks: clocks() }),
        ("a network delay".to_owned(), Event::LagMeasured { color: Color::Black, lag_ms: 150 }),
    ];
    let loss = |offence| Verdict::Loss { loser: Color::Black, offence };
    let losses = [Offence::Chase, Offence::PinnedRookChase, Offence::Attack, Offence::Check].map(loss);
    for (n, verdict) in std::iter::once(Verdict::Draw).chain(losses).enumerate() {
        let judged = Event::RepetitionJudged { verdict, from_ply: 299, to_ply: 307, is_final: n > 0 };
        events.push((format!("repetition {n}"), judged));
    }
    for (n, kind) in OfferKind::ALL.into_iter().enumerate() {
        events.push((format!("offer {n}"), Event::Offered { by: Color::Black, kind }));
        for (end, how) in [("withdrawn", OfferEnd::Withdrawn), ("declined", OfferEnd::Declined)] {
            events.push((format!("offer {n} {end}"), Event::OfferClosed { by: Color::Red, kind, how }));
        }
    }
    for (n, outcome) in outcomes().into_iter().enumerate() {
        events.push((format!("end {n}"), Event::Ended { outcome, clocks: clocks() }));
    }
    let seen = Box::new(EventView::Confirmed { by: Color::Red });
    events.push(("a viewer's luzhanqi event".to_owned(), Event::Luzhanqi { seen, clocks: clocks() }));
    let rated = Terms { rated: true, ..ruled(RuleSet::Asian) };
    events.push(("a rated game begins".to_owned(), start(rated, None, 0, RulesVersion::V2)));
    let changes = PerColor::new(
        RatingChange { before: 1500, after: 1662, games_missing: 1 },
        RatingChange { before: 1712, after: 1698, games_missing: 0 },
    );
    events.push(("ratings change".to_owned(), Event::Rated(RatedEnd::Changed(changes))));
    for why in [Uncounted::TooShort, Uncounted::SamePair, Uncounted::Unregistered] {
        events.push((format!("not counted: {why:?}"), Event::Rated(RatedEnd::Uncounted(why))));
    }
    for (name, rated) in [("a rematch begins", false), ("a rated rematch begins", true)] {
        let terms = Terms { rated, ..ruled(RuleSet::Asian) };
        let earlier = EarlierGames { last: GameId(299), won: PerColor::new(2, 300), drawn: 1 };
        events.push((name.to_owned(), start(terms, Some(earlier), 0, RulesVersion::V2)));
    }
    events
}

fn secret_events() -> Vec<(String, luzhanqi::Event)> {
    use luzhanqi::Event as E;
    let mut game = luzhanqi::Game::new(BoardKind::Classic, Options::default());
    for by in Color::ALL {
        game.place(by, formation()).unwrap();
        game.confirm(by).unwrap();
    }
    let E::Revealed(revealed) = game.close().unwrap() else { panic!("the end reveals the pieces") };
    let pieces = revealed.pieces;
    let formations = PerColor::new(formation(), formation());
    let mut events = vec![
        ("a formation".to_owned(), E::Placed { by: Color::Black, formation: formation() }),
        ("a confirmation".to_owned(), E::Confirmed { by: Color::Red }),
        ("a withdrawal".to_owned(), E::Withdrew { by: Color::Red }),
        ("a passed turn".to_owned(), E::Passed { by: Color::Black }),
        ("the reveal".to_owned(), E::Revealed(Box::new(Revealed { formations, pieces }))),
    ];
    let battles =
        [None, Some(Battle::AttackerCaptured), Some(Battle::DefenderCaptured), Some(Battle::BothCaptured)];
    for (n, battle) in battles.into_iter().enumerate() {
        let mv: luzhanqi::Move = "s11n15".parse().unwrap();
        let moved = Moved { mv, battle, revealed_flags: PerColor::new(None, Some(mv.to)) };
        events.push((format!("a move with battle {n}"), E::Moved(moved)));
    }
    events
}

fn summary(kind: GameKind, outcome: Outcome) -> GameSummary {
    GameSummary {
        game: GAME,
        seats: seats(),
        outcome,
        plies: 87,
        ended_at_ms: AT.as_ms(),
        kind,
        first_moves: FirstMoves::default(),
        rated: false,
        correction: None,
    }
}

/// Returns a record of each kind with its name. No two have the same key or entry number.
fn records() -> Vec<(String, Record)> {
    let player = |player, password: Option<&str>, preferences| {
        let password = password.map(|hash| PasswordHash(hash.to_owned()));
        let computer_level = None;
        let row = Some(PlayerRow {
            name: name("云中鹤"),
            joined_at: AT,
            has_played: password.is_some(),
            password,
            preferences,
            computer_level,
            shared: None,
        });
        Record::Player { player, revision: 0, row }
    };
    let chosen =
        Preferences { policy: ChallengePolicy::Registered, blocked: [BO].into(), ..Preferences::default() };
    let session = |byte, replaces| {
        let row = Some(SessionRow { player: AN, issued_at: AT, replaces });
        Record::Session { token: TokenHash([byte; 32]), revision: 0, row }
    };
    let challenge = |id, terms| {
        let row = Some(ChallengeRow { from: BO, to: AN, terms, expires_at: AT });
        Record::Challenge { challenge: ChallengeId(id), revision: 0, row }
    };
    let invitation = |id, held| {
        let code = "7k3m9qpx02ab".parse().unwrap();
        let row = Some(InvitationRow { code, from: BO, terms: xiangqi_terms(), expires_at: AT, held });
        Record::Invitation { id: ChallengeId(id), revision: 0, row }
    };
    let held = Some(HeldPlace { by: AN, until: AT.plus_ms(3_600_000) });
    let listed = |player, kind| {
        let summary = summary(kind, Outcome::won(Color::Black, WinReason::Checkmate));
        Record::PlayerGame { player: PlayerId(player), summary }
    };
    let classic = luzhanqi_terms(BoardKind::Classic, MineRule::Stays, ColorChoice::Red);
    let cross = luzhanqi_terms(BoardKind::Cross, MineRule::BothCaptured, ColorChoice::Random);
    let mut records = vec![
        ("a guest".to_owned(), player(BO, None, Preferences::default())),
        (
            "a registered player".to_owned(),
            player(AN, Some("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"), Preferences::default()),
        ),
        ("a player with preferences".to_owned(), player(PlayerId(2), None, chosen)),
        ("a token".to_owned(), session(1, None)),
        ("a token that replaces one".to_owned(), session(2, Some(TokenHash([7; 32])))),
        ("a challenge to xiangqi".to_owned(), challenge(1, xiangqi_terms())),
        ("a challenge to classic luzhanqi".to_owned(), challenge(2, classic)),
        ("a challenge to luzhanqi on the cross".to_owned(), challenge(3, cross)),
        ("a room".to_owned(), Record::Room { game: GAME, revision: 0, is_open: true }),
        (
            "a room of a game that is set aside".to_owned(),
            Record::SetAsideNotified { game: GAME, revision: 1, players: vec![BO, AN] },
        ),
        ("a challenge to xiangqi by the Chinese rules".to_owned(), challenge(4, ruled(RuleSet::Chinese))),
        ("a challenge to xiangqi by the simple rules".to_owned(), challenge(5, ruled(RuleSet::Simple))),
        ("an invitation to xiangqi".to_owned(), invitation(6, None)),
        ("an invitation whose place is held".to_owned(), invitation(7, held)),
        ("listed xiangqi".to_owned(), listed(1, GameKind::Xiangqi)),
        ("listed classic luzhanqi".to_owned(), listed(2, GameKind::Luzhanqi(BoardKind::Classic))),
        ("listed luzhanqi on the cross".to_owned(), listed(3, GameKind::Luzhanqi(BoardKind::Cross))),
    ];
    let sanction = |number, kind, target, until| Record::Sanction {
        number,
        revision: 0,
        row: Some(Sanction { kind, target, until }),
    };
    let addresses = SanctionTarget::Addresses { first: Address(1 << 24), last: Address(u128::MAX) };
    let player = SanctionTarget::Name(name("云中鹤"));
    let public = public_events().into_iter().map(|(what, event)| (what, GameEvent::Public(event)));
    let secret = secret_events().into_iter().map(|(what, event)| {
        (format!("secret: {what}"), GameEvent::Secret(Box::new(SecretEvent { event, clocks: clocks() })))
    });
    let entries = public.chain(secret).map(|(what, event)| (what, event, false));
    let moves: Vec<_> = entries.clone().filter(|(_, event, _)| event.is_move()).collect();
    let premoves = moves.into_iter().map(|(what, event, _)| (format!("premove: {what}"), event, true));
    records.extend((0..).zip(entries.chain(premoves)).map(|(n, (what, event, premove))| {
        (what, Record::Event { game: GAME, n, entry: JournalEntry { at: AT, event, premove } })
    }));
    records.push(("a ban".to_owned(), sanction(1, SanctionKind::Ban, addresses, Some(AT))));
    records.push(("a silence".to_owned(), sanction(2, SanctionKind::Silence, player, None)));
    let computer = PlayerRow {
        name: name("computer-7"),
        joined_at: AT,
        password: None,
        has_played: false,
        preferences: Preferences::default(),
        computer_level: Some(7),
        shared: None,
    };
    records.push((
        "a computer player".to_owned(),
        Record::Player { player: PlayerId(3), revision: 0, row: Some(computer) },
    ));
    let shared = PlayerRow {
        name: name("Bo"),
        joined_at: AT,
        password: Some(PasswordHash("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned())),
        has_played: true,
        preferences: Preferences {
            policy: ChallengePolicy::Registered,
            blocked: [AN].into(),
            ..Preferences::default()
        },
        computer_level: None,
        shared: Some(2),
    };
    records.push((
        "a player with a shared account".to_owned(),
        Record::Player { player: PlayerId(4), revision: 0, row: Some(shared.clone()) },
    ));
    let new = PlayerRow { has_played: false, ..shared.clone() };
    records.push((
        "a player with a shared account who has not played".to_owned(),
        Record::Player { player: PlayerId(5), revision: 0, row: Some(new) },
    ));
    let profile = ProfileChoice { audience: ProfileAudience::Nobody, last_seen: true };
    let preferences = Preferences { profile, ..shared.preferences.clone() };
    let hidden = PlayerRow { preferences, ..shared.clone() };
    records.push((
        "a player with a hidden profile".to_owned(),
        Record::Player { player: PlayerId(7), revision: 0, row: Some(hidden) },
    ));
    let new = PlayerRow { has_played: false, shared: None, ..shared };
    records.push((
        "a registered player who has not played".to_owned(),
        Record::Player { player: PlayerId(6), revision: 0, row: Some(new) },
    ));
    let usual = ruled(RuleSet::Asian);
    let rated = Terms { rated: true, opponent_time: usual.challenger_time, ..usual };
    records.push(("a challenge to a rated game".to_owned(), challenge(8, rated.clone())));
    let code = "7k3m9qpx02ab".parse().unwrap();
    let open = InvitationRow { code, from: BO, terms: rated.clone(), expires_at: AT, held: None };
    records.push((
        "an invitation to a rated game".to_owned(),
        Record::Invitation { id: ChallengeId(9), revision: 0, row: Some(open) },
    ));
    let answer = |by, terms| KeptAnswer { by, terms, at: AT.plus_ms(5_000) };
    for (id, reach) in (10..).zip(chuhe_protocol::Reach::ALL) {
        let terms = vec![rated.clone(), xiangqi_terms()];
        let answers = if id == 10 { vec![answer(AN, 0), answer(PlayerId(2), 1)] } else { Vec::new() };
        let row = Some(LastingSeekRow { from: BO, terms, reach, since: AT, answers });
        let record = Record::LastingSeek { id: ChallengeId(id), revision: 0, row };
        records.push((format!("a lasting seek that reaches {reach:?}"), record));
    }
    let standing = Standing {
        rating: Rating { rating: 1662.25, deviation: 290.5, volatility: 0.0625 },
        rated_at: Some(AT),
        wins: 3,
        draws: 2,
        losses: 1,
        recent: vec![RecentOpponent { player: AN.0, last_at: AT, games_that_day: 2 }],
        ..Standing::default()
    };
    let kinds = BoardKind::ALL.map(GameKind::Luzhanqi).into_iter().chain([GameKind::Xiangqi; 2]);
    for (kind, speed) in kinds.zip(Speed::ALL) {
        let (class, row) = (RatingClass { kind, speed }, Some(standing.clone()));
        records
            .push((format!("a standing, {speed:?}"), Record::Rating { player: BO, class, revision: 0, row }));
    }
    let game = |class, winner: Option<Color>| RatedGame {
        game: GAME.0 + u64::from(winner.is_none()),
        players: PerColor::new(BO.0, AN.0),
        class,
        winner,
        ended_at: AT,
    };
    let xiangqi = RatingClass { kind: GameKind::Xiangqi, speed: Speed::Normal };
    let row = LoggedGame { game: game(xiangqi, Some(Color::Black)), correction: None };
    records.push(("a rated game".to_owned(), Record::RatedGame { revision: 0, row }));
    let luzhanqi = RatingClass { kind: GameKind::Luzhanqi(BoardKind::Cross), speed: Speed::Fast };
    let corrections = [
        ("an annulled game", CountsAs::Nothing),
        ("a game corrected to a win", CountsAs::Won(Color::Red)),
        ("a game corrected to a draw", CountsAs::Drawn),
    ];
    for (n, (name, counts_as)) in (0..).zip(corrections) {
        let change = RatingChange { before: 1500, after: 1662, games_missing: 9 };
        let changes = matches!(counts_as, CountsAs::Won(_)).then(|| PerColor::splat(change));
        let correction = Some(Correction { at: AT, reason: "作弊".to_owned(), counts_as, changes });
        let game = game(luzhanqi, None);
        let row = LoggedGame { game: RatedGame { game: game.game + n, ..game }, correction };
        records.push((name.to_owned(), Record::RatedGame { revision: 0, row }));
    }
    let with_history = Standing {
        history: vec![RatingPoint { day: 19_676, rating: 1662 }, RatingPoint { day: 19_677, rating: 1598 }],
        best_wins: vec![BestWin { opponent: AN.0, rating: 1712, day: 19_676 }],
        ..standing
    };
    let class = RatingClass { kind: GameKind::Xiangqi, speed: Speed::Slow };
    let row = Some(with_history);
    records.push((
        "a standing with its history".to_owned(),
        Record::Rating { player: AN, class, revision: 0, row },
    ));
    records.push(("an erased player".to_owned(), Record::Erased { player: AN }));
    records.extend(fair_play());
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"].map(|mv| mv.parse().unwrap());
    let listed = GameSummary {
        first_moves: FirstMoves::try_from(moves.to_vec()).unwrap(),
        ..summary(GameKind::Xiangqi, Outcome::won(Color::Black, WinReason::Checkmate))
    };
    let rated = GameSummary { rated: true, ..listed.clone() };
    let record = Record::PlayerGame { player: PlayerId(4), summary: listed };
    records.push(("listed xiangqi with its first moves".to_owned(), record));
    records.extend(reports::records());
    // the tags of rated games in the order in which they were added
    let luzhanqi = summary(GameKind::Luzhanqi(BoardKind::Cross), rated.outcome);
    for (player, what, summary) in [
        (5, "listed luzhanqi that is rated", GameSummary { rated: true, ..luzhanqi }),
        (6, "listed xiangqi that is rated, with its first moves", rated),
    ] {
        records.push((what.to_owned(), Record::PlayerGame { player: PlayerId(player), summary }));
    }
    records
}

/// Rows of the games from searches, with each conduct and each reason of a wait.
fn fair_play() -> impl Iterator<Item = (String, Record)> {
    let counted = |(n, conduct): (u64, Conduct)| CountedGame { game: GameId(300 + n), ended_at: AT, conduct };
    let unfinished = [Unfinished::Abandoned, Unfinished::NeverBegun].map(Conduct::Unfinished);
    let conducts = std::iter::once(Conduct::Finished).chain(unfinished);
    let games: Vec<CountedGame> = (0..).zip(conducts).map(counted).collect();
    let reasons = [WaitReason::Share { unfinished: 4, games: 5 }, WaitReason::Streak { games: 6 }];
    let row = move |why| {
        let last_wait = Some(PastWait { began_at: AT, length_ms: 1_800_000, level: 1, why });
        FairPlayRow { since: AT, pending: vec![GAME], games: games.clone(), fresh: 2, last_wait }
    };
    [BO, AN].into_iter().zip(reasons).map(move |(player, why)| {
        let record = Record::FairPlay { player, revision: 0, row: Some(row(why)) };
        (format!("games from searches, {why:?}"), record)
    })
}

/// Returns the stored bytes of a write.
fn value(write: &Write) -> &[u8] {
    match write {
        Write::Append { value, .. } | Write::Set { value: Some(value), .. } => value,
        Write::Set { value: None, .. } => panic!("nothing is deleted"),
    }
}

/// What examinations have found, of a rated game and of another.
fn examined() -> [ExaminedGame; 2] {
    let sides = PerColor::new(
        ExaminedSide { judged: 31, agreeing: 22, lost_centipawns: 651 },
        ExaminedSide { judged: 0, agreeing: 0, lost_centipawns: 0 },
    );
    let rated = ExaminedGame {
        version: 1,
        players: PerColor::new(BO, AN),
        ratings: Some(PerColor::new(1512, 1488)),
        sides,
    };
    [rated, ExaminedGame { ratings: None, ..rated }]
}

fn writes() -> Vec<(String, Write)> {
    let records = records().into_iter().map(|(what, record)| (what, write_of(&record).unwrap()));
    let place = Reach { sequence: Sequence(70_000), hash: Hash([7; 32]), epoch: Epoch(3) };
    let others = [("the time alive", alive_at(AT, 0)), ("a place in a log", place_at(place, 0))];
    let examined = (1..).zip(examined()).map(|(n, found)| {
        (format!("an examined game {n}"), examined_write(GameId(300 + n), 0, &found).unwrap())
    });
    let evenings = evenings::records().into_iter().map(|(what, record)| (what, write_of(&record).unwrap()));
    let others = others.map(|(what, write)| (what.to_owned(), write));
    records.chain(others).chain(examined).chain(evenings).collect()
}

#[test]
fn every_stored_value_has_its_golden_bytes() {
    let mut text = String::new();
    for (what, write) in writes() {
        let hex = value(&write).iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        });
        writeln!(text, "{what}\n  {hex}").unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");
    if std::env::var_os("GOLDEN").is_some_and(|value| value == "write") {
        std::fs::write(path, &text).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    for (now, then) in text.lines().zip(golden.lines()) {
        assert_eq!(now, then, "stored bytes have changed; see the head of this test");
    }
    assert_eq!(text.lines().count(), golden.lines().count());
    let tags: BTreeSet<u8> = writes().iter().map(|(_, write)| value(write)[0]).collect();
    // 11, of accounts that halls share, has its bytes in a test beside its encoding
    assert_eq!(tags, (1..=10).chain(12..=33).collect(), "each kind has a tag of its own, and 0 is no kind");
}

#[test]
fn every_stored_value_is_decoded_to_what_was_stored() {
    let mut store = Memory::default();
    let writes: Vec<Write> = writes().into_iter().map(|(_, write)| write).collect();
    store.commit(&writes, Durability::Power).unwrap();
    let restored = restore(&mut store).unwrap();
    assert_eq!(restored.rejected, []);
    assert_eq!(last_alive(&mut store), Ok(Some((1, AT))));
    let place = Reach { sequence: Sequence(70_000), hash: Hash([7; 32]), epoch: Epoch(3) };
    assert_eq!(last_place(&mut store), Ok(Some((1, place))));
    for (n, found) in (1..).zip(examined()) {
        assert_eq!(examined_game(&mut store, GameId(300 + n)), Ok((1, Some(found))));
    }
    let evening = |number| restored.evenings.iter().find(|it| it.number == number).expect("it is restored");
    let journal = entries(&mut store, GAME, 0, 999).unwrap();
    assert_eq!(restored.games.iter().map(|game| &game.entries).collect::<Vec<_>>(), [&journal]);
    for (what, record) in records().into_iter().chain(evenings::records()) {
        match record {
            Record::Event { n, entry, .. } => assert_eq!(journal[n as usize], entry, "{what}"),
            Record::Room { game, .. } => assert_eq!(restored.games[0].game, game),
            Record::SetAsideNotified { players, .. } => assert_eq!(restored.games[0].notified, players),
            Record::PlayerGame { player, summary } => {
                assert_eq!(games_of(&mut store, player, None, 9), Ok((vec![summary], false)), "{what}");
            }
            Record::Player { player, row, .. } => {
                assert!(restored.players.contains(&(player, 1, row.unwrap())), "{what}");
            }
            Record::Session { token, row, .. } => {
                assert!(restored.sessions.contains(&(token, 1, row.unwrap())), "{what}");
            }
            Record::Challenge { challenge, row, .. } => {
                assert!(restored.challenges.contains(&(challenge, 1, row.unwrap())), "{what}");
            }
            Record::Invitation { id, row, .. } => {
                assert!(restored.invitations.contains(&(id, 1, row.unwrap())), "{what}");
            }
            Record::LastingSeek { id, row, .. } => {
                assert!(restored.lasting_seeks.contains(&(id, 1, row.unwrap())), "{what}");
            }
            Record::Sanction { number, row, .. } => {
                assert!(restored.sanctions.contains(&(number, 1, row.unwrap())), "{what}");
            }
            Record::Report { number, row, .. } => {
                assert!(restored.reports.contains(&(number, 1, *row.unwrap())), "{what}");
            }
            Record::Evening { number, row, .. } => assert_eq!(evening(number).row, *row.unwrap(), "{what}"),
            Record::EveningRecord { number, n, row, .. } => {
                assert_eq!(evening(number).records[n as usize], (1, *row.unwrap()), "{what}");
            }
            Record::EveningBoard { number, board, row, .. } => {
                assert!(evening(number).boards.contains(&(board, 1, *row.unwrap())), "{what}");
            }
            Record::Moderator { player, .. } => assert_eq!(restored.moderators, [(player, 1)], "{what}"),
            Record::Rating { player, class, row, .. } => {
                assert!(restored.ratings.contains(&(player, class, 1, row.unwrap())), "{what}");
            }
            Record::RatedGame { row, .. } => {
                let logged = read_rated_log(&mut store, None).unwrap().into_iter().map(|row| row.game);
                assert!(logged.collect::<Vec<_>>().contains(&Ok(row)), "{what}");
            }
            Record::FairPlay { player, row, .. } => {
                assert!(restored.fair_play.contains(&(player, 1, row.unwrap())), "{what}");
            }
            Record::Erased { player } => assert_eq!(erased_players(&mut store), Ok(vec![player])),
        }
    }
}

#[test]
fn a_value_of_another_kind_or_length_is_never_decoded() {
    for (what, write) in writes() {
        let value = value(&write);
        let is_entry = matches!(write, Write::Append { .. });
        assert_eq!(decode_entry(value).is_ok(), is_entry, "{what}");
        assert!(decode_entry(&value[..value.len() - 1]).is_err(), "{what}");
        assert!(decode_entry(&[value, &[0]].concat()).is_err(), "{what}");
    }
}
