//! Tests of a luzhanqi game at the client. The test holds the full game and sends the client what
//! its viewer sees.

use super::testing::luzhanqi::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, FilesAction, TableAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::drawing::animation::Motion;
use chuhe_model::drawing::scene::{Device, Place, Point, TileFace, TileRange};
use chuhe_model::drawing::theme::{BURST_MS, GLIDE_MS};
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_model::exchange::files::{Existing, FileNotice, FilesEvent, FilesRequest};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::table::GivingUp;
use chuhe_protocol::limits::SETUP_MS;
use chuhe_protocol::{
    ClientMessage, DoorMessage, Event as GameEvent, Refusal, ServerMessage, TableMessage, TableRequest, Tick,
};
use chuhe_records::{Start, formats};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{
    self, BoardKind, Event as RulesEvent, Formation, IllegalFormation, IllegalMove, Losses, Options,
    SetupRefusal, Slot, Station, Strength,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove, Outcome, Viewer, WinReason};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

pub(super) fn at(name: &str) -> Station {
    name.parse().unwrap()
}

impl FullGame {
    pub(super) fn passed(&mut self) {
        let by = self.game.turn().unwrap();
        let event = self.game.pass(by).unwrap().event;
        self.send(&event);
    }

    /// All events of the game with these moves, as the client receives them.
    pub(super) fn events_so_far(&self, moves: &[&str]) -> Vec<GameEvent> {
        events_sent(self.viewer, moves, false)
    }

    fn face(&self, station: &str) -> Option<TileFace> {
        let board = self.board();
        board.pieces.iter().find(|(there, _)| *there == at(station)).map(|(_, face)| *face)
    }
}

#[test]
fn a_formation_is_proposed_and_sent_to_the_server() {
    let mut full = FullGame::setting_up(Color::Black, BoardKind::Cross);
    let strengths = formation(RED).into();
    assert_eq!(
        full.world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::SetUp { strengths } }]
    );
    assert_eq!(full.board().pieces.len(), 25);
    assert!(matches!(full.face("n11"), Some(TileFace::Up(piece)) if piece.strength == Strength::Marshal));
    assert!(full.world.table().game().is_setting_up());
    // a player without a stored layout begins with a random one
    let drawn = |seed| {
        let mut world = World::in_lobby();
        world.app.desk.random = ChaCha8Rng::seed_from_u64(seed);
        world.receive_event(FullGame::started(Color::Red, BoardKind::Classic));
        *world.table().game().play().draft().unwrap()
    };
    assert_eq!(drawn(1).text(), drawn(1).text());
    assert_eq!(drawn(1).pieces().count(), 25);
    assert_ne!(drawn(1).text(), drawn(2).text());
}

#[test]
fn two_clicks_or_a_drag_swap_two_pieces() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    full.world.effects.clear();
    full.world.click("s11");
    assert_eq!(full.board().selected, Some(at("s11")));
    assert!(full.board().faint.contains(&at("s62")) && !full.board().faint.contains(&at("s12")));
    full.world.click("s12");
    full.world.drag("s13", "s41");
    let expected = "luzhanqi layout 1\nGMCDB\nB.R.R\nTT.CC\nD.P.P\nPLXLX\nEFLEE\n";
    assert_eq!(full.world.table().game().play().draft().unwrap().text(), expected);
    let sent = full.world.take_sent();
    assert_eq!(sent.len(), 2);
    assert_eq!(
        sent[1],
        ClientMessage::Table {
            game: GAME,
            request: TableRequest::SetUp { strengths: formation(expected).into() }
        }
    );
    assert_eq!(full.board().selected, None);
}

#[test]
fn an_illegal_swap_is_explained() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    full.world.effects.clear();
    full.world.click("s62");
    full.world.click("s61");
    let slot = Slot::new(6, 1).unwrap();
    let refused = Notice::Formation(IllegalFormation::FlagOutsideHeadquarters(slot));
    assert_eq!(full.world.notice(), Some(&refused));
    assert!(full.world.take_sent().is_empty());
    // the second piece is selected instead
    assert_eq!(full.board().selected, Some(at("s61")));
    for elsewhere in ["n11", "s22"] {
        full.world.click(elsewhere);
        assert_eq!(full.board().selected, None, "{elsewhere}");
    }
}

