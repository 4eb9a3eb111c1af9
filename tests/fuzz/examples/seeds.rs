//! Writes `tests/fuzz/seeds`, the inputs from which each target starts.
//!
//! The messages come from the golden file, one of each kind. The other seeds are short and valid.

use chuhe_fuzz::hub::{self, Action, Step};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{Event, HallName, HallStatus, Halls, NodeAddress, Request, ServerMessage, wire};
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::{
    Annotation, GameTree, Glyph, LuzhanqiStart, Mark, MarkColor, MarkShape, NodeId, Ply, Point, Start, tag,
};
use chuhe_rules::PerColor;
use chuhe_rules::luzhanqi::{self, Formation, Strength};
use chuhe_rules::xiangqi::{Move, Position};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

const GOLDEN: &str = include_str!("../../../protocol/tests/golden.txt");

fn main() -> io::Result<()> {
    let (requests, messages) = golden();
    let streams = [frames(0, requests.values()), frames(1, messages.values())];
    write("frame", [("client", streams[0].clone()), ("server", streams[1].clone())])?;
    write("websocket", websockets(&requests))?;
    write("request", requests)?;
    write("server_message", messages)?;
    let hello = Hello::current();
    let (hello, answer) = (hello.encode().to_vec(), Answer::to(hello));
    let listed = answer.encode_with_halls(&halls());
    write("greeting", [("hello", hello), ("answer", answer.encode().to_vec()), ("halls", listed)])?;
    write("fen", positions())?;
    write("formation", formations())?;
    write("luzhanqi_position", luzhanqi_positions())?;
    write("notation", notations())?;
    write("pgn", [records(Format::Pgn), texts(&PGN_TEXTS)].concat())?;
    write("encoding", encodings())?;
    write("fen_list", [records(Format::FenList), texts(&POSITION_TEXTS)].concat())?;
    write("dhtmlxq", [records(Format::DhtmlXq), texts(&DHTMLXQ_TEXTS)].concat())?;
    write("wxf", [records(Format::Wxf), texts(&WXF_TEXTS)].concat())?;
    write("xqf", records(Format::Xqf))?;
    write("cbr", records(Format::Cbr))?;
    write("luzhanqi_record", luzhanqi_record())?;
    // nothing writes CBL; the seed is the start of one
    write("cbl", [("start", b"CCBridgeLibrary\0".to_vec())])?;
    write("engine_session", engine_sessions())?;
    write("engine_driver", engine_drivers())?;
    write("hub", hub_scripts())
}

