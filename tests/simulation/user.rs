//! A simulated user, who chooses random actions in an app.

use super::leavers::{self, Habit};
use super::model::IntendedMove;
use super::random::Random;
use chuhe_app::{App, Screen};
use chuhe_hub::ConnectionId;
use chuhe_model::actions::action::{
    AccountAction, Action, ChatAction, Field, FormAction, FormField, GamesAction, JoinAction, JoinField,
    LobbyAction, LobbyTab, SecretField, TableAction, TimePart,
};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::effect::{ConnectionEffect, Effect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::settings::Settings;
use chuhe_model::table::{Permits, Table};
use chuhe_protocol::{
    Activity, ChallengePolicy, Claim, ClientMessage, CloseReason, ColorChoice, DeclineReason, GameId,
    InvitationCode, Password, Player, PlayerResult, Refusal, Request, Seq, TableRequest, TakebackPolicy,
};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::{Game, Move};

/// Game time in minutes; move time, increment and read-seconds in seconds.
const TIMES: [[&str; 4]; 6] = [
    ["", "", "", ""],
    ["0.5", "", "2", ""],
    ["0.2", "", "", "6"],
    ["1", "15", "", ""],
    ["", "12", "", ""],
    ["0.3", "10", "3", "5"],
];
/// Positions from which games end soon, and one in which black moves first.
const STARTS: [&str; 4] = [
    "3k5/9/9/9/9/9/9/9/4A4/RR2K4 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/1R2K3R w - - 0 1",
    "4k4/4p4/9/9/9/9/9/9/4P4/4K4 b - - 0 1",
    "2bakab2/9/9/4C4/9/9/9/9/9/R3K3R w - - 0 1",
];
const PASSWORD: &str = "a good password";
/// The least time between two ticks of an app.
const FRAME_MS: u64 = 200;

/// A user and their app.
pub(super) struct User {
    pub(super) name: String,
    /// The app, while it runs.
    pub(super) app: Option<App>,
    /// The settings that the app has saved.
    pub(super) settings: Settings,
    pub(super) connection: Option<ConnectionId>,
    /// When the user can reach the server again.
    pub(super) reachable_from: Timestamp,
    /// When the app gets its next tick.
    pub(super) tick_at: Option<Timestamp>,
    /// The game and cursor that were checked last.
    pub(super) checked: Option<(GameId, Seq)>,
    /// How the user behaves.
    pub(super) habit: Habit,
    /// The invitation to which a friend has passed on a link.
    pub(super) link: Option<InvitationCode>,
    /// How many other names the user has tried.
    renames: u32,
}

/// An action of a user.
#[derive(Debug)]
pub(super) enum UserAction {
    /// Uses these widgets.
    Use(Vec<Action>),
    /// Closes the window.
    Close,
    /// The app crashes.
    Crash,
    /// Starts the app.
    Start,
    /// Starts the app with the settings of another user.
    StartAs(usize),
}

impl User {
    pub(super) fn new(number: usize, habit: Habit) -> Self {
        Self {
            name: format!("P{number}"),
            app: None,
            settings: Settings::default(),
            connection: None,
            reachable_from: Timestamp::default(),
            tick_at: None,
            checked: None,
            habit,
            link: None,
            renames: 0,
        }
    }

    /// Starts the app with the saved settings.
    pub(super) fn start(&mut self) {
        self.app = Some(App::new(Environment::default(), self.settings.clone()));
        self.checked = None;
    }

    /// Updates the app. Returns its effects and the moves that the user intended.
    pub(super) fn update(&mut self, event: Event, now: Timestamp) -> (Vec<Effect>, Vec<IntendedMove>) {
        let Some(app) = &mut self.app else { return (Vec::new(), Vec::new()) };
        let by_user = matches!(event, Event::Action(Action::Table(_)));
        let effects = app.update(event, now);
        self.tick_at = app.next_wakeup(now).map(|at| at.max(now.plus_ms(FRAME_MS)));
        let me = app.sessions().visit().map(|visit| visit.me);
        let mut moves = Vec::new();
        for effect in &effects {
            let Effect::Connection(ConnectionEffect::Send(Request { message, .. })) = effect else {
                continue;
            };
            let ClientMessage::Table { game, request: TableRequest::Play { ply, mv, premove } } = message
            else {
                continue;
            };
            // a premove is sent when the opponent has moved
            if by_user || *premove {
                moves.push((*game, me.expect("only a joined player sends moves"), *ply, *mv));
            }
        }
        (effects, moves)
    }

    /// Chooses the next action, if any. While `settling` the user only rejoins.
    pub(super) fn next_action(
        &mut self,
        random: &mut Random,
        now: Timestamp,
        users: u64,
        settling: bool,
    ) -> Option<UserAction> {
        let Some(app) = &self.app else {
            let other = usize::try_from(random.below(users)).expect("a run has few users");
            // whoever has left a game stays away until the opponent has claimed it
            let stays_away = self.habit == Habit::Leaves && !settling && !random.one_in(40);
            return match random.below(12) {
                _ if stays_away => None,
                0 if !settling && self.habit == Habit::Anything => Some(UserAction::StartAs(other)),
                0..4 if !settling => None,
                _ => Some(UserAction::Start),
            };
        };
        match app.sessions().link().status() {
            Status::Off(stop) => {
                let action = join(stop, &mut self.name, &mut self.renames, random);
                return Some(UserAction::Use(action));
            }
            Status::Connecting | Status::LoggingIn { .. } => return None,
            Status::Lost { .. } if settling => return None,
            Status::Lost { .. } => {
                return match random.below(40) {
                    0 => Some(UserAction::Crash),
                    1 => Some(UserAction::Use(vec![Action::Join(JoinAction::Leave)])),
                    2..6 => Some(UserAction::Use(vec![Action::Join(JoinAction::Retry)])),
                    _ => None,
                };
            }
            Status::Joined => {}
        }
        if settling {
            return None;
        }
        if app.screen() != Screen::Join {
            self.name = app.sessions().visit()?.account.name.as_str().to_owned();
        }
        if self.habit != Habit::Anything {
            return leavers::next_action(self.habit, app, self.link.take(), random, now);
        }
        match random.below(300) {
            0 => Some(UserAction::Close),
            1 => Some(UserAction::Crash),
            2 => Some(UserAction::Use(vec![Action::Join(JoinAction::Leave)])),
            3..20 => Some(UserAction::Use(chat(random))),
            _ => {
                let actions = match app.sessions().table() {
                    Some(table) => at_table(table, app, random, now),
                    None => in_lobby(app, random),
                };
                Some(UserAction::Use(actions))
            }
        }
    }
}

/// Joins, under another name if this one is refused.
fn join(
    stop: Option<OfflineReason>,
    name: &mut String,
    renames: &mut u32,
    random: &mut Random,
) -> Vec<Action> {
    let mut actions = Vec::new();
    match stop {
        Some(OfflineReason::Refused(Refusal::NameRegistered)) if !random.one_in(4) => {
            let password = if random.one_in(5) { "a wrong password" } else { PASSWORD };
            actions.push(Action::EditSecret(SecretField::Join, Password(password.into())));
        }
        // two users of one registered name would supersede each other without end
        Some(OfflineReason::Refused(_) | OfflineReason::Closed(CloseReason::Superseded))
            if random.one_in(2) =>
        {
            *renames += 1;
            let stem: String = name.chars().take(2).collect();
            *name = format!("{stem}-{renames}");
        }
        Some(_) | None => {}
    }
    let server = (
        Action::Edit(Field::Join(JoinField::Host), "server".into()),
        Action::Edit(Field::Join(JoinField::Port), "9899".into()),
    );
    actions.extend([server.0, server.1, Action::Edit(Field::Join(JoinField::Name), name.clone())]);
    actions.push(Action::Join(JoinAction::Submit));
    actions
}

/// Sends a chat message.
fn chat(random: &mut Random) -> Vec<Action> {
    let text = ["喂", "good luck", "", "\u{202e}odd", "…"];
    let text = random.pick(&text).expect("the list is not empty");
    vec![Action::Edit(Field::Chat, text.into()), Action::Chat(ChatAction::Send)]
}

/// Chooses actions in the lobby.
fn in_lobby(app: &App, random: &mut Random) -> Vec<Action> {
    let Some(visit) = app.sessions().visit() else { return Vec::new() };
    let (lobby, me) = (&visit.lobby, visit.me);
    if let Some(open) = lobby.incoming(me).next() {
        let challenge = open.challenge.id;
        match random.below(10) {
            0..6 => return vec![Action::Lobby(LobbyAction::Accept(challenge))],
            6 => return vec![Action::Lobby(LobbyAction::Decline(challenge, DeclineReason::Later))],
            _ => {}
        }
    }
    if let Some(open) = lobby.outgoing(me).next().filter(|_| random.one_in(8)) {
        return vec![Action::Lobby(LobbyAction::Cancel(open.challenge.id))];
    }
    let others: Vec<_> =
        lobby.rows(me, |name| name.into()).into_iter().flat_map(|row| row.players()).collect();
    match random.below(30) {
        0 if visit.lobby.tab == LobbyTab::Games => {
            let result = random.one_in(2).then_some(PlayerResult::Won);
            vec![Action::Games(GamesAction::Result(result))]
        }
        0 => {
            let tab = if random.one_in(3) { LobbyTab::Watch } else { LobbyTab::Games };
            vec![Action::Lobby(LobbyAction::Tab(tab))]
        }
        1 => {
            let games: Vec<GameId> = visit.games.list.rows().iter().map(|game| game.game).collect();
            random.pick(&games).map(|game| Action::Games(GamesAction::Open(game))).into_iter().collect()
        }
        2 => register(),
        3 if visit.account.is_registered && random.one_in(2) => change_password(),
        3 if visit.account.is_registered => {
            let account = [AccountAction::Open, AccountAction::AskSignOut(true), AccountAction::SignOut];
            account.map(Action::Account).into()
        }
        4..8 => {
            let game = |activity| match activity {
                Activity::Playing { game, .. } => Some(game),
                Activity::Idle | Activity::AtBoard { .. } => None,
            };
            let games: Vec<GameId> = others.iter().filter_map(|player| game(player.activity)).collect();
            random.pick(&games).map(|game| Action::Lobby(LobbyAction::Watch(game))).into_iter().collect()
        }
        8..24 => {
            let Some(other) = random.pick(&others) else { return Vec::new() };
            let mut actions = vec![Action::Lobby(LobbyAction::Challenge(other.id))];
            fill(&mut actions, random);
            actions.push(Action::Form(FormAction::Send));
            actions
        }
        24 => preferences(app, random).into_iter().map(Action::Preferences).collect(),
        25 | 26 => {
            let is_seeking = |player: &&&Player| player.seeking.is_some();
            // others may answer while the user is away, if their name is registered
            let lasting = FormAction::Lasting(random.one_in(2));
            let open = [
                Action::Lobby(LobbyAction::OpenSeekForm),
                Action::Form(lasting),
                Action::Form(FormAction::Send),
            ];
            let answer = lobby.answers.iter().next().map(|answer| answer.player);
            match (answer, others.iter().find(is_seeking)) {
                (Some(other), _) if random.one_in(3) => vec![Action::Lobby(LobbyAction::DropAnswer(other))],
                (Some(other), _) => vec![Action::Lobby(LobbyAction::Meet(other))],
                _ if lobby.kept_seek(visit.me).is_some() => vec![Action::Lobby(LobbyAction::SeekAgain)],
                _ if lobby.sought.is_some() => vec![Action::Lobby(LobbyAction::EndSeek)],
                (None, Some(other)) => vec![Action::Lobby(LobbyAction::TakeSeek(other.id, 0))],
                (None, None) => open.into(),
            }
        }
        _ => Vec::new(),
    }
}

/// Blocks a player, or lifts all blocks, or sets who may challenge.
fn preferences(app: &App, random: &mut Random) -> Vec<PreferencesAction> {
    use PreferencesAction as A;
    let Some(visit) = app.sessions().visit() else { return Vec::new() };
    let blocked = visit.preferences.blocked();
    if !blocked.is_empty() {
        return blocked.iter().map(|it| A::Unblock(it.player)).collect();
    }
    if visit.preferences.policy() != ChallengePolicy::Everyone {
        return vec![A::Policy(ChallengePolicy::Everyone)];
    }
    let others: Vec<_> =
        visit.lobby.rows(visit.me, |name| name.into()).into_iter().flat_map(|row| row.players()).collect();
    let block = random.pick(&others).map(|other| A::Block(other.id));
    let policy = [ChallengePolicy::Registered, ChallengePolicy::Nobody];
    if random.one_in(2) {
        block.into_iter().collect()
    } else {
        random.pick(&policy).map(A::Policy).into_iter().collect()
    }
}

/// Registers the name with the password.
pub(super) fn register() -> Vec<Action> {
    let password = || Password(PASSWORD.into());
    vec![
        Action::Account(AccountAction::Open),
        Action::EditSecret(SecretField::New, password()),
        Action::EditSecret(SecretField::Again, password()),
        Action::Account(AccountAction::Register),
    ]
}

/// Changes the password to the same one, the only one that users have.
fn change_password() -> Vec<Action> {
    let fields = [SecretField::Old, SecretField::New, SecretField::Again];
    let typed = fields.map(|field| Action::EditSecret(field, Password(PASSWORD.into())));
    let [open, ask] = [AccountAction::Open, AccountAction::AskChange(true)].map(Action::Account);
    [open, ask].into_iter().chain(typed).chain([Action::Account(AccountAction::Change)]).collect()
}

/// Fills in the form of a challenge. There are few choices, so that some challenges match.
fn fill(actions: &mut Vec<Action>, random: &mut Random) {
    let time = |field: fn(TimePart) -> FormField, random: &mut Random, actions: &mut Vec<Action>| {
        let times = random.pick(&TIMES).expect("the list is not empty");
        let edit = |(part, text): (_, &str)| Action::Edit(field(part).into(), text.into());
        actions.extend(TimePart::ALL.into_iter().zip(times).map(edit));
    };
    time(FormField::OwnTime, random, actions);
    if random.one_in(4) {
        actions.push(Action::Form(FormAction::Odds(true)));
        time(FormField::OpponentTime, random, actions);
    }
    let color = random.weighted(&[(6, ColorChoice::Random), (1, ColorChoice::Red), (1, ColorChoice::Black)]);
    actions.push(Action::Form(FormAction::Color(color)));
    let takeback = random.weighted(&[(3, TakebackPolicy::Ask), (1, TakebackPolicy::Off)]);
    actions.push(Action::Form(FormAction::Takeback(takeback)));
    if random.one_in(6) {
        let game = random
            .pick(&[GameChoice::LuzhanqiClassic, GameChoice::LuzhanqiCross])
            .expect("the list is not empty");
        actions.push(Action::Form(FormAction::Game(game)));
    } else if random.one_in(4) {
        let start = random.pick(&STARTS).expect("the list is not empty");
        actions.push(Action::Edit(Field::Form(FormField::Start), start.into()));
    }
    let delay = if random.one_in(4) { "3" } else { "" };
    actions.push(Action::Edit(Field::Form(FormField::WatchDelay), delay.into()));
}

/// Chooses actions at a table.
pub(super) fn at_table(table: &Table, app: &App, random: &mut Random, now: Timestamp) -> Vec<Action> {
    let one = |action| vec![Action::Table(action)];
    let Some(me) = table.game().seat() else {
        return if random.one_in(12) { one(TableAction::Leave) } else { Vec::new() };
    };
    if table.is_gone() {
        return one(TableAction::Leave);
    }
    let permits = table.permits(now, app.sessions().link().is_joined());
    let record = table.game();
    if let Some(kind) = record.open_offers(me.opponent()).next().filter(|_| !random.one_in(3)) {
        return one(TableAction::Answer(kind, !random.one_in(3)));
    }
    if record.is_over() {
        return match random.below(6) {
            0 => one(TableAction::Leave),
            1 => one(TableAction::Offer(OfferKind::Rematch)),
            2 => one(TableAction::Withdraw(OfferKind::Rematch)),
            _ => Vec::new(),
        };
    }
    if record.is_setting_up() {
        return setting_up(&permits, random).map(one).unwrap_or_default();
    }
    if permits.claim().is_ok() && random.one_in(2) {
        return one(TableAction::Claim(if random.one_in(2) { Claim::Draw } else { Claim::Win }));
    }
    if let Some(action) = other_action(&permits, random) {
        return one(action);
    }
    if !table.is_my_turn() {
        let premove =
            record.xiangqi().filter(|_| random.one_in(3)).and_then(|game| choose_premove(game, random));
        return premove.map(|mv| one(TableAction::Play(GameMove::Xiangqi(mv)))).unwrap_or_default();
    }
    let xiangqi = record.xiangqi().and_then(|game| choose_move(game, random)).map(GameMove::Xiangqi);
    let luzhanqi = record.luzhanqi().and_then(|log| log.view().position());
    let luzhanqi = luzhanqi.and_then(|view| random.pick(&view.legal_moves())).map(GameMove::Luzhanqi);
    xiangqi.or(luzhanqi).map(|mv| one(TableAction::Play(mv))).unwrap_or_default()
}

/// Chooses an action during set-up.
fn setting_up(permits: &Permits<'_>, random: &mut Random) -> Option<TableAction> {
    match random.below(20) {
        0 => Some(TableAction::Shuffle),
        1..8 => Some(TableAction::Confirm),
        8 => Some(TableAction::WithdrawFormation),
        9 if random.one_in(20) => Some(TableAction::Abort),
        10 => permits.claim().is_ok().then_some(TableAction::Claim(Claim::Draw)),
        _ => None,
    }
}

/// Chooses an action other than a move, from time to time.
fn other_action(permits: &Permits<'_>, random: &mut Random) -> Option<TableAction> {
    use OfferKind::{Draw, Takeback};
    match random.below(80) {
        0 => Some(TableAction::Resign),
        1..14 => permits.offer(Takeback).is_ok().then_some(TableAction::Offer(Takeback)),
        14..16 => permits.offer(Draw).is_ok().then_some(TableAction::Offer(Draw)),
        16..20 => permits.withdraw(Takeback).is_ok().then_some(TableAction::Withdraw(Takeback)),
        _ => None,
    }
}

/// Chooses a move that is legal after one of the opponent's moves.
fn choose_premove(game: &Game, random: &mut Random) -> Option<Move> {
    let mut after = game.clone();
    let expected = random.pick(&game.position().legal_moves())?;
    after.play(game.position().side_to_move(), expected).ok()?;
    choose_move(&after, random)
}

/// Chooses a legal move: sometimes one back, or one that ends the game, if there is one.
fn choose_move(game: &Game, random: &mut Random) -> Option<Move> {
    let moves = game.position().legal_moves();
    if random.one_in(3) {
        let earlier = game.moves().iter().rev().nth(1).map(|mv| Move::new(mv.to, mv.from));
        if let Some(back) = earlier.filter(|mv| moves.contains(mv)) {
            return Some(back);
        }
    }
    let ends = |mv: &&Move| {
        let mut after = game.clone();
        after.play(game.position().side_to_move(), **mv).is_ok() && after.outcome().is_some()
    };
    let ending = if moves.len() < 40 && random.one_in(6) { moves.iter().find(ends).copied() } else { None };
    ending.or_else(|| random.pick(&moves))
}