#[test]
fn a_confirmed_formation_is_fixed_until_withdrawn() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    full.world.press(TableAction::Shuffle);
    let shuffled = *full.world.table().game().play().draft().unwrap();
    assert_ne!(shuffled, formation(RED));
    full.world.effects.clear();
    full.world.press(TableAction::Confirm);
    assert_eq!(full.world.app.desk.settings.layout, Some(shuffled.text()));
    assert!(full.world.take_sent().contains(&TableRequest::ConfirmFormation.at(GAME)));
    full.confirm(Color::Red);
    full.world.effects.clear();
    let confirmed = Denied::Refused(Refusal::Setup(SetupRefusal::AlreadyConfirmed));
    full.world.click("s11");
    assert_eq!(full.world.notice(), Some(&Notice::Denied(confirmed)));
    full.world.press(TableAction::Shuffle);
    full.world.press(TableAction::Confirm);
    assert!(full.world.take_sent().is_empty());
    assert_eq!(full.world.table().game().play().draft(), Some(&formation(RED)));
    full.world.press(TableAction::WithdrawFormation);
    assert_eq!(
        full.world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::WithdrawFormation }]
    );
    let withdrew = full.game.withdraw(Color::Red).unwrap();
    full.send(&withdrew);
    full.world.click("s11");
    assert_eq!(full.board().selected, Some(at("s11")));
}

#[test]
fn only_the_readiness_of_the_opponent_is_visible() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Cross);
    assert_eq!(full.face("n11"), None);
    full.confirm(Color::Black);
    assert_eq!(full.world.notice(), Some(&Notice::OpponentReady));
    let back = TileFace::Down { color: Color::Black, mark: None };
    assert_eq!((full.face("n11"), full.face("n62")), (Some(back), Some(back)));
    full.confirm(Color::Red);
    assert_eq!(full.world.notice(), Some(&Notice::PlayBegins));
    assert!(!full.world.table().game().is_setting_up());
    assert_eq!(full.face("n62"), Some(back));
}

#[test]
fn an_unconfirmed_formation_is_sent_again_after_reconnecting() {
    for confirmed in [false, true] {
        let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
        if confirmed {
            full.confirm(Color::Red);
        }
        full.world.network(NetworkEvent::Closed(Closed::ByServer));
        full.world.wait(5_000);
        full.world.network(NetworkEvent::Connected);
        full.world.joined(true);
        full.world.receive(TableMessage::Tick(Box::new(tick(None))).at(GAME));
        full.world.effects.clear();
        full.world.receive(DoorMessage::Pong { nonce: 2 });
        let sent = full
            .world
            .take_sent()
            .iter()
            .any(|sent| matches!(sent, ClientMessage::Table { request: TableRequest::SetUp { .. }, .. }));
        assert_eq!(sent, !confirmed);
    }
}

#[test]
fn the_set_up_time_counts_down() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    let start = full.world.now;
    let left = |full: &FullGame| full.world.table().game().setup_until().map(|at| at.since(start));
    assert_eq!(left(&full), Some(SETUP_MS));
    full.world
        .receive(TableMessage::Tick(Box::new(Tick { setup_left_ms: Some(9_000), ..tick(None) })).at(GAME));
    assert_eq!(left(&full), Some(9_000));
    Color::ALL.into_iter().for_each(|color| full.confirm(color));
    assert_eq!(left(&full), None);
    assert!(full.world.table().game().first_move_by().is_some());
}

