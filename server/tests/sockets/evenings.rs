//! An evening of two players over sockets.

use crate::client::{Client, Running};
use chuhe_protocol::{
    AccountMessage, AccountRequest, EveningCommand, EveningMessage, EveningPlan, EveningRequest, Pace,
    Password, ServerMessage, TableMessage, TableRequest, TakebackPolicy, Terms,
};
use chuhe_rules::GameMove;
use chuhe_rules::clock::TimeControl;
use chuhe_tournaments::{Event, Regulations, SwissRules, System};

fn plan() -> EveningPlan {
    let time = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    let terms = Terms {
        takeback: TakebackPolicy::Off,
        challenger_time: time,
        opponent_time: time,
        ..Terms::default()
    };
    EveningPlan {
        title: "周五晚赛".into(),
        regulations: Regulations::of(System::Swiss(SwissRules { rounds: 1, clubs_apart_rounds: 0 })),
        terms,
        is_public: true,
        starts_at_ms: None,
        pace: Pace::AfterAll { break_ms: 1_000 },
        late_ms: 60_000,
        no_result_before_ply: 0,
    }
}

#[tokio::test]
async fn two_players_play_a_round() {
    let server = Running::start(|_| {}).await;
    let (mut bo, mut an) = (Client::connect(server.address).await, Client::connect(server.address).await);
    bo.join("Bo").await;
    an.join("An").await;
    bo.send(AccountRequest::Register { password: Password("correct horse".into()) }).await;
    bo.until(|message| matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(()))
        .await;
    bo.send(EveningRequest::Plan(Box::new(plan()))).await;
    let code = bo
        .until(|message| match message {
            ServerMessage::Evening(EveningMessage::Planned { code }) => Some(code),
            _ => None,
        })
        .await;
    bo.send(EveningRequest::Follow { code }).await;
    for client in [&mut bo, &mut an] {
        client.send(EveningRequest::Enter { code, club: None }).await;
    }
    // both have entered
    let mut entered = 0;
    bo.until(|message| {
        let ServerMessage::Evening(EveningMessage::Records { records, .. }) = message else { return None };
        entered += records.len();
        (entered == 2).then_some(())
    })
    .await;
    let start = EveningCommand::Record(Event::Started { seed: 0 });
    bo.send(EveningRequest::Organise { code, command: start }).await;
    let called = |message| match message {
        ServerMessage::Evening(EveningMessage::Called { game: Some(game), .. }) => Some(game),
        _ => None,
    };
    let game = an.until(called).await;
    assert_eq!(bo.until(called).await, game);
    // whoever has red moves, and the other answers; a move of the wrong side is refused
    for (ply, text) in [(0, "h2e2"), (1, "h9g7")] {
        let mv = GameMove::Xiangqi(text.parse().expect("a move"));
        for client in [&mut bo, &mut an] {
            client.send(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
        }
        let played = |message| match message {
            ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
                events.iter().any(|event| matches!(event, chuhe_protocol::Event::Played { .. })).then_some(())
            }
            _ => None,
        };
        bo.until(played).await;
        an.until(played).await;
    }
    an.send(TableRequest::Resign.at(game)).await;
    let finished = bo
        .until(|message| {
            let ServerMessage::Evening(EveningMessage::Records { records, .. }) = message else {
                return None;
            };
            records.into_iter().find(|record| matches!(record.event, Event::Finished { .. }))
        })
        .await;
    assert_eq!(finished.by, 0, "the server says so");
    server.stop().await;
}
