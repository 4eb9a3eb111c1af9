//! Writes `fuzz/seeds`: what each target begins from. The messages are those of
//! the golden test, one of each kind; the rest are short and whole of their kind.

use chuhe_fuzz::hub::{self, Act, Step};
use chuhe_protocol::Event;
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_rules::PerColor;
use chuhe_rules::luzhanqi::{self, Formation, Strength};
use chuhe_rules::xiangqi::{Move, Position};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

const GOLDEN: &str = include_str!("../../protocol/tests/golden.txt");

fn main() -> io::Result<()> {
    let (requests, messages) = golden();
    let streams = [frames(0, requests.values()), frames(1, messages.values())];
    write("frame", [("client", streams[0].clone()), ("server", streams[1].clone())])?;
    write("request", requests)?;
    write("server_message", messages)?;
    let hello = Hello::current();
    let (hello, answer) = (hello.encode().to_vec(), Answer::to(hello).encode().to_vec());
    write("greeting", [("hello", hello), ("answer", answer)])?;
    write("fen", positions())?;
    write("formation", formations())?;
    write("luzhanqi_position", luzhanqi_positions())?;
    write("hub", conversations())
}

fn write<N: AsRef<str>>(target: &str, seeds: impl IntoIterator<Item = (N, Vec<u8>)>) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, bytes) in seeds {
        fs::write(folder.join(name.as_ref()), bytes)?;
    }
    Ok(())
}

type Messages = BTreeMap<String, Vec<u8>>;

/// The first message of each kind in the golden file: what clients say, and servers.
fn golden() -> (Messages, Messages) {
    let (mut requests, mut messages) = (Messages::new(), Messages::new());
    let lines: Vec<&str> = GOLDEN.lines().collect();
    for pair in lines.chunks_exact(2) {
        let (told, bytes) = (pair[0], unhex(pair[1].trim()));
        let request = told.strip_prefix("Request { number: 5, message: ");
        let (kept, told) =
            if let Some(message) = request { (&mut requests, message) } else { (&mut messages, told) };
        kept.entry(kind(told)).or_insert(bytes);
    }
    assert!(requests.len() > 10 && messages.len() > 10, "the golden file reads differently");
    (requests, messages)
}

/// The name of the variant, and of that in it which tells the kinds of events apart.
fn kind(told: &str) -> String {
    let variant = |text: &str| text.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    let outer = variant(told);
    match told.split_once("events: [") {
        Some((_, event)) => format!("{outer}-{}", variant(event)),
        None => outer,
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("the golden file holds hex");
    (0..text.len()).step_by(2).map(digits).collect()
}

/// A stream of some messages in pieces of one, two and seven bytes.
fn frames<'a>(side: u8, messages: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let lengths = [1, 2, 7];
    let mut stream = vec![side | 3 << 1];
    stream.extend(lengths);
    for message in messages.take(4) {
        stream.extend(u32::try_from(message.len()).expect("short").to_be_bytes());
        stream.extend(message);
    }
    stream
}

/// The start, and what it becomes after some moves.
fn positions() -> Vec<(&'static str, Vec<u8>)> {
    let start = Position::start();
    let mut later = start.clone();
    for text in ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6", "b9c7"] {
        later.play(text.parse().expect("a move")).expect("it is legal");
    }
    let short = "3k5/9/9/9/9/9/9/9/1R7/R3K4 w".to_owned();
    [("start", start.fen()), ("later", later.fen()), ("short", short)]
        .map(|(name, fen)| (name, fen.into()))
        .into()
}

fn formations() -> Vec<(&'static str, Vec<u8>)> {
    let formation = Formation::nearest_legal([Strength::Captain; 25]);
    let strengths: [Strength; 25] = formation.into();
    let numbers = strengths.map(|strength| strength as u8);
    vec![("text", formation.text().into()), ("strengths", numbers.into())]
}