#[test]
fn layouts_are_saved_and_loaded_and_bad_files_explained() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    let world = &mut full.world;
    world.effects.clear();
    world.act(Action::Files(FilesAction::Open));
    let names = vec!["铁三角".to_owned(), "bad".to_owned()];
    world.update(Event::Files(FilesEvent::Layouts { folder: "/layouts".into(), names }));
    for (name, wrong) in [
        (" ", FileNotice::NoName),
        ("a/b", FileNotice::BadCharacter('/')),
        (&"x".repeat(65), FileNotice::LongName(65)),
    ] {
        world.act(Action::Edit(Field::LayoutName, name.into()));
        world.act(Action::Files(FilesAction::Save));
        assert_eq!(world.notice(), Some(&Notice::File(wrong)));
    }
    world.act(Action::Edit(Field::LayoutName, " 新 ".into()));
    world.act(Action::Files(FilesAction::Save));
    world.act(Action::Files(FilesAction::Load(1)));
    world.act(Action::Files(FilesAction::Load(7)));
    let wanted = [
        FilesRequest::ListLayouts,
        FilesRequest::SaveLayout { name: "新".into(), text: RED.into() },
        FilesRequest::LoadLayout { name: "bad".into() },
    ];
    assert_eq!(world.effects, wanted.map(|request| StorageEffect::Files(request).into()));
    world.effects.clear();
    let bad = FilesEvent::Layout { name: "bad".into(), text: RED.replace("TT.CC", "TTXCC") };
    world.update(Event::Files(bad));
    let Some(Notice::File(FileNotice::BadLayout { error, .. })) = world.notice() else { panic!("a fault") };
    assert_eq!((error.line, error.column), (4, 3));
    assert_eq!(world.table().game().play().draft(), Some(&formation(RED)));
    world.update(Event::Files(FilesEvent::Layout { name: "铁三角".into(), text: BLACK.into() }));
    assert_eq!(world.table().game().play().draft(), Some(&formation(BLACK)));
    assert_eq!(world.notice(), Some(&Notice::File(FileNotice::Loaded("铁三角".into()))));
    assert!(world.app.files().is_none());
    assert!(matches!(
        world.take_sent()[..],
        [ClientMessage::Table { request: TableRequest::SetUp { .. }, .. }]
    ));
    world.update(Event::Files(FilesEvent::Failed("disk".into())));
    assert_eq!(world.notice(), Some(&Notice::File(FileNotice::Failed("disk".into()))));
    let saved = FilesEvent::LayoutSaved { path: "/a".into() };
    world.update(Event::Files(saved));
    assert!(matches!(world.notice(), Some(Notice::File(FileNotice::Saved(_)))));
}

#[test]
fn a_layout_is_renamed_and_deleted_and_comes_back() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    let world = &mut full.world;
    world.act(Action::Files(FilesAction::Open));
    let list = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Event::Files(FilesEvent::Layouts { folder: "/layouts".into(), names })
    };
    let asks = |world: &mut World, action| {
        world.effects.clear();
        world.act(Action::Files(action));
        let request = |effect: &Effect| {
            let Effect::Storage(StorageEffect::Files(request)) = effect else { return None };
            Some(request.clone())
        };
        world.effects.iter().find_map(request)
    };
    world.update(list(&["a", "b"]));
    world.act(Action::Files(FilesAction::AskRename(Some(1))));
    for (typed, wrong) in [(" ", FileNotice::NoName), ("a/b", FileNotice::BadCharacter('/'))] {
        world.act(Action::Edit(Field::LayoutRename, typed.into()));
        assert_eq!(asks(world, FilesAction::Rename), None);
        assert_eq!(world.notice(), Some(&Notice::File(wrong)));
    }
    world.act(Action::Edit(Field::LayoutRename, " a ".into()));
    let request = FilesRequest::RenameLayout { name: "b".into(), to: "a".into() };
    assert_eq!(asks(world, FilesAction::Rename), Some(request));
    world.update(Event::Files(FilesEvent::LayoutExists { name: "a".into() }));
    assert_eq!(world.notice(), Some(&Notice::File(FileNotice::Exists("a".into()))));
    assert!(world.app.files().unwrap().renaming.is_some(), "another name can be typed");
    world.update(list(&["a", "c"]));
    assert_eq!(world.app.files().unwrap().renaming, None);
    world.act(Action::Files(FilesAction::AskRename(Some(1))));
    assert_eq!(asks(world, FilesAction::Rename), None, "it has this name already");
    assert_eq!(world.app.files().unwrap().renaming, None);

    assert_eq!(asks(world, FilesAction::Restore), None, "none was deleted");
    let request = FilesRequest::DeleteLayout { name: "a".into() };
    assert_eq!(asks(world, FilesAction::Delete(0)), Some(request));
    world.update(Event::Files(FilesEvent::LayoutDeleted { name: "a".into(), text: RED.into() }));
    let files = world.app.files().unwrap();
    assert_eq!((&files.names[..], files.deleted()), (&["c".to_owned()][..], Some("a")));
    let request = FilesRequest::RestoreLayout { name: "a".into(), text: RED.into() };
    assert_eq!(asks(world, FilesAction::Restore), Some(request));
    world.update(list(&["a", "c"]));
    assert_eq!(world.app.files().unwrap().deleted(), None);
}

