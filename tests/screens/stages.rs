//! The screens of which pictures are taken, each with what leads to it.

use super::games::{OPENING, OPPONENT, STARTED_AT_MS, Scene, USER, on};
use super::guessing::{guess, guess_answered, guess_done};
use super::learning::{
    endgame, endgame_kept, endgames, flag_wrong, flags, learn, learn_luzhanqi, lesson, lesson_of_marking,
    lesson_of_mate, lesson_with_a_mistake, own_mistake, puzzle_of_today, puzzle_solved,
    puzzle_with_a_wrong_move, puzzles,
};
use super::profiles::{leaderboard, openings, own_profile, profile, settings_about_others};
use super::reports::{judged, name_banned, open_reports, report};
use super::seeking::{seek_form, seeking};
use crate::world::Client;
use chuhe_model::actions::action::{
    AccountAction, Action, Field, FilesAction, FormAction, FormField, HelpAction, InvitationAction,
    JoinAction, JoinField, LibraryAction, LobbyAction, LobbyTab, RecordField, SettingsAction, Tab,
    TableAction,
};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::analysis::AnalysisAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::drawing::theme::{BoardStyle, Palette, PieceSet};
use chuhe_model::engines::EngineAction;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::event::{Closed, Event, NetworkEvent};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::exchange::nearby::{AnnouncedServer, NearbyEvent};
use chuhe_model::help::Page;
use chuhe_model::library::{
    ImportContent, ImportFailure, ImportFile, Imported, LibraryEvent, LibraryGame, LibraryId, LibraryRequest,
    Summary,
};
use chuhe_model::pinyin::ComposerKey;
use chuhe_protocol::{
    AccountMessage, ArchiveMessage, CloseReason, DoorMessage, GameId, GameKind, GameSummary, HallName,
    HallStatus, Halls, PlayerId, PlayerName, PlayerResult, Seat, ServerMessage, TakebackPolicy,
};
use chuhe_records::formats::{Fault, Location, ReadError};
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::{Color, DrawReason, Outcome, PerColor, WinReason};

/// A screen in a certain state.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) name: &'static str,
    build: fn(Lang) -> Scene,
    /// The text field that has the keyboard focus.
    pub(super) focus: Option<&'static str>,
}

impl Stage {
    pub(super) const fn new(name: &'static str, build: fn(Lang) -> Scene) -> Self {
        Self { name, build, focus: None }
    }

    const fn typing(name: &'static str, focus: &'static str, build: fn(Lang) -> Scene) -> Self {
        Self { name, build, focus: Some(focus) }
    }

    /// Brings the state about, in this language.
    pub(super) fn build(&self, lang: Lang) -> Scene {
        (self.build)(lang)
    }
}

