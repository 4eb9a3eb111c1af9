//! The conversation in `docs/protocol.md`: every byte of it, with its meaning.

use super::codec::{Codec, Note};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::wire;
use chuhe_protocol::*;
use chuhe_rules::clock::{ClockReading, SideReading, TimeControl};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{IllegalMove, RuleSet};
use chuhe_rules::{Color, GameMove, PerColor, RulesVersion};
use serde_json::Value;
use std::fmt::Write as _;

const BO: PlayerId = PlayerId(1_838_424_461_472_781);
const HE: PlayerId = PlayerId(1_838_424_461_472_782);
const CHALLENGE: ChallengeId = ChallengeId(1_838_424_461_472_783);
const GAME: GameId = GameId(1_838_424_461_472_784);

/// A frame, by who sends it.
enum Frame {
    Hello(Hello),
    Answer(Answer),
    Client(Request),
    Server(ServerMessage),
}

/// Returns the conversation as Markdown, one paragraph a frame.
pub(super) fn markdown(description: &Value) -> String {
    let blocks = frames().into_iter().map(|frame| {
        let (sender, bytes, mut notes) = match frame {
            Frame::Hello(hello) => ("client", hello.encode().to_vec(), greeting_notes(7, &["version"])),
            Frame::Answer(answer) => (
                "server",
                answer.encode().to_vec(),
                greeting_notes(10, &["welcome", "oldest version", "newest version"]),
            ),
            Frame::Client(request) => {
                let bytes = wire::encode(&request).expect("a short request");
                let notes = notes(description, &bytes, "client");
                ("client", bytes, notes)
            }
            Frame::Server(message) => {
                let bytes = wire::encode(&message).expect("a short message");
                let notes = notes(description, &bytes, "server");
                ("server", bytes, notes)
            }
        };
        let length = u32::try_from(bytes.len()).expect("a short frame").to_be_bytes();
        notes.insert(0, Note { left: bytes.len(), depth: 0, text: format!("{} bytes follow", bytes.len()) });
        format!("{sender}\n{}", lines(&[&length[..], &bytes].concat(), &notes))
    });
    format!("```text\n{}```\n", blocks.collect::<Vec<_>>().join("\n"))
}

fn notes(description: &Value, bytes: &[u8], side: &str) -> Vec<Note> {
    let mut codec = Codec::new(description);
    codec.decode(&mut &*bytes, &description["frames"][side]["type"]);
    codec.notes
}

/// Notes for the word CHUHE and the numbers after it.
fn greeting_notes(length: usize, numbers: &[&str]) -> Vec<Note> {
    let note = |left, text: &str| Note { left, depth: 0, text: text.to_owned() };
    let word = note(length - 5, "CHUHE");
    let mut left = length - 5;
    let numbers = numbers.iter().map(|text| {
        left -= if *text == "welcome" { 1 } else { 2 };
        note(left, text)
    });
    [word].into_iter().chain(numbers).collect()
}

/// One line for each note: the bytes in hexadecimal, then what they mean.
fn lines(bytes: &[u8], notes: &[Note]) -> String {
    let mut rest = bytes;
    let mut lines = String::new();
    for note in notes {
        let (these, after) = rest.split_at(rest.len() - note.left);
        let hex = these.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        let line = format!("{hex:<30}{}{}", "  ".repeat(note.depth), note.text);
        writeln!(lines, "{}", line.trim_end()).expect("writing to a string never fails");
        rest = after;
    }
    assert!(rest.is_empty(), "every byte has a meaning");
    lines
}

fn frames() -> Vec<Frame> {
    let name = |text| PlayerName::parse(text).expect("the name is valid");
    let (bo, he) = (name("Bo"), name("云中鹤"));
    let player = |id, name: &PlayerName| Player {
        id,
        name: name.clone(),
        activity: Activity::Idle,
        connected: true,
        joined_ago_s: 0,
        policy: ChallengePolicy::Everyone,
        computer_level: None,
        registered: false,
        watching: None,
        seeking: None,
        ratings: Vec::new(),
    };
    let time = TimeControl { game_ms: 600_000, move_ms: 60_000, ..TimeControl::UNTIMED };
    let terms = Terms {
        game: GameTerms::Xiangqi { rules: RuleSet::Asian, start: None },
        color: ColorChoice::Red,
        challenger_time: time,
        opponent_time: time,
        takeback: TakebackPolicy::Off,
        watch_delay_plies: 0,
        rated: false,
    };
    let start = GameStart {
        seats: PerColor::new(Seat { player: BO, name: bo.clone() }, Seat { player: HE, name: he.clone() }),
        terms: terms.clone(),
        times: PerColor::splat(time),
        rematch_of: None,
        first_move_ms: u32::try_from(limits::FIRST_MOVE_MS).expect("less than a month"),
        setup_ms: 0,
        rules: RulesVersion::V2,
    };
    let side = SideReading { game_ms: Some(600_000), read_ms: None, move_ms: Some(60_000) };
    let clocks = ClockReading { sides: PerColor::splat(side), running: None };
    let mv = GameMove::Xiangqi("h2e2".parse().expect("a move"));
    let second = GameMove::Xiangqi("h0g2".parse().expect("a move"));
    let token = SessionToken([71, 101, 253, 134, 173, 146, 0, 117, 224, 70, 118, 100, 11, 29, 98, 253]);
    let request = |number, message| Frame::Client(Request { number, message });
    let illegal = Refusal::Illegal(IllegalPlay::Xiangqi(IllegalMove::NotYourTurn));
    vec![
        Frame::Hello(Hello::current()),
        Frame::Answer(Answer::to(Hello::current())),
        request(1, DoorRequest::Join { name: "Bo".into(), hall: None }.into()),
        Frame::Server(ServerMessage::Door(DoorMessage::Joined {
            player: BO,
            name: bo.clone(),
            token,
            resumed: false,
            registered: false,
            hall: None,
        })),
        Frame::Server(ServerMessage::Lobby(LobbyMessage::Players {
            players: vec![player(BO, &bo), player(HE, &he)],
            first: true,
        })),
        request(2, LobbyRequest::Challenge { opponent: HE, terms: terms.clone() }.into()),
        Frame::Server(ServerMessage::Lobby(LobbyMessage::ChallengeOpened(Box::new(Challenge {
            id: CHALLENGE,
            from: BO,
            to: HE,
            terms,
            expires_in_ms: 60_000,
        })))),
        Frame::Server(ServerMessage::Lobby(LobbyMessage::ChallengeClosed {
            challenge: CHALLENGE,
            how: ChallengeEnd::Accepted(GAME),
        })),
        events(0, Event::Started(Box::new(start))),
        request(3, TableRequest::Play { ply: 0, mv, premove: false }.at(GAME)),
        events(1, Event::Played { by: Color::Red, mv, clocks }),
        request(4, TableRequest::Play { ply: 1, mv: second, premove: false }.at(GAME)),
        Frame::Server(ServerMessage::Refused { request: 4, reason: illegal }),
        request(5, DoorRequest::Ping { nonce: 7, round_trip_ms: None }.into()),
        Frame::Server(ServerMessage::Door(DoorMessage::Pong { nonce: 7 })),
        request(6, DoorRequest::Quit.into()),
        Frame::Server(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Quit })),
    ]
}

fn events(first: Seq, event: Event) -> Frame {
    Frame::Server(TableMessage::Events { first, events: vec![event] }.at(GAME))
}