#[test]
fn a_layout_is_loaded_although_the_connection_is_lost_meanwhile() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    let world = &mut full.world;
    world.act(Action::Files(FilesAction::Open));
    let names = vec!["铁三角".to_owned()];
    world.update(Event::Files(FilesEvent::Layouts { folder: "/layouts".into(), names }));
    world.reconnect();
    world.joined(true);
    assert!(world.app.files().is_some(), "the dialog stays open");
    world.act(Action::Files(FilesAction::Load(0)));
    world.update(Event::Files(FilesEvent::Layout { name: "铁三角".into(), text: BLACK.into() }));
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.table().game().play().draft(), Some(&formation(BLACK)));
    assert!(world.app.files().is_none());
}

#[test]
fn clicks_play_a_piece_and_preview_its_path() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
    full.world.click("s12");
    let board = full.board();
    assert_eq!((board.selected, board.quiet.as_slice()), (Some(at("s12")), [at("s22")].as_slice()));
    full.world.click("s22");
    let mv = GameMove::Luzhanqi("s12s22".parse().unwrap());
    assert_eq!(
        full.world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::Play { ply: 0, mv, premove: false } }]
    );
    assert!(full.face("s22").is_some() && full.face("s12").is_none());
    full.moved("s12s22");
    assert!(full.world.app.animating(full.world.now));
    full.moved("n12n22");
    // red's marshal can now take the curve into the empty arm on its left
    full.world.click("s11");
    let to = full.world.point("w55");
    full.world.update(Event::Pointer(Pointer::Moved(to)));
    let names: Vec<String> = full.board().path.iter().map(Station::to_string).collect();
    assert_eq!(names, ["s11", "w15", "w25", "w35", "w45", "w55"]);
}

#[test]
fn an_illegal_move_is_explained_and_not_sent() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    for (from, to, why) in [
        ("s52", "s42", IllegalMove::NeverMoves),
        ("s12", "s13", IllegalMove::OwnPieceThere),
        ("s11", "n11", IllegalMove::OnlyEngineersTurn),
        ("s61", "s22", IllegalMove::NoPath),
    ] {
        full.world.press(TableAction::Play(GameMove::Luzhanqi(luzhanqi::Move::new(at(from), at(to)))));
        assert_eq!(full.world.notice(), Some(&Notice::Illegal(IllegalPlay::Luzhanqi(why))), "{from}{to}");
    }
    assert!(full.world.take_sent().is_empty());
}

