//! Tests of reports as the text mode reads and sends them.

use super::tests::{Console, choose};
use chuhe_app::testing::banned::wanting_a_banned_name;
use chuhe_app::testing::past_games::with_card;
use chuhe_app::testing::{OTHER, World, name};
use chuhe_model::actions::report_action::ReportAction;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_protocol::{
    Agreement, ClientMessage, DoorRequest, Examination, ExaminedSide, GameId, Judgement, Measure, OpenReport,
    ReportKind, ReportMessage, ReportRequest, UsualAgreement,
};
use chuhe_rules::PerColor;

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

#[test]
fn whoever_had_a_banned_name_appeals_for_it() {
    let mut console = Console::new(wanting_a_banned_name());
    let heard = console.hear();
    assert!(heard.iter().any(|line| line.contains("This name is banned")), "{heard:#?}");
    let lines = console.say("menu");
    let field = lines.iter().find(|line| line.contains("Your appeal")).unwrap();
    let (number, _) = field.split_once(". ").unwrap();
    console.sent();
    console.say(&format!("menu {number} a quotation"));
    console.world.network(NetworkEvent::Connected);
    let sent = console.sent();
    let [ClientMessage::Door(DoorRequest::AppealName { report: 3, words, .. })] = &sent[..] else {
        panic!("{sent:?}")
    };
    assert_eq!(words, "a quotation");
}

#[test]
fn a_moderator_reads_how_a_game_agrees_with_the_engine() {
    let mut console = Console::new(World::in_lobby());
    console.world.receive(ReportMessage::Moderator { moderates: true });
    console.world.act(ReportAction::List(0).into());
    let open = OpenReport {
        report: 3,
        at_ms: 5,
        by: name("Bo"),
        about: name("An"),
        kind: ReportKind::Cheating,
        words: String::new(),
        game: Some(GameId(312)),
        lines: Vec::new(),
    };
    console.world.receive(ReportMessage::Open { skipped: 0, reports: vec![open], more: 0 });
    console.hear();
    console.sent();
    choose(&mut console, "Compare with the engine");
    assert_eq!(console.sent(), [ReportRequest::Examine { report: 3 }.into()]);
    console.world.receive(ReportMessage::Examined { report: 3, examination: None });
    let lines = console.say("menu");
    assert!(lines.iter().any(|line| line.contains("ask again in a minute")), "{lines:#?}");
    let usual = UsualAgreement::MiddleHalf {
        lowest_rating: 1412,
        highest_rating: 1612,
        others: 84,
        percent: [44, 61],
        loss: [34, 70],
    };
    let red = ExaminedSide {
        name: name("An"),
        judged: 31,
        agreement: Some(Agreement { percent: 71, loss: 21 }),
        usual,
    };
    let black = ExaminedSide { name: name("Bo"), judged: 1, agreement: None, usual: UsualAgreement::Unrated };
    let examination = Examination { sides: PerColor::new(red, black), waiting: 0 };
    console.world.receive(ReportMessage::Examined { report: 3, examination: Some(Box::new(examination)) });
    let lines = console.say("menu");
    for said in [
        "71 % of 31 moves are among the engine's best three; a move loses 21 centipawns",
        "Usual at 1412 to 1612, among 84 others: 44–61 %, 34–70 centipawns",
        "1 move could be judged, which says nothing",
        "A hint, never a verdict: simple positions, known lines and good days look the same.",
    ] {
        assert!(lines.iter().any(|line| line.ends_with(said)), "{said}: {lines:#?}");
    }
}
