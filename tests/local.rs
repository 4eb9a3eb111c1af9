//! Whole games without a server: two apps at one screen, connected to one hub in their process.

use chuhe_app::{App, Screen};
use chuhe_model::actions::action::{
    Action, Field, FormAction, FormField, GamesAction, JoinAction, LobbyAction, LobbyTab, TableAction,
    TimePart,
};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::connection::local::{LocalServer, LocalTransport};
use chuhe_model::drawing::scene::{Place, Pointer, Size};
use chuhe_model::exchange::effect::{Effect, MachineEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{Closed, Event, NetworkEvent};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::exchange::transport::Transport;
use chuhe_model::table::Table;
use chuhe_protocol::ColorChoice;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{GameView, Losses};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, Outcome, WinReason};

const SIZE: Size = Size::new(1280.0, 820.0);
/// When the app's clock started, in milliseconds since 1970.
const STARTED_AT_MS: u64 = 1_763_600_000_000;
const RED: usize = 0;
const BLACK: usize = 1;

/// Two apps, each with its own connection to one server, under a virtual clock.
struct OneScreen {
    now: Timestamp,
    seats: [(App, LocalTransport); 2],
}

impl OneScreen {
    /// Creates two joined apps; the first will play red.
    fn new(seed: u8) -> Self {
        let server = LocalServer::new([seed; 32], STARTED_AT_MS);
        let seat = || (App::new(Environment::default(), Settings::default()), server.transport());
        let mut screen = Self { now: Timestamp::from_ms(1_000), seats: [seat(), seat()] };
        for (seat, name) in ["Bo", "Cy"].into_iter().enumerate() {
            screen.update(seat, Event::Resized(SIZE));
            let name = Some(name.to_owned());
            let join = JoinAction::To { host: "local".to_owned(), port: 1, name, tls: false, hall: None };
            screen.act(seat, Action::Join(join));
        }
        screen.until("both are in the lobby", |screen| {
            [RED, BLACK].iter().all(|&seat| {
                screen.app(seat).sessions().visit().is_some_and(|visit| visit.lobby.players().count() == 2)
            })
        });
        screen
    }

    /// Starts a game on these terms; both apps are at the board.
    fn with_game(seed: u8, form: impl IntoIterator<Item = Action>) -> Self {
        let mut screen = Self::new(seed);
        let opponent = screen.app(BLACK).sessions().visit().expect("black has joined").me;
        screen.act(RED, Action::Lobby(LobbyAction::Challenge(opponent)));
        screen.act(RED, Action::Form(FormAction::Color(ColorChoice::Red)));
        for action in form {
            screen.act(RED, action);
        }
        screen.act(RED, Action::Form(FormAction::Send));
        let visit = screen.app(BLACK).sessions().visit().expect("black has joined");
        let challenge = visit.lobby.incoming(visit.me).next().expect("black is challenged").challenge.id;
        screen.act(BLACK, Action::Lobby(LobbyAction::Accept(challenge)));
        for seat in [RED, BLACK] {
            assert_eq!(screen.app(seat).screen(), Screen::Table, "a local game begins at once");
        }
        screen
    }

    fn app(&self, seat: usize) -> &App {
        &self.seats[seat].0
    }

    fn table(&self, seat: usize) -> &Table {
        self.app(seat).sessions().table().expect("the player is at a board")
    }

    fn view(&self, seat: usize) -> &GameView {
        self.table(seat).game().luzhanqi().expect("luzhanqi is played").view()
    }

    fn plies(&self) -> [usize; 2] {
        [RED, BLACK].map(|seat| self.table(seat).game().ply())
    }

    fn outcomes(&self) -> [Option<Outcome>; 2] {
        [RED, BLACK].map(|seat| self.table(seat).game().outcome())
    }

    /// Passes an event to an app, then delivers to both apps the messages that follow from it.
    fn update(&mut self, seat: usize, event: Event) {
        let (app, transport) = &mut self.seats[seat];
        transport.advance(self.now);
        for effect in app.update(event, self.now) {
            match effect {
                Effect::Connection(effect) => transport.perform(effect),
                Effect::Machine(MachineEffect::Host { .. }) => panic!("nobody hosts a server here"),
                Effect::Window(_) | Effect::Storage(_) | Effect::Engine(_) | Effect::Machine(_) => {}
            }
        }
        for seat in [RED, BLACK] {
            while let Some(event) = self.seats[seat].1.poll() {
                self.update(seat, Event::Network(event));
            }
        }
    }

    fn act(&mut self, seat: usize, action: Action) {
        self.update(seat, Event::Action(action));
    }

    fn at_table(&mut self, seat: usize, action: TableAction) {
        self.act(seat, Action::Table(action));
    }