#[test]
fn a_battle_hides_the_strengths() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.world.click("s11");
    full.world.click("n15");
    // the board shows nothing of a battle until the server sends the outcome
    assert!(full.face("s11").is_some() && full.board().motions.is_empty());
    full.moved("s11n15");
    let [Motion::Glide { under: Some(TileFace::Down { color: Color::Black, mark: None }), .. }] =
        &full.board().motions[..]
    else {
        panic!("the attacker glides to the station: {:?}", full.board().motions)
    };
    full.world.wait(GLIDE_MS);
    let [Motion::Burst { removed, .. }] = &full.board().motions[..] else { panic!("the defender bursts") };
    assert_eq!(*removed, [TileFace::Down { color: Color::Black, mark: None }]);
    full.world.wait(BURST_MS);
    assert!(!full.world.app.animating(full.world.now));
    let history = full.world.table().game().luzhanqi().unwrap();
    assert_eq!(history.losses_at(1, Color::Black), Losses::Counted(1));
    assert_eq!(history.losses_at(1, Color::Red), Losses::Known(vec![]));
}

#[test]
fn a_dropped_attacker_waits_for_the_result() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.world.drag("s11", "n15");
    let dropped = full.world.point("n15");
    assert_eq!(full.board().dragged, Some((at("s11"), dropped)));
    let request = full.world.last_request();
    full.world.receive(ServerMessage::Refused { request, reason: Refusal::Paused });
    assert_eq!(full.board().dragged, None);
    assert!(full.face("s11").is_some());
    // a passed turn and a review also end the drag
    full.passed();
    full.passed();
    full.world.drag("s11", "n15");
    full.world.press(TableAction::Review(Some(0)));
    assert_eq!(full.board().dragged, None);
    full.world.press(TableAction::Review(None));
    full.passed();
    assert_eq!(full.board().dragged, None);
    assert!(full.face("s11").is_some());
}

#[test]
fn the_opponents_move_keeps_the_selection() {
    let mut full = FullGame::setting_up(Color::Red, BoardKind::Classic);
    full.world.click("s11");
    full.confirm(Color::Black);
    let withdrew = full.game.withdraw(Color::Black).unwrap();
    full.send(&withdrew);
    assert_eq!(full.board().selected, Some(at("s11")));
}

#[test]
fn marks_follow_their_pieces_and_are_not_sent() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    let marked = |mark| Some(TileFace::Down { color: Color::Black, mark });
    full.right_click("n12");
    assert_eq!(full.world.table().game().play().marking(), Some((at("n12"), None)));
    full.world.press(TableAction::Mark(Some(Strength::General)));
    assert_eq!(full.face("n12"), marked(Some(Strength::General)));
    // without a selection, a left click also opens the marks
    full.world.click("n15");
    full.world.press(TableAction::Mark(Some(Strength::Mine)));
    full.right_click("s11");
    assert_eq!(full.world.table().game().play().marking(), None);
    assert_eq!(
        (
            full.world.table().game().play().luzhanqi().unwrap().marked(Strength::Mine),
            full.world.take_sent().len()
        ),
        (1, 0)
    );
    full.moved("s11n15");
    full.moved("n12n22");
    assert_eq!((full.face("n12"), full.face("n22")), (None, marked(Some(Strength::General))));
    assert_eq!(full.world.table().game().play().luzhanqi().unwrap().marked(Strength::Mine), 0);
    full.world.press(TableAction::Review(Some(0)));
    assert_eq!(full.face("n12"), marked(None));
    full.world.press(TableAction::Review(None));
    full.right_click("n22");
    full.world.press(TableAction::Mark(None));
    // without a mark the tile shows what the piece can still be
    let movable = TileFace::Ranged { color: Color::Black, range: TileRange::Movable };
    assert_eq!(full.face("n22"), Some(movable));
}

