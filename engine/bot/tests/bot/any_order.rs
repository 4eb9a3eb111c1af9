//! A bot survives any messages in any order.

use crate::script::{BO, BOT, GAME, challenge, joined, listed, luzhanqi_terms, played, started, untimed};
use chuhe_bot::{Bot, Config, Output, TaskId, Thinker, Thought};
use chuhe_protocol::{
    Activity, ChallengeEnd, ChallengeId, CloseReason, DoorMessage, Event, GameId, GameKind, LobbyMessage,
    OfferEnd, Player, PresenceChange, Refusal, ServerMessage, TableMessage, Terms,
};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::{Battle, EventView, Formation, Move, Station};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{AbortReason, Color, Outcome, PerColor};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Clone, Debug)]
enum Step {
    Message(Box<ServerMessage>),
    Thought(u64),
    Connected,
    Disconnected,
    Wait(u64),
    /// Runs the last task and passes its result.
    Think,
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Red), Just(Color::Black)]
}

fn kind() -> impl Strategy<Value = OfferKind> {
    (0..3usize).prop_map(|at| OfferKind::ALL[at])
}

fn battle() -> impl Strategy<Value = Option<Battle>> {
    prop_oneof![
        Just(None),
        Just(Some(Battle::AttackerCaptured)),
        Just(Some(Battle::DefenderCaptured)),
        Just(Some(Battle::BothCaptured)),
    ]
}

fn station() -> impl Strategy<Value = Station> {
    (0..60usize).prop_map(|index| Station::from_index(index).expect("a station"))
}

