//! Reading and writing what an engine says.

use chuhe_uci::{Best, Bound, Dialect, EngineOption, Info, OptionKind, OptionValue, Ranks, Reply, Score};
use std::time::Duration;

fn info(line: &str) -> Info {
    let Reply::Info(info) = Reply::parse(line, Ranks::FromZero) else { panic!("{line} is no report") };
    *info
}

#[test]
fn reports_are_read() {
    let read = info(
        "info depth 5 seldepth 7 multipv 2 score cp -475 upperbound nodes 340 nps 170000 hashfull 12 tbhits 0 time 2 pv e0f0 e9d9",
    );
    assert_eq!((read.depth, read.selective_depth, read.multi_pv), (Some(5), Some(7), Some(2)));
    assert_eq!((read.score, read.bound), (Some(Score::Cp(-475)), Bound::Upper));
    assert_eq!((read.nodes, read.nodes_per_second, read.hash_permille), (Some(340), Some(170_000), Some(12)));
    assert_eq!((read.time, read.line.len()), (Some(Duration::from_millis(2)), 2));
    assert_eq!(info("info score mate -3").score, Some(Score::Mate(-3)));
    assert_eq!(info("info depth 6 score 4 pv h2e2").score, Some(Score::Cp(4)), "UCCI writes no cp");
    assert_eq!(info("info string hello  world").text.as_deref(), Some("hello world"));
}

#[test]
fn reports_skip_what_is_wrong() {
    let read = info("info depth deep score cp nodes 7 pv h2e2 sideways time");
    assert_eq!((read.depth, read.score, read.nodes, read.line.len()), (None, None, Some(7), 1));
    assert_eq!(info("info score"), Info::default());
    assert_eq!(info("info"), Info::default());
}

#[test]
fn reports_round_trip() {
    let report = Info {
        depth: Some(9),
        selective_depth: Some(20),
        multi_pv: Some(1),
        score: Some(Score::Cp(-31)),
        bound: Bound::Lower,
        nodes: Some(123_456),
        nodes_per_second: Some(1_000_000),
        time: Some(Duration::from_millis(123)),
        hash_permille: Some(4),
        line: vec!["h2h9".parse().expect("a move")],
        text: None,
    };
    for ranks in Ranks::ALL {
        let line = Reply::Info(Box::new(report.clone())).write(Dialect::Uci, ranks);
        assert_eq!(Reply::parse(&line, ranks), Reply::Info(Box::new(report.clone())), "{line}");
    }
}

#[test]
fn mates_are_great_scores_in_ucci() {
    let line = |moves| {
        Info { score: Some(Score::Mate(moves)), ..Info::default() }.write(Dialect::Ucci, Ranks::FromZero)
    };
    assert_eq!(line(1), "info score 29999");
    assert_eq!(line(3), "info score 29995");
    assert_eq!(line(-2), "info score -29996");
    assert_eq!(line(0), "info score -30000");
}

#[test]
fn best_moves_are_read() {
    let best = |line: &str| {
        let Reply::Best(best) = Reply::parse(line, Ranks::FromZero) else { panic!("{line} is no answer") };
        best
    };
    let of = |mv: Option<&str>, ponder: Option<&str>| Best {
        mv: mv.map(str::to_owned),
        ponder: ponder.map(str::to_owned),
        resigns: false,
    };
    assert_eq!(best("bestmove h2e2 ponder h9g7"), of(Some("h2e2"), Some("h9g7")));
    assert_eq!(best("bestmove h2e2"), of(Some("h2e2"), None));
    for line in ["bestmove (none)", "bestmove", "bestmove 0000", "nobestmove"] {
        assert_eq!(best(line), of(None, None), "{line}");
    }
    assert!(best("bestmove h2e2 resign").resigns);
}

#[test]
fn options_round_trip() {
    let options = [
        EngineOption::check("Own Book", true),
        EngineOption::spin("Hash", 16, 1, 4_096),
        EngineOption::combo("Repetition Rule", "asian", &["asian", "chinese one"]),
        EngineOption::button("Clear Hash"),
        EngineOption { name: "File".into(), kind: OptionKind::Text { default: String::new() } },
        EngineOption { name: "Net".into(), kind: OptionKind::Text { default: "a b.nnue".into() } },
    ];
    for option in options {
        let line = option.write(Dialect::Uci);
        assert_eq!(Reply::parse(&line, Ranks::FromZero), Reply::Option(option), "{line}");
    }
    let line = "option usemillisec type check default true";
    let option = EngineOption::check("usemillisec", true);
    assert_eq!(option.write(Dialect::Ucci), line);
    assert_eq!(Reply::parse(line, Ranks::FromZero), Reply::Option(option));
}

#[test]
fn malformed_options_are_skipped() {
    for line in
        ["option", "option name", "option name X", "option name X type", "option name X type spin default y"]
    {
        assert_eq!(Reply::parse(line, Ranks::FromZero), Reply::Other, "{line}");
    }
}

#[test]
fn options_check_their_values() {
    let hash = EngineOption::spin("Hash", 16, 1, 64);
    assert_eq!(hash.read(Some("64")), Ok(OptionValue::Spin(64)));
    for (value, error) in [
        (Some("65"), "option Hash is a number from 1 to 64"),
        (Some("x"), "option Hash is a number from 1 to 64"),
        (None, "option Hash needs a value"),
    ] {
        assert_eq!(hash.read(value).map_err(|error| error.to_string()), Err(error.to_owned()));
    }
    let rule = EngineOption::combo("Rule", "asian", &["asian", "simple"]);
    assert_eq!(rule.read(Some("SIMPLE")), Ok(OptionValue::Combo("simple".into())));
    assert_eq!(
        rule.read(Some("fair")).expect_err("none of them").to_string(),
        "option Rule is one of: asian, simple"
    );
    assert_eq!(EngineOption::button("Clear").read(None), Ok(OptionValue::Pressed));
    assert_eq!(EngineOption::check("Book", false).read(Some("true")), Ok(OptionValue::Check(true)));
    assert!(EngineOption::check("Book", false).read(Some("maybe")).is_err());
}