/// Every screen of which pictures are taken.
pub(super) const STAGES: &[Stage] = &[
    Stage::new("first", |lang| Scene::new(1, lang)),
    Stage::new("first-two", |lang| first(lang, StartEntry::Two)),
    Stage::new("first-join", |lang| first(lang, StartEntry::Join)),
    Stage::new("first-host", |lang| first(lang, StartEntry::Host)),
    Stage::new("first-review", |lang| first(lang, StartEntry::Review)),
    Stage::new("learn", learn),
    Stage::new("learn-luzhanqi", learn_luzhanqi),
    Stage::new("lesson", lesson),
    Stage::new("lesson-wrong", lesson_with_a_mistake),
    Stage::new("lesson-mate", lesson_of_mate),
    Stage::new("lesson-mark", lesson_of_marking),
    Stage::new("puzzles", puzzles),
    Stage::new("puzzle", puzzle_of_today),
    Stage::new("puzzle-wrong", puzzle_with_a_wrong_move),
    Stage::new("puzzle-solved", puzzle_solved),
    Stage::new("own-mistake", own_mistake),
    Stage::new("endgames", endgames),
    Stage::new("endgame", endgame),
    Stage::new("endgame-kept", endgame_kept),
    Stage::new("flags", flags),
    Stage::new("flag-wrong", flag_wrong),
    Stage::new("join-faulty", join_with_a_faulty_address),
    Stage::new("join-unreachable", join_an_unreachable_server),
    Stage::new("join-nearby", join_a_server_nearby),
    Stage::new("join-halls", join_a_server_with_halls),
    Stage::new("engines", engines),
    Stage::new("settings", settings),
    Stage::new("settings-board", |lang| settings_page(lang, SettingsPage::Board)),
    Stage::new("settings-display", |lang| settings_page(lang, SettingsPage::Display)),
    Stage::new("settings-sounds", |lang| settings_page(lang, SettingsPage::Sounds)),
    Stage::new("help-xiangqi", |lang| help(lang, Page::Xiangqi)),
    Stage::new("help-luzhanqi", |lang| help(lang, Page::Luzhanqi)),
    Stage::new("keys", keys),
    Stage::new("lobby-empty", empty_lobby),
    Stage::new("lobby", lobby),
    Stage::new("account", account),
    Stage::new("account-registered", account_of_a_registered_name),
    Stage::new("lobby-seeking", seeking),
    Stage::new("lobby-seek-form", seek_form),
    Stage::new("lobby-boards", boards),
    Stage::new("lobby-recent", recent_opponents),
    Stage::new("lobby-card", player_card),
    Stage::new("leaderboard", leaderboard),
    Stage::new("profile", profile),
    Stage::new("own-profile", own_profile),
    Stage::new("profile-openings", openings),
    Stage::new("report", report),
    Stage::new("report-judged", judged),
    Stage::new("report-name-banned", name_banned),
    Stage::new("report-open", open_reports),
    Stage::new("settings-server", settings_about_others),
    Stage::new("lobby-computer-form", computer_form_in_the_lobby),
    Stage::new("lobby-computer", computer_in_the_lobby),
    Stage::new("lobby-games", finished_games),
    Stage::new("challenge", |lang| challenge(lang, GameChoice::Xiangqi)),
    Stage::new("challenge-luzhanqi", |lang| challenge(lang, GameChoice::LuzhanqiCross)),
    Stage::new("invitation-form", invitation_form),
    Stage::new("invitation-own", own_invitation),
    Stage::new("invitation-code", invitation_code),
    Stage::new("invitation-accepted", accepted_invitation),
    Stage::new("invitation-awaited", awaited_invitation),
    Stage::new("invitation-before-joining", invitation_before_joining),
    Stage::new("invitation-followed", followed_invitation),
    Stage::new("invitation-gone", gone_invitation),
    Stage::new("table-start", |lang| Scene::at_table(3, lang, []).0),
    Stage::new("table-mid", table_in_midgame),
    Stage::new("table-cloth", table_on_cloth),
    Stage::new("table-paper", table_on_paper),
    Stage::new("luzhanqi-cloth", luzhanqi_on_cloth),
    Stage::new("table-chat", table_with_chat),
    Stage::typing("table-typed", "table.move", table_with_a_typed_move),
    Stage::typing("table-pinyin", "chat.text", table_with_pinyin),
    Stage::new("table-quit", table_before_quitting),
    Stage::new("table-check", table_in_check),
    Stage::new("table-draw", table_with_a_draw_offer),
    Stage::new("table-resign", table_before_resigning),
    Stage::new("table-cut-off", table_cut_off),
    Stage::new("table-superseded", table_superseded),
    Stage::new("lobby-superseded", lobby_superseded),
    Stage::new("table-refused", table_with_a_refused_move),
    Stage::new("table-over", table_after_checkmate),
    Stage::new("table-over-chat", |lang| chatting_after(table_after_checkmate(lang))),
    Stage::new("table-over-challenged", challenged_after_checkmate),
    Stage::new("ruling", ruling),
    Stage::new("watching", watching),
    Stage::new("watching-guess", |lang| watching_guess(lang, "c9e7").0),
    Stage::new("watching-guessed", |lang| watching_guessed(lang, "c9e7")),
    Stage::new("watching-hit", |lang| watching_guessed(lang, OPENING[17])),
    Stage::new("computer", computer),
    Stage::new("cover", cover),
    Stage::new("luzhanqi-setup", luzhanqi_in_setup),
    Stage::new("luzhanqi-layouts", luzhanqi_with_layouts),
    Stage::new("luzhanqi-two", |lang| luzhanqi(lang, GameChoice::LuzhanqiClassic, 40, 900)),
    Stage::new("luzhanqi-cross", luzhanqi_on_the_cross),
    Stage::new("luzhanqi-names", luzhanqi_with_translated_tiles),
    Stage::new("luzhanqi-battle", |lang| luzhanqi(lang, GameChoice::LuzhanqiClassic, 42, 120)),
    Stage::new("luzhanqi-over", luzhanqi_over),
    Stage::new("review", |lang| review(lang, &[])),
    Stage::new("review-analysis", analysis),
    Stage::new("review-luzhanqi", luzhanqi_review),
    Stage::new("guess", guess),
    Stage::new("guess-answered", guess_answered),
    Stage::new("guess-done", guess_done),
    Stage::new("review-games", games_of_a_file),
    Stage::new("review-notes", notes_on_a_file),
    Stage::new("review-open", |lang| file_dialog(lang, ReviewAction::AskOpen)),
    Stage::new("review-save", |lang| file_dialog(lang, ReviewAction::AskSave)),
    Stage::new("library", library),
    Stage::new("library-adding", |lang| library_with_files(lang, 2)),
    Stage::new("library-added", |lang| library_with_files(lang, 4)),
    Stage::new("library-delete", library_with_games_to_delete),
    Stage::new("set-up", set_up),
];

pub(super) fn first(lang: Lang, entry: StartEntry) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Start(StartAction::Show(entry)));
    scene
}

fn join_with_a_faulty_address(lang: Lang) -> Scene {
    let mut scene = first(lang, StartEntry::Join);
    scene.edit(Field::Join(JoinField::Host), "chess example");
    scene.edit(Field::Join(JoinField::Port), "70000");
    scene.act(Action::Join(JoinAction::Submit));
    scene
}

fn join_an_unreachable_server(lang: Lang) -> Scene {
    let mut scene = first(lang, StartEntry::Join);
    scene.world.cut(scene.user, false);
    scene.edit(Field::Join(JoinField::Host), "chuhe.example.org");
    scene.edit(Field::Join(JoinField::Name), USER);
    scene.act(Action::Join(JoinAction::Submit));
    scene.world.advance(2_000);
    scene
}