/// Two halls, as a server lists them.
fn halls() -> Halls {
    let hall = |name, players| {
        let name = HallName::parse(name).expect("the name is valid");
        HallStatus { name, players, capacity: 100, address: None }
    };
    let address: NodeAddress = "b.example.org:9899".parse().expect("the address is valid");
    let elsewhere = HallStatus { address: Some(address.clone()), ..hall("west", 0) };
    Halls { list: vec![hall("east", 12), elsewhere], nodes: vec![address] }
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

/// The first request and the first server message of each kind in the golden file.
fn golden() -> (Messages, Messages) {
    let (mut requests, mut messages) = (Messages::new(), Messages::new());
    let lines: Vec<&str> = GOLDEN.lines().collect();
    for pair in lines.chunks_exact(2) {
        let (debug, bytes) = (pair[0], unhex(pair[1].trim()));
        if debug.starts_with("Request") {
            let request: Request = wire::decode(&bytes).expect("the golden file has requests");
            requests.entry(request.message.name().to_owned()).or_insert(bytes);
        } else {
            let message: ServerMessage = wire::decode(&bytes).expect("the golden file has messages");
            messages.entry(kind(message.name(), debug)).or_insert(bytes);
        }
    }
    assert!(requests.len() > 10 && messages.len() > 10, "the golden file has another format");
    (requests, messages)
}

/// The name of a message, with the name of its first event if it holds events.
fn kind(name: &str, debug: &str) -> String {
    let variant = |text: &str| text.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    match debug.split_once("events: [") {
        Some((_, event)) => format!("{name}-{}", variant(event)),
        None => name.to_owned(),
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("the golden file holds hex");
    (0..text.len()).step_by(2).map(digits).collect()
}

/// A stream of four messages, in pieces of one, two and seven bytes.
fn frames<'a>(side: u8, messages: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let lengths = [1, 2, 7];
    let mut stream = vec![side | 3 << 1];
    stream.extend(lengths);
    for message in messages.take(4) {
        stream.extend(u32::try_from(message.len()).expect("the message is short").to_be_bytes());
        stream.extend(message);
    }
    stream
}

/// What a client sends over a WebSocket, in pieces of one, two and seven bytes: messages, fragments
/// among control frames, and what a server refuses.
fn websockets(requests: &Messages) -> Vec<(&'static str, Vec<u8>)> {
    let frame = |first: u8, payload: &[u8]| {
        let length = u8::try_from(payload.len()).expect("the payload is short");
        let mask = [0x5a, 0xc3, 0x17, 0x88];
        let masked = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        [&[first, 0x80 | length][..], &mask, &masked.collect::<Vec<u8>>()].concat()
    };
    let (binary, fragment, continuation, last) = (0x82, 0x02, 0x00, 0x80);
    let (text, close, ping, pong) = (0x81, 0x88, 0x89, 0x8a);
    let short = requests.values().filter(|request| request.len() < 126);
    let messages: Vec<u8> = short.take(4).flat_map(|request| frame(binary, request)).collect();
    let fragments = [
        frame(fragment, b"one"),
        frame(ping, b"x"),
        frame(continuation, b""),
        frame(pong, b""),
        frame(last, b"two"),
        frame(close, &1000_u16.to_be_bytes()),
    ];
    let refused = [frame(binary, b"one"), frame(text, b"two"), frame(binary, b"three")];
    let unmasked = [0x82, 0x01, 0x00];
    let streams = [
        ("messages", messages),
        ("fragments", fragments.concat()),
        ("text", refused.concat()),
        ("unmasked", unmasked.to_vec()),
    ];
    streams.map(|(name, stream)| (name, [&[3, 1, 2, 7][..], &stream].concat())).into()
}

/// The initial position, one after some moves, and a short one.
fn positions() -> Vec<(&'static str, Vec<u8>)> {
    let start = Position::start();
    let mut later = start.clone();
    for text in ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6", "b9c7"] {
        later.play(text.parse().expect("the move is well-formed")).expect("the move is legal");
    }
    let short = "3k5/9/9/9/9/9/9/9/1R7/R3K4 w".to_owned();
    let loose = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 0".to_owned();
    [("start", start.fen()), ("later", later.fen()), ("short", short), ("loose", loose)]
        .map(|(name, fen)| (name, fen.into()))
        .into()
}

fn formations() -> Vec<(&'static str, Vec<u8>)> {
    let formation = Formation::nearest_legal([Strength::Captain; 25]);
    let strengths: [Strength; 25] = formation.into();
    let numbers = strengths.map(|strength| strength as u8);
    vec![("text", formation.text().into()), ("strengths", numbers.into())]
}

/// The start of a game on the classic board, and short positions on both boards.
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

/// A position with pawns in tandem, and moves in every notation.
fn notations() -> Vec<(&'static str, Vec<u8>)> {
    let tandem =
        "4k4/9/1P5P1/1P5P1/1P7/9/9/9/9/3K5 w\n前兵平一\n后兵平三\n88.7\n2+.1\nPa.1\n18+1\nH7-I7\nh7i7\n";
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n炮二平五\n傌８進７\nC2=5\nn2+3\n";
    let algebraic = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\nChe2\nChe3\nCh2-e2\ng4\nＣ２＝５\n兵七进一\n";
    vec![("tandem", tandem.into()), ("start", start.into()), ("algebraic", algebraic.into())]
}

/// A short game of luzhanqi with a comment.
fn luzhanqi_record() -> Vec<(&'static str, Vec<u8>)> {
    let formations = PerColor::splat(Formation::nearest_legal([Strength::Captain; 25]));
    let board = luzhanqi::BoardKind::Classic;
    let mut tree = GameTree::new(LuzhanqiStart { board, options: luzhanqi::Options::default(), formations });
    let moves = tree.replay().luzhanqi().and_then(luzhanqi::Game::position).expect("it began").legal_moves();
    let first = tree.play(NodeId::ROOT, moves[0]).expect("the move is legal");
    tree.play(first, Ply::Pass).expect("a turn may be passed");
    tree.set_comment(first, "a comment").expect("it is short");
    tree.set_tag(tag::DATE, "2026.11.22").expect("it is short");
    let written = formats::write(&tree, Format::Luzhanqi, &WriteOptions::default());
    let game = written.expect("the format is for luzhanqi").bytes;
    // the first version names the stations of a move otherwise
    let [from, to] = [moves[0].from, moves[0].to].map(|it| board.name_of(it).expect("it is on the board"));
    let old = String::from_utf8(game.clone()).expect("the file is text").replace("record 2", "record 1");
    let old = old.replace(&format!("{from}-{to}"), &moves[0].to_string());
    vec![("game", game), ("version_1", old.into())]
}

