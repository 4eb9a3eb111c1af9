//! Games between players of luzhanqi. Each player receives only their own view.

use chuhe_engine::luzhanqi::{Budget, Knowledge, choose, set_up};
use chuhe_rules::luzhanqi::{
    Battle, BoardKind, Ending, Event, Formation, Game, MineRule, Move, Options, PieceView, Station, Strength,
};
use chuhe_rules::{Color, PerColor, Viewer};

/// A player of luzhanqi.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Player {
    /// The engine.
    Engine(Budget),
    /// Takes the capture with the greatest expected gain, or moves towards the opponent's back row.
    Greedy,
    /// Plays any legal move.
    Random,
}

/// The rolls of a die, from a seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) const fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as u32
    }
}

impl Player {
    pub(crate) fn set_up(self, dice: &mut Dice) -> Formation {
        match self {
            Self::Engine(_) => set_up(u64::from(dice.below(u32::MAX))),
            Self::Greedy | Self::Random => Formation::random(|n| dice.below(n)),
        }
    }

    pub(crate) fn choose(self, knowledge: &Knowledge, dice: &mut Dice) -> Option<Move> {
        match self {
            Self::Engine(budget) => {
                choose(knowledge, u64::from(dice.below(u32::MAX)), budget, &|| false).map(|choice| choice.mv)
            }
            Self::Greedy => {
                let moves = knowledge.view().position()?.legal_moves();
                let gains =
                    moves.into_iter().map(|mv| (gain(knowledge, mv) * 1_000 + dice.below(999) as i32, mv));
                gains.max().map(|(_, mv)| mv)
            }
            Self::Random => {
                let moves = knowledge.view().position()?.legal_moves();
                let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
                Some(moves[dice.below(count) as usize])
            }
        }
    }
}

/// The worth of a piece to the greedy player.
fn worth(strength: Strength) -> i32 {
    match strength.weight() {
        Some(weight) => (i32::from(weight) - 31) * 60,
        None if strength == Strength::Flag => 10_000,
        None if strength == Strength::Bomb => 350,
        None => 150,
    }
}

/// The expected gain of a move for the greedy player, who counts every possible rank.
fn gain(knowledge: &Knowledge, mv: Move) -> i32 {
    let Some(view) = knowledge.view().position() else { return 0 };
    let Some(PieceView::Known(piece)) = view.piece_at(mv.from) else { return 0 };
    let Some(target) = knowledge.hidden().iter().find(|hidden| hidden.station == Some(mv.to)) else {
        let home = |station: Station| station.index() as i32 % 30 / 5;
        let depth = |station: Station| match (station.index() / 30, piece.color) {
            (0, Color::Red) | (1, Color::Black) => -home(station),
            (0, Color::Black) | (1, Color::Red) => home(station) + 1,
            _ => 0,
        };
        return depth(mv.to) - depth(mv.from);
    };
    let ranks: Vec<Strength> = target.may_be.iter().collect();
    let count: i32 = ranks.iter().map(|rank| rank.count_in_set() as i32).sum();
    let total: i32 = ranks
        .iter()
        .map(|&rank| {
            let battle = Battle::of(piece.strength, rank, MineRule::Stays);
            let won = if battle.captures_defender() { worth(rank) } else { 0 };
            let lost = if battle.captures_attacker() { worth(piece.strength) } else { 0 };
            (won - lost) * rank.count_in_set() as i32
        })
        .sum();
    total / count.max(1)
}

/// A game with what each player knows.
pub(crate) struct Match {
    pub(crate) game: Game,
    pub(crate) knowledge: PerColor<Knowledge>,
}

impl Match {
    /// Sets up both formations.
    pub(crate) fn new(board: BoardKind, formations: PerColor<Formation>) -> Self {
        let options = Options::default();
        let knowledge = PerColor::from_fn(|color| Knowledge::new(color, board, options));
        let mut this = Self { game: Game::new(board, options), knowledge };
        for color in Color::ALL {
            let placed = this.game.place(color, formations[color]).expect("they set up");
            this.publish(&placed);
            let confirmed = this.game.confirm(color).expect("they set up");
            this.publish(&confirmed);
        }
        this
    }

    fn publish(&mut self, event: &Event) {
        for color in Color::ALL {
            let seen = event.seen_by(Viewer::Player(color));
            self.knowledge[color].apply(&seen).expect("an event of the game");
        }
    }

    /// Plays a move; returns the ending, if it ends the game.
    pub(crate) fn play(&mut self, mv: Move) -> Option<Ending> {
        let turn = self.game.turn().expect("the game runs");
        let played = self.game.play(turn, mv).expect("a legal move");
        self.publish(&played.event);
        played.ending
    }
}

/// Plays one game; returns the winner, if there is one.
pub(crate) fn play(board: BoardKind, players: PerColor<Player>, seed: u64) -> Option<Color> {
    let mut dice = Dice::new(seed);
    let formations = PerColor::from_fn(|color| players[color].set_up(&mut dice));
    let mut game = Match::new(board, formations);
    loop {
        let turn = game.game.turn()?;
        let mv = players[turn].choose(&game.knowledge[turn], &mut dice).expect("the side to move has a move");
        if let Some(ending) = game.play(mv) {
            return ending.winner();
        }
        if game.game.steps() >= 2_000 {
            return None;
        }
    }
}

/// The results of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Results {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

impl Results {
    /// The points of the player: a win counts 1, a draw a half.
    pub(crate) fn rate(self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games
    }

    /// Half the width of the 95 % interval of the rate.
    pub(crate) fn error(self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        let rate = self.rate();
        let squares = f64::from(self.won) * (1.0 - rate).powi(2)
            + f64::from(self.drawn) * (0.5 - rate).powi(2)
            + f64::from(self.lost) * rate.powi(2);
        1.96 * (squares / games / games).sqrt()
    }
}

/// Plays games with alternating colours; the results are those of the first player.
pub(crate) fn play_many(
    board: BoardKind,
    first: Player,
    second: Player,
    seeds: std::ops::Range<u64>,
) -> Results {
    let mut results = Results::default();
    for seed in seeds {
        let own = if seed % 2 == 0 { Color::Red } else { Color::Black };
        let players = PerColor::from_fn(|color| if color == own { first } else { second });
        match play(board, players, seed) {
            Some(winner) if winner == own => results.won += 1,
            Some(_) => results.lost += 1,
            None => results.drawn += 1,
        }
    }
    results
}