/// Three servers are found on the local network, and the user has been to one server.
fn join_a_server_nearby(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(1, lang);
    scene.act(Action::Join(JoinAction::Leave));
    scene.act(Action::Start(StartAction::Show(StartEntry::Join)));
    for (name, address) in [
        ("云中鹤", "192.168.1.7"),
        ("Chess club", "192.168.1.31"),
        ("The long name of a chess club in the old town", "fd00:1234:5678:9abc::31"),
    ] {
        let (instance, addresses) = (name.to_owned(), vec![address.parse().expect("an address")]);
        let server = AnnouncedServer { instance, addresses, port: 9899, tls: false };
        scene.pass(Event::Nearby(NearbyEvent::Announced(server)));
    }
    scene
}

/// The server lists its halls, and the user has not been to any.
fn join_a_server_with_halls(lang: Lang) -> Scene {
    let mut scene = first(lang, StartEntry::Join);
    scene.world.cut(scene.user, false);
    scene.edit(Field::Join(JoinField::Host), "chuhe.example.org");
    scene.edit(Field::Join(JoinField::Name), USER);
    scene.act(Action::Join(JoinAction::Submit));
    let hall = |name, players, capacity| {
        let name = HallName::parse(name).expect("a name");
        HallStatus { name, players, capacity, address: None }
    };
    let list = vec![hall("楚河", 12, 500), hall("汉界", 500, 500), hall("Beginners", 187, 2_000)];
    let halls = Halls { list, nodes: Vec::new() };
    for event in [NetworkEvent::Halls(halls), NetworkEvent::Connected] {
        scene.pass(Event::Network(event));
    }
    scene
}

fn engines(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Engines(EngineAction::Open));
    scene.act(Action::Engines(EngineAction::New));
    scene
}

fn settings(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Settings(SettingsAction::Toggle));
    scene
}

fn settings_page(lang: Lang, page: SettingsPage) -> Scene {
    let mut scene = settings(lang);
    scene.act(Action::Settings(SettingsAction::Page(page)));
    scene
}

fn table_on_cloth(lang: Lang) -> Scene {
    dressed(table_in_midgame(lang), BoardStyle::Baize, PieceSet::Western, Palette::ColorBlind)
}

fn table_on_paper(lang: Lang) -> Scene {
    dressed(table_in_check(lang), BoardStyle::Paper, PieceSet::Simplified, Palette::HighContrast)
}

fn luzhanqi_on_cloth(lang: Lang) -> Scene {
    let scene = luzhanqi(lang, GameChoice::LuzhanqiClassic, 40, 900);
    dressed(scene, BoardStyle::Baize, PieceSet::Traditional, Palette::ColorBlind)
}

fn dressed(mut scene: Scene, board: BoardStyle, pieces: PieceSet, palette: Palette) -> Scene {
    for action in
        [SettingsAction::Board(board), SettingsAction::Pieces(pieces), SettingsAction::Palette(Some(palette))]
    {
        scene.act(Action::Settings(action));
    }
    scene
}

fn help(lang: Lang, page: Page) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Help(HelpAction::Toggle));
    scene.act(Action::Help(HelpAction::Show(page)));
    scene
}

fn keys(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Help(HelpAction::ToggleKeys));
    scene
}

fn account(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.act(Action::Account(AccountAction::Open));
    scene
}

/// The user's name is registered, and the question whether to sign out everywhere is not asked yet.
fn account_of_a_registered_name(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.receive(AccountMessage::Registered);
    scene.act(Action::Account(AccountAction::Open));
    scene
}

/// A lobby that others have left.
fn empty_lobby(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(2, lang);
    for name in ["river_lin", "NguyễnĐức", OPPONENT] {
        let visitor = scene.world.join(name);
        scene.world.advance(1_000);
        scene.world.act(visitor, Action::Join(JoinAction::Leave));
        scene.world.advance(400_000);
    }
    scene
}

/// A lobby in which the user has played two games, and one of the opponents has left.
fn recent_opponents(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(16, lang);
    let opponents = ["river_lin", OPPONENT].map(|name| scene.world.join(name));
    for name in ["MinhAnh", "LongestNickname1", "一炮定江山先生", "Anna"] {
        scene.world.join(name);
    }
    scene.world.advance(2_000);
    for opponent in opponents {
        let red = [Action::Form(FormAction::Color(chuhe_protocol::ColorChoice::Red))];
        scene.world.start_game(scene.user, opponent, red);
        scene.play(opponent, &OPENING[..4]);
        scene.world.at_table(opponent, TableAction::AskGiveUp);
        scene.world.at_table(opponent, TableAction::Resign);
        scene.world.advance(1_000);
        for client in [scene.user, opponent] {
            scene.world.at_table(client, TableAction::Leave);
        }
        scene.world.advance(400_000);
    }
    scene.world.act(opponents[0], Action::Join(JoinAction::Leave));
    scene.world.advance(2_000);
    scene
}

/// The card of a player whom the user has played.
fn player_card(lang: Lang) -> Scene {
    let mut scene = recent_opponents(lang);
    let visit = scene.app().sessions().visit().expect("the user is in the lobby");
    let opponents = visit.games.past.opponents(visit.me, &visit.lobby);
    let opponent =
        opponents.iter().find(|opponent| opponent.is_online).expect("one of two has stayed").player;
    scene.act(Action::Lobby(LobbyAction::OpenCard(opponent)));
    let games = (0..8).map(|index| finished_game(&scene, index, opponent, OPPONENT)).collect();
    scene.receive(ServerMessage::Archive(ArchiveMessage::FoundGames { games, next: None }));
    scene
}