/// Texts as people have them, beside what this project writes.
type Texts = [(&'static str, &'static str)];

fn texts(texts: &Texts) -> Vec<(&'static str, Vec<u8>)> {
    texts.iter().map(|&(name, text)| (name, text.into())).collect()
}

/// Games as xboard writes them, and as people paste them.
const PGN_TEXTS: [(&str, &str); 2] = [
    (
        "xboard",
        "[White \"A\"]\n[Black \"B\"]\n[Variant \"xiangqi\"]\n\n1. Che3 {+0.10/7} Hg8 {-0.08/8 4} 2. Hg3 Rh10 3. Rh1 g6 *\n",
    ),
    (
        "pasted",
        "某某网站\n[Red “甲”] [Black 乙]\n1、炮二平五，马８进７；\n{注} 1. ………… 好棋 马8进7 [0:10] 和\n\n2. 马二进三 红胜\n=====\n",
    ),
];

/// Commands of engines.
const POSITION_TEXTS: [(&str, &str); 1] = [(
    "engine",
    "position startpos moves h2e2 h9g7\nposition fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 0 moves d0d1\n",
)];

/// A game in a page, with a damaged field.
const DHTMLXQ_TEXTS: [(&str, &str); 1] = [(
    "page",
    "<div>[DhtmlXQiFrame]<br>\n[DhtmlXQ_title]T[/DhtmlXQ_titel]\n[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]<br>\n[DhtmlXQ_movelist]7747<b>7062</b>7967[/DhtmlXQ_movelist]\n[/DhtmlXQiFrame]</div>\n",
)];

/// A game with text around and among its moves.
const WXF_TEXTS: [(&str, &str); 1] = [(
    "pages",
    "FORMAT WXF\nGAME\nRED ;;;\nFEN rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r\n\nSTART{\n 1. C2.5 h8+7 好 2. H2+3\n}END\nhttps://example.org/\n",
)];

/// A text in each encoding, after the byte that chooses how it is read.
fn encodings() -> Vec<(&'static str, Vec<u8>)> {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let game = "[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 *\n";
    let seeds: [(&str, u8, Vec<u8>); 6] = [
        ("gb18030", 6, b"[Red \"\xba\xfa\xc8\xd9\xbb\xaa\"]\n\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed8\xbd\xf87 *\n".to_vec()),
        ("big5", 6, b"[Red \"\xadJ\xbaa\xb5\xd8\"]\n\n1. \xac\xb6\xa4G\xa5\xad\xa4\xad \xb0\xa88\xb6i7 *\n".to_vec()),
        ("windows_1252", 6, b"[Red \"Jos\xe9\"]\n\n1. h2e2 {caf\xe9} h9g7 *\n".to_vec()),
        ("asked", 2, b"[Red \"\xadJ\xbaa\xb5\xd8\"]\n\n1. \xac\xb6\xa4G\xa5\xad\xa4\xad \xb0\xa88\xb6i7 *\n".to_vec()),
        ("utf16", 6, [vec![0xff, 0xfe], utf16(game)].concat()),
        ("utf16_without_mark", 3, utf16(game)),
    ];
    seeds.into_iter().map(|(name, choice, bytes)| (name, [vec![choice], bytes].concat())).collect()
}

/// A game with everything a tree can have, and one without moves.
fn records(format: Format) -> Vec<(&'static str, Vec<u8>)> {
    let mut tree = GameTree::new(Start::xiangqi());
    let play = |tree: &mut GameTree, node, mv: &str| {
        let mv: Move = mv.parse().expect("the move is well-formed");
        tree.play(node, mv).expect("the move is legal")
    };
    let first = play(&mut tree, NodeId::ROOT, "h2e2");
    let reply = play(&mut tree, first, "h9g7");
    let side = play(&mut tree, first, "h7e7");
    play(&mut tree, side, "h0g2");
    play(&mut tree, reply, "h0g2");
    let point = |text: &str| Point::Xiangqi(text.parse().expect("a point"));
    let annotation = Annotation {
        before: "before".to_owned(),
        comment: "after {".to_owned(),
        glyphs: vec![Glyph::GOOD],
        marks: vec![
            Mark { color: MarkColor::Green, shape: MarkShape::Circle(point("e2")) },
            Mark { color: MarkColor::Red, shape: MarkShape::Arrow(point("e2"), point("e6")) },
        ],
        spent_ms: Some(1_500),
        clock_ms: Some(60_000),
    };
    tree.set_annotation(side, annotation).expect("it is short");
    tree.set_comment(NodeId::ROOT, "a } game").expect("it is short");
    for (name, value) in [(tag::EVENT, "杯赛"), (tag::RED, "甲"), (tag::BLACK, "乙"), ("Own", "\\\"")] {
        tree.set_tag(name, value).expect("it is short");
    }
    let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4K4/4R4 b - - 7 30").expect("a legal position");
    [("game", tree), ("position", GameTree::new(position))]
        .map(|(name, tree)| {
            let written = formats::write(&tree, format, &WriteOptions::default());
            (name, written.expect("the format is for xiangqi").bytes)
        })
        .into()
}