/// The start of a game, the four arms and the centre, and what marches into what.
fn luzhanqi_positions() -> Vec<(&'static str, Vec<u8>)> {
    let formations = PerColor::splat(Formation::nearest_legal([Strength::Captain; 25]));
    let start = luzhanqi::Position::start(luzhanqi::BoardKind::Classic, &formations).text();
    let short = "classic red 0 0 Bs11 Fs62 mn15 fn62".to_owned();
    let cross = "cross black 9 3 Es11 Ms13 Fs62 xn11 gn13 fn62".to_owned();
    for text in [&start, &short, &cross] {
        luzhanqi::Position::from_text(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    [("start", start), ("short", short), ("cross", cross)].map(|(name, text)| (name, text.into())).into()
}

const fn step(act: Act, who: u8, how: u8, number: u16) -> Step {
    Step { act, who, how, number }
}

/// Peers 0 and 1 join, and 0 plays red in a game.
fn game(terms: u8) -> Vec<Step> {
    vec![
        step(Act::Connect, 0, 0, 0),
        step(Act::Connect, 1, 0, 0),
        step(Act::Challenge, 0, terms, 2),
        step(Act::Accept, 1, 0, 0),
    ]
}

/// The number by which a step plays `mv` where `how` says any move.
fn any(mv: &str) -> u16 {
    let mv: Move = mv.parse().expect("a move");
    let (from, to) = (mv.from.index(), mv.to.index());
    // the least of the numbers that have both remainders
    let found = (0..u16::MAX).find(|&n| usize::from(n) % 90 == from && usize::from(n / 90) % 90 == to);
    found.expect("90 times 90 is within 16 bits")
}

fn plays(moves: &[&str]) -> Vec<Step> {
    let who = |n: usize| u8::try_from(n % 2).expect("0 or 1");
    moves.iter().enumerate().map(|(n, mv)| step(Act::Play, who(n), 230, any(mv))).collect()
}

fn conversations() -> Vec<(&'static str, Vec<u8>)> {
    const OPENING: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];
    const MATE: [&str; 5] = ["b2c2", "f9e8", "c2c6", "b7c7", "c6c9"];
    let mate = [game(3), plays(&MATE), vec![step(Act::Offer, 0, 0, 2), step(Act::Offer, 1, 0, 2)]].concat();
    let talk = [game(3), plays(&OPENING), offers()].concat();
    let away = [game(3), plays(&OPENING), absence()].concat();
    let flag = [game(6), plays(&OPENING), vec![step(Act::Wait, 0, 9, 4_000)]].concat();
    let stop =
        [game(3), plays(&OPENING), vec![step(Act::Shutdown, 0, 10, 100), step(Act::Wait, 0, 0, 2_000)]]
            .concat();
    let arms = [game(204), set_up(), marches(), vec![step(Act::Offer, 0, 0, 1), step(Act::Offer, 1, 0, 1)]];
    let passes = [game(204), set_up(), marches(), passes()].concat();
    let scripts = [
        ("mate", mate),
        ("talk", talk),
        ("away", away),
        ("flag", flag),
        ("stop", stop),
        ("luzhanqi", arms.concat()),
        ("passes", passes),
    ];
    let mut seeds: Vec<_> = scripts
        .map(|(name, steps)| (name, steps.into_iter().flat_map(Step::to_bytes).collect::<Vec<_>>()))
        .into();
    seeds.push(("raw", raw()));
    for (name, bytes) in &seeds {
        check_reaches(name, &hub::read(bytes).into_values().flatten().collect::<Vec<_>>());
    }
    seeds
}

/// Takebacks, draws and chat, asked for, answered and withdrawn.
fn offers() -> Vec<Step> {
    vec![
        step(Act::Offer, 0, 0, 0),
        step(Act::Answer, 1, 0, 0),
        step(Act::Chat, 0, 200, 3),
        step(Act::Offer, 1, 0, 1),
        step(Act::Withdraw, 1, 0, 1),
        step(Act::Ping, 0, 0, 40),
        step(Act::Resign, 0, 0, 0),
        step(Act::Leave, 0, 0, 0),
        step(Act::Leave, 1, 0, 0),
    ]
}

/// Both set up, one confirms, withdraws and confirms again, and one confirms.
fn set_up() -> Vec<Step> {
    let (illegal, drawn, withdraw, confirm) = (8, 9, 12, 13);
    let said =
        [(0, illegal), (0, drawn), (0, confirm), (0, withdraw), (1, drawn), (0, confirm), (1, confirm)];
    said.map(|(who, how)| step(Act::Play, who, how, 700)).into()
}

/// Legal moves, one after another, with what is refused between.
fn marches() -> Vec<Step> {
    let who = |n: u16| u8::try_from(n % 2).expect("0 or 1");
    let mut steps: Vec<Step> = (0..6).map(|n| step(Act::Play, who(n), 100, n * 7)).collect();
    steps.extend([step(Act::Play, 0, 230, 5), step(Act::Offer, 0, 0, 0), step(Act::Watch, 2, 0, 1)]);
    steps
}

/// Both wait until a turn has passed too often.
fn passes() -> Vec<Step> {
    let wait = [step(Act::Ping, 0, 0, 1), step(Act::Ping, 1, 0, 1), step(Act::Wait, 0, 0, 9_000)];
    (0..4).flat_map(|_| wait).collect()
}

/// One goes and resumes, then the other goes and does not.
fn absence() -> Vec<Step> {
    vec![
        step(Act::Lose, 0, 0, 0),
        step(Act::Connect, 0, 3, 0),
        step(Act::Lose, 1, 1, 0),
        step(Act::Ping, 0, 0, 40),
        step(Act::Wait, 0, 0, 19_000),
        step(Act::Ping, 0, 0, 40),
        step(Act::Wait, 0, 0, 19_000),
        step(Act::Ping, 0, 0, 40),
        step(Act::Wait, 0, 0, 19_000),
        step(Act::Ping, 0, 0, 40),
        step(Act::Wait, 0, 0, 19_000),
        step(Act::Claim, 0, 0, 0),
    ]
}

/// A message as its own bytes.
fn raw() -> Vec<u8> {
    let join = golden().0.remove("Join").expect("it is there");
    let length = u16::try_from(join.len()).expect("short");
    let connect = step(Act::Connect, 0, 255, 0).to_bytes();
    [&connect[..], &step(Act::Raw, 0, 0, length).to_bytes(), &join].concat()
}

/// Holds that a script still comes to what it is for.
fn check_reaches(name: &str, told: &[Event]) {
    let reached = |wanted: fn(&Event) -> bool| told.iter().any(wanted);
    let ended = reached(|event| matches!(event, Event::Ended { .. }));
    assert_eq!(ended, name != "raw", "{name}: {told:?}");
    assert!(name != "talk" || reached(|event| matches!(event, Event::TakenBack { .. })), "{told:?}");
    assert!(name != "away" || reached(|event| matches!(event, Event::CameBack { .. })), "{told:?}");
    let of_luzhanqi = told.iter().filter(|event| matches!(event, Event::Luzhanqi { .. })).count();
    // seven of setting up, seven moves, the turns that passed, and what is shown at the end
    let expected = match name {
        "luzhanqi" => 15,
        "passes" => 18,
        _ => 0,
    };
    assert_eq!(of_luzhanqi, expected, "{name}: {told:?}");
    let begun = told.iter().filter(|event| matches!(event, Event::Started(_))).count();
    assert_eq!(
        begun,
        match name {
            "raw" => 0,
            "mate" => 2,
            _ => 1,
        },
        "{name}: {told:?}"
    );
}