/// The user plays the computer while they are in a lobby, and is challenged there.
pub(super) fn computer_in_the_lobby(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(17, lang);
    let challenger = scene.world.join(OPPONENT);
    scene.world.advance(2_000);
    scene.act(Action::Start(StartAction::PlayComputer));
    scene.world.advance(1_000);
    challenge_user(&mut scene, challenger);
    scene.world.advance(5_000);
    scene
}

/// The tab of the lobby with the boards of running games.
fn boards(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Watch)));
    scene.world.advance(2_000);
    scene
}

/// A lobby with idle and playing players, chat and a challenge to the user.
pub(super) fn lobby(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(4, lang);
    let names = [
        OPPONENT,
        "MinhAnh",
        "river_lin",
        "阿强",
        "Anna",
        "老马识途",
        "Bảo",
        "chess_granny",
        "七星聚会",
        "NguyễnĐức",
        "仙人指路",
        "Bo",
        "橘中秘",
        "Sơn",
        "弈林新秀",
        "MaryEllen",
        "臥槽馬",
        "Khánh",
        "一炮定江山",
        "Q",
        "LongestNickname1",
        "梅花谱",
        "Hạnh",
        "過河卒",
    ];
    let players: Vec<Client> = names.iter().map(|name| scene.world.join(name)).collect();
    scene.world.advance(3_000);
    for pair in players[8..18].chunks_exact(2) {
        let game = if pair[0] == players[10] { GameChoice::LuzhanqiCross } else { GameChoice::Xiangqi };
        scene.world.start_game(pair[0], pair[1], on(game));
    }
    scene.chat(players[0], &["有人下一盘吗？", "快棋也行"]);
    scene.chat(players[1], &["Chào mọi người, có ai đánh cờ không?"]);
    scene.chat(
        players[4],
        &["Good evening! Is anybody new to luzhanqi here? I would like to learn it with someone patient."],
    );
    scene.chat(scene.user, &["你好"]);
    challenge_user(&mut scene, players[0]);
    scene.world.advance(5_000);
    scene
}

pub(super) fn name(name: &str) -> PlayerName {
    PlayerName::parse(name).expect("the name is valid")
}

/// The tab of the lobby with the user's finished games.
fn finished_games(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    let opponents = [OPPONENT, "MinhAnh", "river_lin", "阿强", "Anna", "老马识途", "NguyễnĐức"];
    let game = |index: usize| finished_game(&scene, index, PlayerId(2), opponents[index % opponents.len()]);
    let games = (0..16).map(game).collect();
    scene.receive(ServerMessage::Archive(ArchiveMessage::Games { games, more: true }));
    scene
}

/// A finished game of the user with this opponent, the latest one with index 0.
fn finished_game(scene: &Scene, index: usize, opponent: PlayerId, opponent_name: &str) -> GameSummary {
    let outcomes = [
        Outcome::won(Color::Red, WinReason::Checkmate),
        Outcome::won(Color::Black, WinReason::Resignation),
        Outcome::Drawn(DrawReason::Agreement),
        Outcome::won(Color::Red, WinReason::GameTime),
    ];
    GameSummary {
        game: GameId(90 - index as u64),
        seats: PerColor::new(
            Seat { player: scene.world.id(scene.user), name: name(USER) },
            Seat { player: opponent, name: name(opponent_name) },
        ),
        outcome: outcomes[index % outcomes.len()],
        plies: 42 + 13 * index as u16 % 90,
        ended_at_ms: STARTED_AT_MS - 9_000_000 * index as u64,
        kind: if index % 5 == 3 { GameKind::Luzhanqi(BoardKind::Cross) } else { GameKind::Xiangqi },
        first_moves: FirstMoves::default(),
        rated: index.is_multiple_of(3),
        correction: None,
    }
}

pub(super) fn challenge(lang: Lang, game: GameChoice) -> Scene {
    let mut scene = Scene::in_lobby(5, lang);
    let opponent = scene.world.join(OPPONENT);
    scene.world.advance(2_000);
    let opponent = scene.world.id(opponent);
    scene.act(Action::Lobby(LobbyAction::Challenge(opponent)));
    scene.act(Action::Form(FormAction::Game(game)));
    scene
}

/// The form with the terms of an invitation.
fn invitation_form(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(18, lang);
    scene.act(Action::Invitation(InvitationAction::OpenForm));
    scene
}

/// A lobby with the link to the user's own invitation, a challenge and chat.
pub(super) fn own_invitation(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.act(Action::Invitation(InvitationAction::OpenForm));
    scene.act(Action::Form(FormAction::Send));
    scene.world.advance(1_000);
    scene
}

/// The link to the user's own invitation as a QR code.
fn invitation_code(lang: Lang) -> Scene {
    let mut scene = own_invitation(lang);
    scene.act(Action::Invitation(InvitationAction::ToggleCode));
    scene
}