    fn click(&mut self, seat: usize, place: impl Into<Place>) {
        let place = place.into();
        let scene = self.app(seat).view(SIZE, self.now);
        let target = scene.targets.iter().find(|target| target.place == place);
        let at = target.expect("every point of the board is a target").area.center();
        for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
            self.update(seat, Event::Pointer(pointer));
        }
    }

    /// Clicks a legal move of xiangqi; both see it at once.
    fn play(&mut self, seat: usize, mv: &str) {
        let ply = self.table(seat).game().ply() + 1;
        let mv: Move = mv.parse().expect("a move in coordinates");
        self.click(seat, mv.from);
        self.click(seat, mv.to);
        assert_eq!(self.plies(), [ply; 2], "{mv} is played");
    }

    /// Makes an offer that the opponent answers.
    fn offer(&mut self, by: usize, kind: OfferKind, accept: bool) {
        self.at_table(by, TableAction::Offer(kind));
        let offered = self.table(1 - by).game().offers().is_open(self.table(by).game().me(), kind);
        assert!(offered, "the opponent sees the offer");
        self.at_table(1 - by, TableAction::Answer(kind, accept));
    }

    /// Advances the clock to the next timeout of the apps or the hub, at most to `end`.
    fn step(&mut self, end: Timestamp) {
        let apps = self.seats.iter().filter_map(|(app, _)| app.next_wakeup(self.now));
        let hub = self.seats[RED].1.next_wakeup();
        let next = apps.chain(hub).min().expect("a game has timeouts");
        self.now = next.max(self.now.plus_ms(1)).min(end);
        for seat in [RED, BLACK] {
            self.seats[seat].1.advance(self.now);
            self.update(seat, Event::Tick);
        }
    }

    fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let end = self.now.plus_ms(3_600_000);
        while !done(self) {
            assert!(self.now < end, "timeout after one hour: {what}");
            self.step(end);
        }
    }

    fn advance(&mut self, ms: u64) {
        let end = self.now.plus_ms(ms);
        while self.now < end {
            self.step(end);
        }
    }
}

fn timed(minutes: &str) -> [Action; 1] {
    [Action::Edit(Field::Form(FormField::OwnTime(TimePart::GameMinutes)), minutes.to_owned())]
}

#[test]
fn two_players_at_one_screen_play_xiangqi_to_checkmate() {
    let mut screen = OneScreen::with_game(1, timed("10"));
    screen.play(RED, "b2b4");
    screen.play(BLACK, "d9e8");
    screen.advance(7_000);
    screen.play(RED, "b4g4");
    let clocks = |screen: &OneScreen, seat: usize| screen.table(seat).game().clocks(screen.now).sides;
    let red_ms = clocks(&screen, BLACK).red.game_ms.expect("red is timed");
    assert_eq!(red_ms, 593_000);

    let before = clocks(&screen, RED).black.game_ms;
    screen.play(BLACK, "a9a8");
    screen.offer(BLACK, OfferKind::Takeback, true);
    assert_eq!(screen.plies(), [3; 2]);
    assert_eq!(clocks(&screen, RED).black.game_ms, before, "the clock is restored");
    screen.offer(BLACK, OfferKind::Draw, false);
    assert_eq!(screen.outcomes(), [None; 2]);

    screen.play(BLACK, "b9c7");
    screen.play(RED, "g4g9");
    assert_eq!(screen.outcomes(), [Some(Outcome::won(Color::Red, WinReason::Checkmate)); 2]);

    // the finished game is listed and opened from memory
    for seat in [RED, BLACK] {
        screen.at_table(seat, TableAction::Leave);
        screen.act(seat, Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    }
    let games = &screen.app(BLACK).sessions().visit().expect("black has joined").games.list;
    let [row] = games.rows() else { panic!("one game is listed: {games:?}") };
    assert!(row.ended_at_ms >= STARTED_AT_MS && !games.has_more());
    let game = row.game;
    screen.act(BLACK, Action::Games(GamesAction::Open(game)));
    assert_eq!(screen.table(BLACK).game().ply(), 5);
}

#[test]
fn a_player_whose_flag_falls_loses() {
    let mut screen = OneScreen::with_game(2, timed("1"));
    screen.play(RED, "h2e2");
    screen.play(BLACK, "h9g7");
    let won = Some(Outcome::won(Color::Black, WinReason::GameTime));
    screen.until("red's time is over", |screen| screen.outcomes() == [won; 2]);
}

#[test]
fn luzhanqi_is_set_up_and_hides_the_opponents_pieces() {
    let mut screen = OneScreen::with_game(3, [Action::Form(FormAction::Game(GameChoice::LuzhanqiClassic))]);
    let formations =
        [RED, BLACK].map(|seat| *screen.table(seat).game().play().draft().expect("a layout is proposed"));
    screen.at_table(RED, TableAction::Shuffle);
    let shuffled = *screen.table(RED).game().play().draft().expect("a layout is proposed");
    assert_ne!(shuffled, formations[RED]);
    for seat in [RED, BLACK] {
        screen.at_table(seat, TableAction::Confirm);
    }
    for ply in 0..12 {
        let mover = if ply % 2 == 0 { RED } else { BLACK };
        let position = screen.view(mover).position().expect("play has started");
        let mv = position.legal_moves()[0];
        screen.click(mover, mv.from);
        screen.click(mover, mv.to);
        assert_eq!(screen.plies(), [ply + 1; 2], "{mv:?} is played");
    }
    assert_eq!(screen.view(RED).formation(Color::Red), Some(&shuffled));
    assert_eq!(screen.view(RED).formation(Color::Black), None);
    let position = screen.view(BLACK).position().expect("play has started");
    assert!(matches!(position.losses(Color::Red), Losses::Counted(_)));
}

#[test]
fn a_player_returns_to_the_game_on_a_new_connection() {
    let mut screen = OneScreen::with_game(4, timed("10"));
    screen.play(RED, "h2e2");
    let link = |screen: &OneScreen| screen.app(BLACK).sessions().link().is_joined();
    screen.seats[BLACK].1.disconnect();
    screen.update(BLACK, Event::Network(NetworkEvent::Closed(Closed::ByServer)));
    assert!(!link(&screen));
    screen.until("black is back", link);
    screen.play(BLACK, "h9g7");
}
