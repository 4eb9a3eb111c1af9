//! Brings the games of the stages about: joins players, plays moves and lets the engine search.

use crate::world::{Client, World};
use chuhe_app::App;
use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Report, Searcher};
use chuhe_model::actions::action::{
    Action, ChatAction, Field, FormAction, JoinAction, SettingsAction, TableAction,
};
use chuhe_model::analysis::{AnalysisEvent, AnalysisRequest, Finding};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::effect::{Effect, EngineEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_protocol::{ColorChoice, ServerMessage};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::Move;
use chuhe_rules::xiangqi::Game;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// When the program of the user started, in milliseconds since 1970.
pub(super) const STARTED_AT_MS: u64 = 1_763_600_000_000;
pub(super) const USER: &str = "楚河客";
pub(super) const OPPONENT: &str = "云中鹤";
/// The main line of a well-known opening, with a capture by each side.
pub(super) const OPENING: [&str; 26] = [
    "h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5", "h0h6", "h7i7", "h6g6", "i7i8", "b0c2",
    "d9e8", "b2a2", "i8g8", "g6f6", "g7h5", "a0b0", "a9b9", "f6f8", "g8g3", "g0i2", "b7b3", "e3e4", "g3c3",
];
/// The positions that the engine visits for a picture: few, because nobody judges its moves.
const NODES: u64 = 20_000;

/// The user's app in the state to be shown.
pub(super) struct Scene {
    pub(super) world: World,
    pub(super) user: Client,
}

impl Scene {
    /// The user has started the program and done nothing.
    pub(super) fn new(seed: u8, lang: Lang) -> Self {
        let mut world = World::new(seed);
        let environment = Environment {
            language: lang,
            started_at_ms: Some(STARTED_AT_MS),
            cores: 4,
            ..Environment::default()
        };
        let user = world.open(environment);
        world.act(user, Action::Settings(SettingsAction::Language(Some(lang))));
        Self { world, user }
    }

    /// The user is alone in the lobby.
    pub(super) fn in_lobby(seed: u8, lang: Lang) -> Self {
        let mut scene = Self::new(seed, lang);
        let (host, name) = ("192.168.1.20".to_owned(), Some(USER.to_owned()));
        scene.act(Action::Join(JoinAction::To { host, port: 9899, name, tls: false, hall: None }));
        scene.world.advance(2_000);
        scene
    }

    /// The user plays red against one opponent, on terms that `fill` completes.
    pub(super) fn at_table(seed: u8, lang: Lang, fill: impl IntoIterator<Item = Action>) -> (Self, Client) {
        let mut scene = Self::in_lobby(seed, lang);
        let opponent = scene.world.join(OPPONENT);
        scene.world.advance(2_000);
        let red = [Action::Form(FormAction::Color(ColorChoice::Red))];
        scene.world.start_game(scene.user, opponent, red.into_iter().chain(fill));
        scene.world.advance(1_500);
        (scene, opponent)
    }

    pub(super) fn app(&self) -> &App {
        self.world.app(self.user)
    }

    pub(super) fn now(&self) -> Timestamp {
        self.world.now()
    }

    pub(super) fn act(&mut self, action: Action) {
        self.world.act(self.user, action);
    }

    pub(super) fn pass(&mut self, event: Event) {
        self.world.pass(self.user, event);
    }

    /// Passes a message of the server: the hub of the world has no store, so it answers no queries.
    pub(super) fn receive(&mut self, message: impl Into<ServerMessage>) {
        let message = message.into();
        self.pass(Event::Network(NetworkEvent::Received(Box::new(message))));
    }

    /// Types into a field.
    pub(super) fn edit(&mut self, field: Field, text: &str) {
        self.act(Action::Edit(field, text.to_owned()));
    }

    /// Plays moves of xiangqi for whichever side is to move, with some time for each.
    pub(super) fn play(&mut self, opponent: Client, moves: &[&str]) {
        for (index, mv) in (0..).zip(moves) {
            let is_red = self.world.table(self.user).turn() == Some(Color::Red);
            let is_users = is_red == (self.world.table(self.user).game().me() == Color::Red);
            let (by, other) = if is_users { (self.user, opponent) } else { (opponent, self.user) };
            self.world.play(by, other, mv);
            // between 1 and 13 seconds
            self.world.advance(1_000 + index * 7_919 % 12_000);
        }
    }

    /// Sets up the random formations of both sides.
    pub(super) fn confirm(&mut self, opponent: Client) {
        for client in [self.user, opponent] {
            self.world.until("there is a draft", |world| world.table(client).game().play().draft().is_some());
            self.world.at_table(client, TableAction::Confirm);
        }
        let user = self.user;
        self.world.until("play has started", |world| !world.table(user).game().is_setting_up());
        self.world.advance(1_000);
    }

    /// Plays random moves of luzhanqi until `plies` are played; every other one is a battle if one is
    /// legal.
    pub(super) fn play_luzhanqi(&mut self, opponent: Client, plies: usize) {
        let mut random = ChaCha8Rng::seed_from_u64(plies as u64);
        let user = self.user;
        while self.world.outcome(user).is_none() {
            let ply = self.world.table(user).game().ply();
            if ply >= plies {
                return;
            }
            let mover = if ply.is_multiple_of(2) { user } else { opponent };
            let mv = self.choose(mover, ply % 4 < 2, &mut random);
            self.world.click(mover, mv.from);
            self.world.click(mover, mv.to);
            self.world.until("both see the move", |world| {
                [user, opponent].iter().all(|&client| world.table(client).game().ply() == ply + 1)
            });
            self.world.advance(if ply + 1 == plies { 0 } else { 3_000 });
        }
    }

    /// Chooses a legal move of luzhanqi.
    fn choose(&self, mover: Client, wants_battle: bool, random: &mut ChaCha8Rng) -> Move {
        let game = self.world.table(mover).game().luzhanqi().expect("luzhanqi is played");
        let position = game.view().position().expect("play has started");
        let moves = position.legal_moves();
        let battles: Vec<Move> =
            moves.iter().copied().filter(|mv| position.piece_at(mv.to).is_some()).collect();
        let from = if wants_battle && !battles.is_empty() { battles } else { moves };
        from[random.next_u32() as usize % from.len()]
    }

    /// Lets a client write these lines in the chat on its screen.
    pub(super) fn chat(&mut self, client: Client, lines: &[&str]) {
        for line in lines {
            self.world.act(client, Action::Edit(Field::Chat, (*line).to_owned()));
            self.world.act(client, Action::Chat(ChatAction::Send));
            self.world.advance(2_000);
        }
    }

    /// Performs the searches that the user's app requests, until it requests none.
    pub(super) fn search(&mut self) {
        loop {
            let requests = self.world.take_unperformed(self.user).into_iter().filter_map(|effect| {
                let Effect::Engine(EngineEffect::Analyse(AnalysisRequest::Search(search))) = effect else {
                    return None;
                };
                Some(*search)
            });
            // a later request replaces the ones before
            let Some(search) = requests.last() else { return };
            let mut findings = Vec::new();
            let answer = searched(&search.game, search.options.lines, &mut |report| {
                findings.push(Finding::Line(report.clone()));
            });
            // a search without a limit goes on
            findings.extend(search.nodes.map(|_| Finding::End(answer)));
            for finding in findings {
                self.pass(Event::Analysis(AnalysisEvent { number: search.number, finding }));
            }
        }
    }
}

/// What the engine finds for a picture in this game.
pub(super) fn searched(game: &Game, multi_pv: usize, report: &mut dyn FnMut(&Report)) -> Answer {
    let mut searcher = Searcher::new(Options { multi_pv, ..Options::default() });
    let stop = AtomicBool::new(false);
    // the same figures in every run
    let control = Control { stop: &stop, elapsed: &|| Duration::from_millis(40), ponder: None };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    searcher.search(game, &limits, &control, report)
}

/// The terms of a game of luzhanqi.
pub(super) fn on(game: GameChoice) -> [Action; 1] {
    [Action::Form(FormAction::Game(game))]
}