/// Somebody has accepted the user's invitation while the user was away, and is away now.
fn accepted_invitation(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(19, lang);
    scene.act(Action::Invitation(InvitationAction::OpenForm));
    scene.act(Action::Form(FormAction::Send));
    scene.world.advance(1_000);
    let link = scene.world.app(scene.user).invitation_link().expect("the invitation is open");
    let friend = scene.world.join(OPPONENT);
    scene.world.cut(scene.user, false);
    scene.world.advance(30_000);
    scene.world.act(friend, Action::Follow(link));
    scene.world.advance(1_000);
    scene.world.act(friend, Action::Invitation(InvitationAction::Accept));
    scene.world.advance(1_000);
    scene.world.cut(friend, false);
    scene.world.advance(130_000);
    scene.world.heal(scene.user);
    scene.world.until("the user is back", |world| {
        let own = world.app(scene.user).sessions().visit().and_then(|visit| visit.invitations.own.as_ref());
        own.is_some_and(|open| open.invitation.accepted_by.is_some())
    });
    scene
}

/// The user has accepted the invitation of somebody who is away.
fn awaited_invitation(lang: Lang) -> Scene {
    let (mut scene, opponent) = invited(lang);
    scene.world.cut(opponent, false);
    scene.world.advance(130_000);
    scene.act(Action::Invitation(InvitationAction::Accept));
    scene.world.advance(1_000);
    scene
}

/// The link to an invitation in a program that has no name for its user.
fn invitation_before_joining(lang: Lang) -> Scene {
    let mut scene = Scene::new(19, lang);
    scene.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
    let opponent = scene.world.join(OPPONENT);
    scene.world.advance(2_000);
    scene.world.act(opponent, Action::Invitation(InvitationAction::OpenForm));
    scene.world.act(opponent, Action::Form(FormAction::Send));
    scene.world.advance(1_000);
    let link = scene.world.app(opponent).invitation_link().expect("the invitation is open");
    scene.act(Action::Follow(link));
    scene.world.advance(1_000);
    scene
}

/// The user has followed the link to the invitation of somebody else, whom the second client is.
fn followed_invitation(lang: Lang) -> Scene {
    invited(lang).0
}

/// The invitation whose link the user has followed is withdrawn when they accept it.
fn gone_invitation(lang: Lang) -> Scene {
    let (mut scene, opponent) = invited(lang);
    scene.world.act(opponent, Action::Invitation(InvitationAction::Withdraw));
    scene.world.advance(1_000);
    scene.act(Action::Invitation(InvitationAction::Accept));
    scene.world.advance(1_000);
    scene
}

fn invited(lang: Lang) -> (Scene, Client) {
    let mut scene = Scene::in_lobby(19, lang);
    let opponent = scene.world.join(OPPONENT);
    scene.world.advance(2_000);
    scene.world.act(opponent, Action::Invitation(InvitationAction::OpenForm));
    scene.world.act(opponent, Action::Form(FormAction::Send));
    scene.world.advance(1_000);
    let link = scene.world.app(opponent).invitation_link().expect("the invitation is open");
    scene.act(Action::Follow(link));
    scene.world.advance(1_000);
    (scene, opponent)
}

pub(super) fn midgame(lang: Lang, fill: &[Action]) -> (Scene, Client) {
    let (mut scene, opponent) = Scene::at_table(6, lang, fill.to_vec());
    scene.play(opponent, &OPENING);
    (scene, opponent)
}

fn table_in_midgame(lang: Lang) -> Scene {
    let (mut scene, _) = midgame(lang, &[]);
    scene.world.click(scene.user, "f8".parse::<chuhe_rules::xiangqi::Square>().expect("a square"));
    scene
}

fn table_with_chat(lang: Lang) -> Scene {
    let (mut scene, opponent) = midgame(lang, &[]);
    scene.act(Action::Table(TableAction::Tab(Tab::Chat)));
    scene.chat(opponent, &["你好，请多指教", "这个车走得很急"]);
    scene.chat(scene.user, &["请多指教", "Chào bạn! Chúc một ván cờ vui."]);
    scene.chat(
        opponent,
        &["A longer line that needs more room than one row has, so that it is broken somewhere in it."],
    );
    scene
}

/// The user has typed the beginning of a move in the notation of their language.
fn table_with_a_typed_move(lang: Lang) -> Scene {
    let (mut scene, _) = midgame(lang, &[]);
    scene.edit(Field::Move, if matches!(lang, Lang::Zh | Lang::ZhHant) { "车" } else { "R" });
    scene
}

/// The user is writing Chinese in the chat.
fn table_with_pinyin(lang: Lang) -> Scene {
    let mut scene = table_with_chat(lang);
    scene.edit(Field::Chat, "好");
    if !scene.app().typing().composer().is_on() {
        scene.act(Action::Compose(Field::Chat, ComposerKey::Toggle));
    }
    for letter in "xiangqi".chars() {
        scene.act(Action::Compose(Field::Chat, ComposerKey::Char(letter)));
    }
    scene
}

fn table_before_quitting(lang: Lang) -> Scene {
    let (mut scene, _) = midgame(lang, &[]);
    scene.pass(Event::CloseRequested);
    scene
}

fn table_in_check(lang: Lang) -> Scene {
    let (mut scene, opponent) = Scene::at_table(7, lang, []);
    scene.play(opponent, &["d0e1", "h7e7", "a3a4", "e7e3"]);
    scene
}

