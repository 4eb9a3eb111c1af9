//! Tests of reports as the text mode reads and sends them.

use super::tests::{Console, choose};
use chuhe_app::testing::past_games::with_card;
use chuhe_app::testing::{OTHER, World};
use chuhe_protocol::{Judgement, Measure, ReportKind, ReportMessage, ReportRequest};

#[test]
fn a_player_is_reported_from_their_card() {
    let mut console = Console::new(with_card(World::in_lobby(), Vec::new()));
    console.hear();
    choose(&mut console, "Report");
    let lines = console.say("menu");
    for said in ["Report 云中鹤", "Cheating: They play with the help of a computer or of another person."]
    {
        assert!(lines.iter().any(|line| line.ends_with(said)), "{said}: {lines:#?}");
    }
    assert_eq!(choose(&mut console, "Send report"), ["Choose what the report is about."]);
    choose(&mut console, "Chat or name");
    let field = lines.iter().find(|line| line.contains("What has happened")).unwrap();
    let (number, _) = field.split_once(". ").unwrap();
    console.say(&format!("menu {number} rude"));
    console.sent();
    choose(&mut console, "Send report");
    let (kind, words) = (ReportKind::Communication, "rude".to_owned());
    assert_eq!(console.sent(), [ReportRequest::File { player: OTHER, kind, words, game: None }.into()]);
}

#[test]
fn a_decision_is_announced_and_confirmed() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    console.world.receive(ReportMessage::Judged(Box::new(Judgement {
        report: 3,
        kind: ReportKind::Communication,
        measure: Measure::Ban,
        until_ms: None,
        reason: "insults".to_owned(),
    })));
    let heard = console.hear();
    assert!(heard.iter().any(|line| line.contains("The operators have decided about you")), "{heard:#?}");
    let lines = console.say("menu");
    for said in ["You cannot enter this server.", "Without an end", "Reason: insults"] {
        assert!(lines.iter().any(|line| line.ends_with(said)), "{said}: {lines:#?}");
    }
    console.sent();
    choose(&mut console, "I have read it");
    assert_eq!(console.sent(), [ReportRequest::Read { report: 3 }.into()]);
}
