//! `chuhe-server ctl reports` and `ctl moderator`, through the real socket, also after a kill.

use crate::client::Client;
use crate::ctl::{asked, ctl};
use crate::ctl_account::{register, start};
use crate::program::{end, kill_once_logged};
use chuhe_protocol::{
    ChatRoom, ClientMessage, Measure, ReportKind, ReportMessage, ReportRequest, ServerMessage,
};

/// Waits for a message about reports.
async fn told(client: &mut Client) -> ReportMessage {
    client
        .until(|message| if let ServerMessage::Report(report) = message { Some(report) } else { None })
        .await
}

#[tokio::test]
async fn a_report_is_listed_decided_and_appealed_against() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, address) = start(data.path(), &[]);
    let mut clients = [Client::connect(address).await, Client::connect(address).await];
    for (client, name) in clients.iter_mut().zip(["Bo", "An"]) {
        client.join(name).await;
        register(client).await;
    }
    let [bo, an] = &mut clients;
    let said = ClientMessage::Chat { room: ChatRoom::Lobby, text: "secret insult".into() };
    an.send(said).await;
    bo.until(|message| matches!(message, ServerMessage::Chat(_)).then_some(())).await;
    let words = "secret words".to_owned();
    let kind = ReportKind::Communication;
    bo.send(ReportRequest::File { player: an.player, kind, words, game: None }).await;
    assert_eq!(told(bo).await, ReportMessage::Filed { player: an.player });
    let listed = asked(data.path(), &["reports", "--open"]);
    assert!(listed.starts_with("1 open communication about=An by=Bo game=- seconds-ago="), "{listed}");
    let (code, _, error) = ctl(data.path(), &["reports", "decide", "1", "warn"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("the text is empty"), "{error}");
    let decide = ["reports", "decide", "1", "mute", "--for", "7d", "--reason", "insults"];
    assert_eq!(asked(data.path(), &decide), "");
    let ReportMessage::Judged(judged) = told(an).await else { panic!("another message") };
    assert_eq!((judged.measure, judged.reason.as_str()), (Measure::Mute, "insults"));
    an.send(ReportRequest::Appeal { report: 1, words: "a quotation".into() }).await;
    assert_eq!(told(an).await, ReportMessage::Appealed { report: 1 });
    assert_eq!(asked(data.path(), &["moderator", "add", "Bo"]), "");
    let words = ["audit: reported", "audit: decided", "audit: appealed", "Moderator { request: Add"];
    let log = kill_once_logged(child, words.to_vec());
    assert!(!log.contains("secret") && !log.contains("quotation"), "chat and words are not logged: {log}");

    let (child, _) = start(data.path(), &[]);
    assert_eq!(asked(data.path(), &["reports", "--open"]), "");
    assert!(asked(data.path(), &["reports"]).starts_with("1 appealed communication about=An by=Bo"));
    let shown = asked(data.path(), &["reports", "show", "1"]);
    let rest: Vec<&str> = shown.lines().skip(1).collect();
    assert!(rest[2].starts_with("decision: muted by the operator seconds-left=6"), "{shown}");
    let expected =
        ["words: secret words", "chat: An: secret insult", rest[2], "reason: insults", "appeal: a quotation"];
    assert_eq!(rest, expected);
    assert_eq!(asked(data.path(), &["moderator", "list"]), "Bo\n");
    assert_eq!(asked(data.path(), &["moderator", "remove", "Bo"]), "");
    assert_eq!(asked(data.path(), &["moderator", "list"]), "");
    end(child, "-TERM");
}