#[test]
fn the_sign_on_a_hidden_piece_is_pointed_at_by_the_mouse_and_while_it_is_to_be_marked() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.moved("s11n15");
    full.moved("n12n22");
    full.world.wait(2_000);
    let pointed = |full: &FullGame| full.world.table().board().pointed();
    let hover = |full: &mut FullGame, station: &str| {
        let at = full.world.point(station);
        full.world.update(Event::Pointer(Pointer::Moved(at)));
        pointed(full)
    };
    let movable = Some(TileFace::Ranged { color: Color::Black, range: TileRange::Movable });
    assert_eq!(hover(&mut full, "n22"), movable);
    assert_eq!((hover(&mut full, "n11"), hover(&mut full, "n12")), (None, None), "a bare back, and no piece");
    full.right_click("n22");
    full.world.update(Event::Pointer(Pointer::Cancelled));
    assert_eq!(pointed(&full), movable, "a finger that tapped it is gone");
    full.world.press(TableAction::Mark(Some(Strength::General)));
    let marked = Some(TileFace::Down { color: Color::Black, mark: Some(Strength::General) });
    assert_eq!((pointed(&full), hover(&mut full, "n22")), (None, marked));
    full.world.press(TableAction::Review(Some(0)));
    assert_eq!((hover(&mut full, "n22"), hover(&mut full, "n12")), (None, None), "nothing was known then");
    assert!(matches!(hover(&mut full, "s11"), Some(TileFace::Up(_))), "it was there then");
}

#[test]
fn a_passed_turn_is_announced_and_counted() {
    let mut full = FullGame::begun(Color::Black, BoardKind::Classic);
    full.passed();
    let expected = Notice::TurnPassed { mine: false, by: Color::Red, passes: 1, of: 5 };
    assert_eq!(full.world.notice(), Some(&expected));
    assert!(full.world.table().is_my_turn());
    assert_eq!(full.world.table().game().ply(), 1);
}

#[test]
fn resigning_is_denied_before_its_step_and_takebacks_always() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    let permits = |full: &FullGame| {
        let permits = full.world.table().permits(full.world.now, true);
        (permits.giving_up(), permits.give_up())
    };
    assert_eq!(permits(&full), (GivingUp::Abort, Ok(())));
    let moves = ["s12s22", "n12n22", "s22s12", "n22n12"];
    for (step, mv) in moves.into_iter().cycle().take(20).enumerate() {
        if step >= 2 {
            let steps = 20 - step as u16;
            assert_eq!(permits(&full), (GivingUp::Resign, Err(Denied::ResignLater { steps })));
        }
        full.moved(mv);
    }
    assert_eq!(permits(&full), (GivingUp::Resign, Ok(())));
    let offer = full.world.table().permits(full.world.now, true).offer(OfferKind::Takeback);
    assert!(offer.is_err());
}

#[test]
fn an_approaching_draw_is_announced_once() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    let moves = ["s12s22", "n12n22", "s22s12", "n22n12"];
    for (step, mv) in moves.into_iter().cycle().take(61).enumerate() {
        full.world.wait(6_000);
        full.moved(mv);
        let announced = full.world.notice() == Some(&Notice::DrawNear { steps: 10 });
        assert_eq!(announced, step == 59, "{step}");
    }
}

#[test]
fn the_end_reveals_all_and_the_record_can_be_saved() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.moved("s11n15");
    full.right_click("n12");
    full.world.press(TableAction::Mark(Some(Strength::Flag)));
    full.world.act(Action::Review(ReviewAction::SaveTable));
    assert!(full.world.effects.is_empty());
    assert_eq!(full.world.notice(), Some(&Notice::Record(RecordNotice::Hidden)));
    let mut full = full.ended();
    assert!(full.board().pieces.iter().all(|(_, face)| matches!(face, TileFace::Up(_))));
    full.world.press(TableAction::Review(Some(0)));
    assert!(matches!(full.face("n15"), Some(TileFace::Up(piece)) if piece.strength == Strength::Brigadier));
    full.world.effects.clear();
    full.world.act(Action::Review(ReviewAction::SaveTable));
    let [
        Effect::Storage(StorageEffect::Files(FilesRequest::SaveGame {
            path,
            bytes,
            existing: Existing::Number,
        })),
    ] = &full.world.effects[..]
    else {
        panic!("a record")
    };
    assert_eq!(path, "楚河客-云中鹤.txt");
    let saved = formats::read(bytes, None).unwrap();
    let Start::Luzhanqi(start) = saved.games[0].tree.start() else { panic!("a game of luzhanqi") };
    assert_eq!([start.formations.red, start.formations.black], [RED, BLACK].map(formation));
}