fn table_with_a_draw_offer(lang: Lang) -> Scene {
    let (mut scene, opponent) = midgame(lang, &[]);
    scene.world.at_table(opponent, TableAction::Offer(OfferKind::Draw));
    scene.world.advance(1_000);
    scene
}

fn table_before_resigning(lang: Lang) -> Scene {
    let (mut scene, _) = midgame(lang, &[]);
    scene.act(Action::Table(TableAction::AskGiveUp));
    scene
}

fn table_cut_off(lang: Lang) -> Scene {
    let (mut scene, _) = midgame(lang, &[]);
    scene.world.cut(scene.user, false);
    scene.world.advance(7_000);
    scene
}

fn table_superseded(lang: Lang) -> Scene {
    superseded(midgame(lang, &[]).0)
}

fn lobby_superseded(lang: Lang) -> Scene {
    superseded(lobby(lang))
}

/// The user has joined from elsewhere.
pub(super) fn superseded(mut scene: Scene) -> Scene {
    scene.receive(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Superseded }));
    scene.pass(Event::Network(NetworkEvent::Closed(Closed::ByServer)));
    scene
}

/// A notice says why a move is illegal.
fn table_with_a_refused_move(lang: Lang) -> Scene {
    let (mut scene, _) = midgame(lang, &[]);
    scene.edit(Field::Move, "a0a9");
    scene.act(Action::Table(TableAction::PlayTyped));
    scene
}

fn table_after_checkmate(lang: Lang) -> Scene {
    let (mut scene, opponent) = Scene::at_table(8, lang, []);
    scene.play(opponent, &["b2b4", "d9e8", "b4g4", "b9c7", "g4g9"]);
    scene
}

/// The user has opened the chat at their table.
pub(super) fn chatting_after(mut scene: Scene) -> Scene {
    scene.act(Action::Table(TableAction::Tab(Tab::Chat)));
    scene.chat(scene.user, &["请多指教"]);
    scene
}

/// Somebody challenges the user, who chats after a game.
fn challenged_after_checkmate(lang: Lang) -> Scene {
    let mut scene = chatting_after(table_after_checkmate(lang));
    let challenger = scene.world.join("river_lin");
    scene.world.advance(1_000);
    challenge_user(&mut scene, challenger);
    scene.world.advance(5_000);
    scene
}

fn challenge_user(scene: &mut Scene, challenger: Client) {
    let user = scene.world.id(scene.user);
    scene.world.act(challenger, Action::Lobby(LobbyAction::Challenge(user)));
    scene.world.act(challenger, Action::Form(FormAction::Send));
}

pub(super) fn start(fen: &str) -> Action {
    Action::Edit(Field::Form(FormField::Start), fen.to_owned())
}

/// A spectator sees the ruling on a perpetual chase.
fn ruling(lang: Lang) -> Scene {
    let mut scene = Scene::in_lobby(9, lang);
    let players = ["棋友甲", "棋友乙"].map(|name| scene.world.join(name));
    scene.world.advance(2_000);
    let red = Action::Form(FormAction::Color(chuhe_protocol::ColorChoice::Red));
    let [red_player, black_player] = players;
    let position = start("3akab2/9/4b4/6p1p/c8/9/P1P1R1P1P/9/9/2BAKAB2 w - - 0 1");
    scene.world.start_game(red_player, black_player, [red, position]);
    watch(&mut scene, red_player);
    let moves = ["e3e5", "a5a6", "e5e6", "a6a5", "e6e5", "a5a6", "e5e6", "a6a5", "e6e5"];
    play_watched(&mut scene, players, &moves);
    scene.world.advance(1_500);
    scene
}

/// Opens the game of this player as a spectator.
fn watch(scene: &mut Scene, player: Client) {
    scene.world.advance(1_500);
    let game = scene.world.table(player).game().id();
    scene.act(Action::Lobby(LobbyAction::Watch(game)));
    scene.world.advance(1_500);
}

fn play_watched(scene: &mut Scene, [red, black]: [Client; 2], moves: &[&str]) {
    for (ply, mv) in (0..).zip(moves) {
        let (by, other) = if ply % 2 == 0 { (red, black) } else { (black, red) };
        scene.world.play(by, other, mv);
        scene.world.advance(1_000 + ply * 1_700 % 5_000);
    }
}

fn watching(lang: Lang) -> Scene {
    watching_players(lang).0
}

/// A spectator, and the players whom they watch.
fn watching_players(lang: Lang) -> (Scene, [Client; 2]) {
    let mut scene = Scene::in_lobby(10, lang);
    let players = [OPPONENT, "MinhAnh"].map(|name| scene.world.join(name));
    let others = ["river_lin", "阿强"].map(|name| scene.world.join(name));
    scene.world.advance(2_000);
    let red = Action::Form(FormAction::Color(chuhe_protocol::ColorChoice::Red));
    scene.world.start_game(players[0], players[1], [red]);
    watch(&mut scene, players[0]);
    let game = scene.world.table(players[0]).game().id();
    for other in others {
        scene.world.act(other, Action::Lobby(LobbyAction::Watch(game)));
    }
    play_watched(&mut scene, players, &OPENING[..17]);
    scene.world.advance(1_500);
    (scene, players)
}