fn luzhanqi_event() -> impl Strategy<Value = EventView> {
    let formation = Formation::random(|n| n / 2);
    prop_oneof![
        Just(EventView::Withheld),
        Just(EventView::Placed { formation }),
        color().prop_map(|by| EventView::Confirmed { by }),
        color().prop_map(|by| EventView::Withdrew { by }),
        color().prop_map(|by| EventView::Passed { by }),
        (station(), station(), battle(), proptest::option::of(station())).prop_map(
            |(from, to, battle, flag)| {
                EventView::Moved { mv: Move::new(from, to), battle, revealed_flags: PerColor::splat(flag) }
            }
        ),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let clocks = ClockReading::default();
    let moves = prop_oneof![Just("h2e2"), Just("h9g7"), Just("h0g2"), Just("i9h9"), Just("a0a1")];
    prop_oneof![
        2 => Just(started(Terms::default(), BOT, BO)),
        2 => Just(started(luzhanqi_terms(), BO, BOT)),
        4 => (color(), moves).prop_map(|(by, mv)| played(by, mv)),
        6 => luzhanqi_event().prop_map(move |seen| Event::Luzhanqi { seen: Box::new(seen), clocks }),
        1 => (color(), kind()).prop_map(|(by, kind)| Event::Offered { by, kind }),
        1 => (color(), kind())
            .prop_map(|(by, kind)| Event::OfferClosed { by, kind, how: OfferEnd::Withdrawn }),
        1 => (color(), 0..4u16).prop_map(move |(by, to_ply)| Event::TakenBack { by, to_ply, clocks }),
        1 => (color(), 0..100_000u32)
            .prop_map(|(color, claimable_in_ms)| Event::WentAway { color, claimable_in_ms }),
        1 => color().prop_map(|color| Event::CameBack { color }),
        1 => Just(Event::Ended { outcome: Outcome::Aborted(AbortReason::BothAway), clocks }),
        1 => color().prop_map(|color| Event::Left { color }),
        1 => Just(Event::Interrupted { down_ms: u64::MAX, clocks }),
    ]
}

fn player(activity: Activity) -> Player {
    Player { activity, ..listed(BOT, true) }
}

fn message() -> impl Strategy<Value = ServerMessage> {
    let refusal = prop_oneof![
        Just(Refusal::Paused),
        Just(Refusal::NameTaken),
        Just(Refusal::UnknownToken),
        Just(Refusal::TooManyAttempts { wait_ms: 500 }),
        Just(Refusal::ClaimTooSoon { wait_ms: u64::MAX }),
        Just(Refusal::WrongPly { expected: 3 }),
        Just(Refusal::OpponentAway),
    ];
    let activity = prop_oneof![
        Just(Activity::Idle),
        Just(Activity::Playing { game: GAME, opponent: BO, kind: GameKind::Xiangqi }),
    ];
    let events = || proptest::collection::vec(event(), 0..5);
    let terms = prop_oneof![Just(untimed()), Just(luzhanqi_terms())];
    prop_oneof![
        2 => Just(joined()),
        8 => (0..2u64, 0..8u32, events())
            .prop_map(|(game, first, events)| ServerMessage::Table { game: GameId(GAME.0 + game), message: TableMessage::Events { first, events } }),
        2 => (0..8u32, events(), any::<bool>(), any::<bool>()).prop_map(|(next, events, first, last)| {
            TableMessage::Snapshot { next, events, first, last }.at(GAME)
        }),
        2 => (0..3u64, terms).prop_map(|(id, terms)| challenge(id, terms)),
        1 => (0..3u64).prop_map(|id| ServerMessage::Lobby(LobbyMessage::ChallengeClosed {
            challenge: ChallengeId(id),
            how: ChallengeEnd::Expired
        })),
        3 => (0..20u32, refusal).prop_map(|(request, reason)| ServerMessage::Refused { request, reason }),
        1 => activity
            .prop_map(|activity| ServerMessage::Lobby(LobbyMessage::Players { players: vec![player(activity)], first: true })),
        1 => any::<bool>()
            .prop_map(|back| ServerMessage::Lobby(LobbyMessage::Presence(vec![PresenceChange::Here(listed(BO, back))]))),
        1 => Just(ServerMessage::Door(DoorMessage::Paused)),
        1 => Just(ServerMessage::Door(DoorMessage::Unpaused)),
        1 => Just(ServerMessage::Door(DoorMessage::Pong { nonce: 1 })),
        1 => Just(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Silent })),
        1 => Just(ServerMessage::Table { game: GAME, message: TableMessage::SetAside }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => message().prop_map(|message| Step::Message(Box::new(message))),
        1 => (0..6u64).prop_map(Step::Thought),
        1 => Just(Step::Connected),
        1 => Just(Step::Disconnected),
        2 => (0..200_000u64).prop_map(Step::Wait),
        3 => Just(Step::Think),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_order_of_messages_stops_a_bot(steps in proptest::collection::vec(step(), 1..60)) {
        let mut bot = Bot::new(Config { level: 1, ..Config::new("computer") });
        let mut now = Timestamp::from_ms(1);
        bot.connected(now);
        bot.receive(now, &joined());
        let mut tasks = Vec::new();
        let mut thinker = Thinker::new(1);
        for step in steps {
            match step {
                Step::Message(message) => bot.receive(now, &message),
                Step::Thought(id) => bot.thought(now, TaskId(id), Thought { mv: None, score: Some(-9_999), resigns: false }),
                Step::Connected => bot.connected(now),
                Step::Disconnected => bot.disconnected(),
                Step::Wait(ms) => {
                    now = now.plus_ms(ms);
                    // every timeout is handled at once
                    if bot.poll_timeout().is_some_and(|at| at <= now) {
                        bot.handle_timeout(now);
                        prop_assert!(bot.poll_timeout().is_none_or(|at| at > now));
                    }
                }
                Step::Think => {
                    if let Some(task) = tasks.pop() {
                        let task: Box<chuhe_bot::Task> = task;
                        let still = || Duration::ZERO;
                        let thought = task.run(&mut thinker, &AtomicBool::new(true), &still);
                        prop_assert!(thought.mv.is_some(), "a task has a move");
                        bot.thought(now, task.id, thought);
                    }
                }
            }
            let mut outputs = 0;
            while let Some(output) = bot.poll() {
                outputs += 1;
                if let Output::Think(task) = output {
                    tasks.push(task);
                }
            }
            prop_assert!(outputs < 40, "one step returns few outputs");
        }
    }
}