/// Returns the events of a game that the server sends to this viewer.
fn events_sent(viewer: Viewer, moves: &[&str], close: bool) -> Vec<GameEvent> {
    let mut game = luzhanqi::Game::new(BoardKind::Cross, Options::default());
    let mut events_so_far = Vec::new();
    for (color, text) in [(Color::Red, RED), (Color::Black, BLACK)] {
        events_so_far.push(game.place(color, formation(text)).unwrap());
        events_so_far.push(game.confirm(color).unwrap());
    }
    for mv in moves {
        let by = game.turn().unwrap();
        events_so_far.push(game.play(by, mv.parse().unwrap()).unwrap().event);
    }
    let seen = |event: &RulesEvent| GameEvent::Luzhanqi {
        seen: Box::new(event.seen_by(viewer)),
        clocks: reading(None),
    };
    let mut events = vec![FullGame::started(Color::Red, BoardKind::Cross)];
    events.extend(events_so_far.iter().map(seen));
    if close {
        let outcome = Outcome::won(Color::Red, WinReason::Resignation);
        events.push(GameEvent::Ended { outcome, clocks: reading(None) });
        events.extend(game.close().iter().map(seen));
    }
    events
}

#[test]
fn marks_follow_their_pieces_through_missed_events() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
    full.right_click("n12");
    full.world.press(TableAction::Mark(Some(Strength::General)));
    full.right_click("n15");
    full.world.press(TableAction::Mark(Some(Strength::Brigadier)));
    let events = events_sent(Viewer::Player(Color::Red), &["s11n15", "n12n22"], false);
    let next = events.len() as u32;
    full.world.receive(TableMessage::Snapshot { next, events, first: true, last: true }.at(GAME));
    let marked = |mark| Some(TileFace::Down { color: Color::Black, mark });
    assert_eq!(full.face("n22"), marked(Some(Strength::General)));
    assert_eq!(full.world.table().game().play().luzhanqi().unwrap().marked(Strength::Brigadier), 0);
}

#[test]
fn spectators_see_tile_backs_and_a_review_shows_everything() {
    let moves = ["s11n15", "n12n22"];
    let mut world = World::in_lobby();
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(GAME));
    let events = events_sent(Viewer::Spectator, &moves, false);
    world.receive(TableMessage::Events { first: 0, events }.at(GAME));
    let board = world.table().board().luzhanqi(world.now);
    assert!(board.pieces.iter().all(|(_, face)| matches!(face, TileFace::Down { mark: None, .. })));
    assert_eq!(world.table().game().seat(), None);

    let mut world = super::testing::games::in_list(vec![chuhe_model::testing::summary(GAME.0)], false);
    world.act(Action::Games(chuhe_model::actions::action::GamesAction::Open(GAME)));
    let events = events_sent(Viewer::Player(Color::Red), &moves, true);
    world.receive(super::testing::games::page(0, events, false));
    for ply in 0..=2 {
        world.press(TableAction::Review(Some(ply)));
        let board = world.table().board().luzhanqi(world.now);
        assert!(board.pieces.iter().all(|(_, face)| matches!(face, TileFace::Up(_))), "{ply}");
        assert_eq!(board.pieces.len(), if ply == 0 { 50 } else { 49 });
    }
    world.effects.clear();
    world.act(Action::Review(ReviewAction::SaveTable));
    assert!(matches!(
        world.effects[..],
        [Effect::Storage(StorageEffect::Files(FilesRequest::SaveGame { .. }))]
    ));
}

#[test]
fn events_of_the_wrong_game_are_refused() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.world.receive_event(played(Color::Red, "h2e2"));
    assert!(full.world.app.sessions.table().is_none());
    let mut world = World::at_board(Color::Red);
    let placed = RulesEvent::Confirmed { by: Color::Red }.seen_by(Viewer::Spectator);
    world.receive_event(GameEvent::Luzhanqi { seen: Box::new(placed), clocks: reading(None) });
    assert!(world.app.sessions.table().is_none());
}