/// A spectator guesses the next move of black.
fn watching_guess(lang: Lang, mv: &str) -> (Scene, [Client; 2]) {
    let (mut scene, players) = watching_players(lang);
    scene.act(Action::Guess(GuessAction::ToggleLive));
    scene.edit(Field::Move, mv);
    scene.act(Action::Guess(GuessAction::PlayTyped));
    (scene, players)
}

/// The move has come that a spectator has guessed.
fn watching_guessed(lang: Lang, mv: &str) -> Scene {
    let (mut scene, [red, black]) = watching_guess(lang, mv);
    scene.world.play(black, red, OPENING[17]);
    scene.world.advance(1_500);
    scene.search();
    scene.world.advance(1_500);
    scene
}

/// The form of a game against the computer, over the lobby.
fn computer_form_in_the_lobby(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.act(Action::Start(StartAction::ChooseComputer(true)));
    scene
}

/// A game without a server, before the first move.
pub(super) fn computer(lang: Lang) -> Scene {
    let mut scene = Scene::new(11, lang);
    scene.act(Action::Start(StartAction::Play));
    scene.world.advance(1_500);
    scene
}

/// The board is covered while the other person at this screen sits down.
fn cover(lang: Lang) -> Scene {
    let mut scene = first(lang, StartEntry::Two);
    scene.act(Action::Start(StartAction::Game(GameChoice::LuzhanqiClassic)));
    scene.act(Action::Start(StartAction::Play));
    scene.world.advance(1_500);
    scene.act(Action::Table(TableAction::Confirm));
    scene.world.advance(1_500);
    scene
}

fn luzhanqi_in_setup(lang: Lang) -> Scene {
    Scene::at_table(12, lang, on(GameChoice::LuzhanqiClassic)).0
}

/// The saved layouts: one was deleted, and another gets a new name.
fn luzhanqi_with_layouts(lang: Lang) -> Scene {
    let mut scene = luzhanqi_in_setup(lang);
    scene.act(Action::Files(FilesAction::Open));
    let names = ["铁三角", "left bomb", "雷阵"].map(str::to_owned).to_vec();
    scene.pass(Event::Files(FilesEvent::Layouts { folder: String::new(), names }));
    let deleted = FilesEvent::LayoutDeleted { name: "雷阵".to_owned(), text: String::new() };
    scene.pass(Event::Files(deleted));
    scene.act(Action::Files(FilesAction::AskRename(Some(1))));
    scene
}

/// A game of luzhanqi this long after this ply.
fn luzhanqi(lang: Lang, game: GameChoice, plies: usize, after_ms: u64) -> Scene {
    let (mut scene, opponent) = Scene::at_table(13, lang, on(game));
    scene.confirm(opponent);
    scene.play_luzhanqi(opponent, plies);
    scene.world.advance(after_ms);
    scene
}

/// The user has chosen a piece, so that dots show where it can go.
fn luzhanqi_on_the_cross(lang: Lang) -> Scene {
    let mut scene = luzhanqi(lang, GameChoice::LuzhanqiCross, 24, 2_000);
    let game = scene.world.table(scene.user).game().luzhanqi().expect("luzhanqi is played");
    let moves = game.view().position().expect("play has started").legal_moves();
    // the piece with the most moves: one on a railway
    let count = |from| moves.iter().filter(|mv| mv.from == from).count();
    let best = moves.iter().map(|mv| mv.from).max_by_key(|&from| count(from));
    scene.world.click(scene.user, best.expect("the user can move"));
    scene
}

fn luzhanqi_with_translated_tiles(lang: Lang) -> Scene {
    let mut scene = luzhanqi_on_the_cross(lang);
    scene.act(Action::Settings(SettingsAction::TranslateTiles(true)));
    scene
}

pub(super) fn luzhanqi_over(lang: Lang) -> Scene {
    let (mut scene, opponent) = Scene::at_table(13, lang, on(GameChoice::LuzhanqiClassic));
    scene.confirm(opponent);
    scene.play_luzhanqi(opponent, 60);
    scene.world.at_table(opponent, TableAction::AskGiveUp);
    scene.world.at_table(opponent, TableAction::Resign);
    scene.world.advance(2_000);
    scene
}

/// The game that the user has just played, on the review screen.
pub(super) fn review(lang: Lang, fill: &[Action]) -> Scene {
    let (mut scene, _) = midgame(lang, fill);
    scene.act(Action::Table(TableAction::AskGiveUp));
    scene.act(Action::Table(TableAction::Resign));
    scene.world.advance(2_000);
    scene.act(Action::Review(ReviewAction::Table));
    scene.world.advance(1_000);
    scene
}

fn analysis(lang: Lang) -> Scene {
    let mut scene = review(lang, &[Action::Form(FormAction::Takeback(TakebackPolicy::Ask))]);
    let analysis = |action| Action::Review(ReviewAction::Analysis(action));
    scene.world.take_unperformed(scene.user);
    scene.act(analysis(AnalysisAction::WholeGame));
    scene.search();
    scene.act(Action::Review(ReviewAction::Step(Step::Back)));
    scene.act(analysis(AnalysisAction::Toggle));
    scene.search();
    scene.world.advance(1_000);
    scene
}

fn luzhanqi_review(lang: Lang) -> Scene {
    let mut scene = luzhanqi_over(lang);
    scene.act(Action::Review(ReviewAction::Table));
    scene.world.advance(1_000);
    scene
}