const fn step(action: Action, who: u8, how: u8, number: u16) -> Step {
    Step { action, who, how, number }
}

/// Peers 0 and 1 join and start a game, in which 0 plays red.
fn game(terms: u8) -> Vec<Step> {
    vec![
        step(Action::Connect, 0, 0, 0),
        step(Action::Connect, 1, 0, 0),
        step(Action::Challenge, 0, terms, 2),
        step(Action::Accept, 1, 0, 0),
    ]
}

/// The `number` of a step that plays `mv` as an arbitrary move.
fn arbitrary_move(mv: &str) -> u16 {
    let mv: Move = mv.parse().expect("the move is well-formed");
    let (from, to) = (mv.from.index(), mv.to.index());
    // the smallest number with both remainders
    let found = (0..u16::MAX).find(|&n| usize::from(n) % 90 == from && usize::from(n / 90) % 90 == to);
    found.expect("90 times 90 fits into 16 bits")
}

fn plays(moves: &[&str]) -> Vec<Step> {
    let who = |n: usize| u8::try_from(n % 2).expect("0 or 1");
    moves.iter().enumerate().map(|(n, mv)| step(Action::Play, who(n), 230, arbitrary_move(mv))).collect()
}

fn hub_scripts() -> Vec<(&'static str, Vec<u8>)> {
    const OPENING: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];
    const MATE: [&str; 5] = ["b2c2", "f9e8", "c2c6", "b7c7", "c6c9"];
    let mate =
        [game(3), plays(&MATE), vec![step(Action::Offer, 0, 0, 2), step(Action::Offer, 1, 0, 2)]].concat();
    let talk = [game(3), plays(&OPENING), offers()].concat();
    let away = [game(3), plays(&OPENING), absence()].concat();
    let flag = [game(12), plays(&OPENING), vec![step(Action::Wait, 0, 9, 4_000)]].concat();
    let stop =
        [game(3), plays(&OPENING), vec![step(Action::Shutdown, 0, 10, 100), step(Action::Wait, 0, 0, 2_000)]]
            .concat();
    let arms =
        [game(204), set_up(), marches(), vec![step(Action::Offer, 0, 0, 1), step(Action::Offer, 1, 0, 1)]];
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
        check_reaches(name, &hub::run(bytes).into_values().flatten().collect::<Vec<_>>());
    }
    seeds
}

/// Offers of takebacks and draws that are answered and withdrawn, and chat.
fn offers() -> Vec<Step> {
    vec![
        step(Action::Offer, 0, 0, 0),
        step(Action::Answer, 1, 0, 0),
        step(Action::Chat, 0, 200, 3),
        step(Action::Offer, 1, 0, 1),
        step(Action::Withdraw, 1, 0, 1),
        step(Action::Ping, 0, 0, 40),
        step(Action::Resign, 0, 0, 0),
        step(Action::Leave, 0, 0, 0),
        step(Action::Leave, 1, 0, 0),
    ]
}

/// Both players set up; one confirms, withdraws and confirms again, the other confirms.
fn set_up() -> Vec<Step> {
    let (illegal, random, withdraw, confirm) = (8, 9, 12, 13);
    let requests =
        [(0, illegal), (0, random), (0, confirm), (0, withdraw), (1, random), (0, confirm), (1, confirm)];
    requests.map(|(who, how)| step(Action::Play, who, how, 700)).into()
}

/// Six legal moves, followed by requests that the hub refuses.
fn marches() -> Vec<Step> {
    let who = |n: u16| u8::try_from(n % 2).expect("0 or 1");
    let mut steps: Vec<Step> = (0..6).map(|n| step(Action::Play, who(n), 100, n * 7)).collect();
    steps.extend([step(Action::Play, 0, 230, 5), step(Action::Offer, 0, 0, 0), step(Action::Watch, 2, 0, 1)]);
    steps
}