#[test]
fn random_formations_are_legal_and_differ() {
    for seed in 0..50 {
        let mut world = World::new();
        world.app.desk.random = ChaCha8Rng::seed_from_u64(seed);
        let formation = world.app.desk.random_formation();
        assert_eq!(Formation::from_text(&formation.text()), Ok(formation));
        assert_ne!(world.app.desk.random_formation(), formation, "different each time");
    }
}

#[test]
fn a_finger_near_a_target_on_the_small_cross_board_means_it_and_a_mouse_does_not() {
    let screen = emath::vec2(360.0, 640.0);
    let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
    full.world = full.world.touched(screen);
    let layout = full.world.table().layout(full.world.app.desk.area(screen)).board;
    let point = |station: Station| layout.point(Place::Station(station)).unwrap();
    let begin = at("s13");
    for pointer in [Pointer::Pressed(point(begin)), Pointer::Released(point(begin))] {
        full.world.update(Event::Pointer(pointer));
    }
    let board = full.board();
    assert_eq!(board.selected, Some(begin));
    let targets = [board.quiet, board.captures].concat();
    let pieces: Vec<Station> = board.pieces.iter().map(|(station, _)| *station).collect();
    let mut hovered = |at: Point, device: Device| {
        for pointer in [Pointer::By(device), Pointer::Moved(at)] {
            full.world.update(Event::Pointer(pointer));
        }
        full.board().hovered
    };
    let mut near = 0;
    for &target in &targets {
        for (right, down) in [(14.0, 0.0), (-14.0, 0.0), (0.0, 14.0), (0.0, -14.0)] {
            let beside = point(target) + emath::vec2(right, down);
            let nearest = |stations: &[Station]| {
                let far = |station: &Station| (point(*station).distance(beside), *station);
                stations
                    .iter()
                    .map(far)
                    .min_by(|one, other| one.0.total_cmp(&other.0))
                    .expect("there are some")
            };
            let (far, meant) = nearest(&targets);
            if hovered(beside, Device::Mouse).is_some() || nearest(&pieces).0 < far {
                continue;
            }
            near += 1;
            assert_eq!(hovered(beside, Device::Finger), Some(meant), "{target} {right} {down}");
        }
    }
    assert!(near > 0, "{targets:?}");
    // what is far from every target means nothing
    assert_eq!(hovered(layout.panel().left_top() + emath::vec2(30.0, 30.0), Device::Finger), None);
}

#[test]
fn a_finger_between_the_tiles_picks_the_nearest_one_that_can_move() {
    let screen = emath::vec2(360.0, 640.0);
    for (device, selected) in [(Device::Finger, Some(at("s12"))), (Device::Mouse, None)] {
        let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
        full.world = full.world.touched(screen);
        let layout = full.world.table().layout(full.world.app.desk.area(screen)).board;
        // in an empty camp, next to the tile in front of it
        let [tile, camp] = ["s12", "s22"].map(|name| layout.point(Place::Station(at(name))).unwrap());
        let between = tile + (camp - tile) * 0.7;
        assert_eq!(layout.place(between), Some(Place::Station(at("s22"))));
        for pointer in [Pointer::By(device), Pointer::Pressed(between), Pointer::Released(between)] {
            full.world.update(Event::Pointer(pointer));
        }
        assert_eq!(full.board().selected, selected, "{device:?}");
        assert!(full.world.take_sent().is_empty());
    }
}

#[test]
fn the_status_line_names_the_piece_under_the_pointer_and_none_where_one_has_been() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    let pointed = |full: &mut FullGame| {
        let at = full.world.point("s11");
        full.world.update(Event::Pointer(Pointer::Moved(at)));
        full.world.table().board().pointed()
    };
    assert!(pointed(&mut full).is_some());
    full.moved("s11n15");
    full.world.wait(2_000);
    assert_eq!(pointed(&mut full), None);
}