/// A client that opens this file.
fn opened(lang: Lang, file: &str, bytes: Vec<u8>) -> Scene {
    let mut scene = Scene::new(1, lang);
    let (file, path) = (file.to_owned(), file.to_owned());
    scene.pass(Event::Files(FilesEvent::Game { file, path, bytes }));
    scene
}

/// The list of a file with 10,000 games, in which the user searches.
fn games_of_a_file(lang: Lang) -> Scene {
    let players = ["胡荣华", "柳大华", "Nguyễn Thành Bảo", "许银川", "吕钦", "Lin"];
    let game = |n: usize| {
        let (red, black) = (players[n % 6], players[(n / 6 + 1) % 5]);
        let (year, month) = (1960 + n % 60, 1 + n % 12);
        let result = ["1-0", "0-1", "1/2-1/2", "*"][n % 4];
        format!(
            "[Event \"{year}年全国象棋个人赛\"]\n[Date \"{year}.{month:02}.07\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n\n1. h2e2 h9g7 {result}\n\n"
        )
    };
    let mut scene = opened(lang, "games.pgn", (0..10_000).map(game).collect::<String>().into_bytes());
    scene.edit(Field::Record(RecordField::Games), "华 198");
    scene
}

/// A game in Big5 with text around it, and with an illegal move at its end.
fn notes_on_a_file(lang: Lang) -> Scene {
    let mut file = b"http://example.org/xq\n[Red \"\xb3\xaf\xbb\xc8\xc0\x73\"]\n[Black B]\n\n".to_vec();
    file.extend(b"1. h2e2 h9g7 2. h0g2 i9h9 3. a0a9 *\n==========\nwelcome to our page of games\n");
    let mut scene = opened(lang, "game.pgn", file);
    scene.act(Action::Review(ReviewAction::AskNotes));
    scene
}

/// A dialog of the review for a file.
fn file_dialog(lang: Lang, asks: ReviewAction) -> Scene {
    let mut scene = review(lang, &[]);
    scene.act(Action::Review(asks));
    scene
}

/// The library after so many of four files that the user adds.
fn library_with_files(lang: Lang, done: usize) -> Scene {
    let mut scene = library(lang);
    let names = ["1990.pgn", "game of yesterday.xqf", "棋谱大全.cbl", "readme.txt"];
    let file = |name: &str| ImportFile { name: name.to_owned(), content: ImportContent::Bytes(Vec::new()) };
    let files = names.map(file).to_vec();
    scene.pass(Event::Files(FilesEvent::Several { files, more: 0 }));
    for (index, name) in names.into_iter().enumerate().take(done) {
        scene.pass(Event::Tick);
        let error = ReadError { at: Location::Offset(0), fault: Fault::UnknownFormat };
        let result = match index {
            0 => Ok(Imported { taken: 312, known: 7, noted: 4, refused: (1, Some(error)) }),
            3 => Err(ImportFailure::Unreadable(error)),
            _ => Ok(Imported { taken: 20, ..Imported::default() }),
        };
        scene.pass(Event::Library(LibraryEvent::Imported { file: name.to_owned(), result }));
    }
    scene.pass(Event::Tick);
    scene
}

fn library(lang: Lang) -> Scene {
    let mut scene = Scene::new(14, lang);
    scene.act(Action::Start(StartAction::Show(StartEntry::Review)));
    scene.act(LibraryAction::Open.into());
    let number = scene.world.take_unperformed(scene.user).into_iter().find_map(|effect| {
        let Effect::Storage(StorageEffect::Library(LibraryRequest::List { number, .. })) = effect else {
            return None;
        };
        Some(number)
    });
    let opponents = [OPPONENT, "MinhAnh", "river_lin", "阿强", "NguyễnĐức"];
    let results = [PlayerResult::Won, PlayerResult::Lost, PlayerResult::Drawn];
    let game = |index: usize| LibraryGame {
        id: LibraryId(index as i64),
        summary: Summary {
            kind: if index % 4 == 2 { GameKind::Luzhanqi(BoardKind::Cross) } else { GameKind::Xiangqi },
            names: PerColor::new(USER.to_owned(), opponents[index % opponents.len()].to_owned()),
            user: Some(Color::Red),
            result: results[index % results.len()],
            plies: 31 + 17 * index as u16 % 120,
            ended_at_ms: STARTED_AT_MS - 40_000_000 * index as u64,
        },
    };
    let games = (0..20).map(game).collect();
    let number = number.expect("the library is listed");
    scene.pass(Event::Library(LibraryEvent::Page { number, games, more: true }));
    scene
}

/// The user chooses games to delete, and is asked about one.
fn library_with_games_to_delete(lang: Lang) -> Scene {
    let mut scene = library(lang);
    scene.act(LibraryAction::ChooseToDelete(true).into());
    scene.act(LibraryAction::Delete(LibraryId(1)).into());
    scene
}

fn set_up(lang: Lang) -> Scene {
    let mut scene = Scene::new(15, lang);
    scene.act(Action::Review(ReviewAction::Enter));
    scene.act(Action::Review(ReviewAction::CloseDialog));
    scene.act(Action::SetUp(SetUpAction::OpenForReview));
    scene
}