/// Both players wait until one has passed too often.
fn passes() -> Vec<Step> {
    let wait = [step(Action::Ping, 0, 0, 1), step(Action::Ping, 1, 0, 1), step(Action::Wait, 0, 0, 9_000)];
    (0..4).flat_map(|_| wait).collect()
}

/// One player disconnects and resumes; the other disconnects for good.
fn absence() -> Vec<Step> {
    vec![
        step(Action::Lose, 0, 0, 0),
        step(Action::Connect, 0, 3, 0),
        step(Action::Lose, 1, 1, 0),
        step(Action::Ping, 0, 0, 40),
        step(Action::Wait, 0, 0, 19_000),
        step(Action::Ping, 0, 0, 40),
        step(Action::Wait, 0, 0, 19_000),
        step(Action::Ping, 0, 0, 40),
        step(Action::Wait, 0, 0, 19_000),
        step(Action::Ping, 0, 0, 40),
        step(Action::Wait, 0, 0, 19_000),
        step(Action::Claim, 0, 0, 0),
    ]
}

/// A join request as raw bytes.
fn raw() -> Vec<u8> {
    let join = golden().0.remove("Join").expect("the golden file has a join request");
    let length = u16::try_from(join.len()).expect("the message is short");
    let connect = step(Action::Connect, 0, 255, 0).to_bytes();
    [&connect[..], &step(Action::Raw, 0, 0, length).to_bytes(), &join].concat()
}

/// Checks that a script still reaches the events that it is for.
fn check_reaches(name: &str, events: &[Event]) {
    let reached = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    let ended = reached(|event| matches!(event, Event::Ended { .. }));
    assert_eq!(ended, name != "raw", "{name}: {events:?}");
    assert!(name != "talk" || reached(|event| matches!(event, Event::TakenBack { .. })), "{events:?}");
    assert!(name != "away" || reached(|event| matches!(event, Event::CameBack { .. })), "{events:?}");
    let of_luzhanqi = events.iter().filter(|event| matches!(event, Event::Luzhanqi { .. })).count();
    // seven of the set-up, seven moves, the passes, and the final reveal
    let expected = match name {
        "luzhanqi" => 15,
        "passes" => 18,
        _ => 0,
    };
    assert_eq!(of_luzhanqi, expected, "{name}: {events:?}");
    let begun = events.iter().filter(|event| matches!(event, Event::Started(_))).count();
    assert_eq!(
        begun,
        match name {
            "raw" => 0,
            "mate" => 2,
            _ => 1,
        },
        "{name}: {events:?}"
    );
}

/// Commands to an engine in both dialects.
fn engine_sessions() -> Vec<(&'static str, Vec<u8>)> {
    let uci = "uci\nsetoption name Hash value 32\nisready\nucinewgame\nposition startpos moves h2e2 h9g7\n\
               go wtime 1000 btime 1000 winc 10 binc 10 movestogo 9\ngo infinite searchmoves h0g2\nstop\n\
               position fen 3k1a3/9/9/9/9/9/9/9/9/R3K4 b - - 3 20\ngo ponder depth 3 nodes 9 mate 2\nponderhit\n\
               setoption name Ranks value 1-10\nposition startpos moves h3e3\ngo perft 1\nquit\n";
    let ucci = "ucci\nsetoption usemillisec true\nsetoption newgame\nposition startpos\nbanmoves h2e2\n\
                go time 60 increment 1 opptime 60 oppincrement 1\ngo depth infinite\nstop\nquit\n";
    vec![("uci", uci.into()), ("ucci", ucci.into())]
}

/// What engines say in each protocol.
fn engine_drivers() -> Vec<(&'static str, Vec<u8>)> {
    let uci = "\0id name A\nid author B\noption name Hash type spin default 1 min 1 max 9\n\
               option name UCI_Variant type combo default chess var chess var xiangqi\nuciok\nreadyok\n\
               bestmove h3e3\ninfo depth 3 score cp 7 nodes 9 pv h10g8 h1g3\nbestmove h3e3 ponder h10g8\n";
    let ucci = "\u{1}id name A\noption usemillisec type check default false\nucciok\nreadyok\nbestmove h2e2\n\
                info depth 3 score 7 pv h2e2\nnobestmove\nbestmove h2e2 draw\n";
    let xboard = "\u{2}feature done=0\nfeature myname=\"A\" setboard=1 done=1\n  4 -21 3 4382 2. Hg2\nmove h2e2\nresign\n";
    vec![("uci", uci.into()), ("ucci", ucci.into()), ("xboard", xboard.into())]
}
