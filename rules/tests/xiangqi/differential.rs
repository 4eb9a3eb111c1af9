//! Random cycles, judged by the arbiter and by the reference judge.

use crate::random::Random;
use crate::reference::arbiter::{Followed, Judgement, Perpetual, ReferenceRules, Specials, judge, specials};
use chuhe_rules::xiangqi::arbiter::{self, Nature, Offence, Ruling, Verdict};
use chuhe_rules::xiangqi::{Game, Move, PieceKind, Position, RuleSet, Rules};
use chuhe_rules::{Color, DrawReason, Outcome, RulesVersion};

/// The number of cycles that `JUDGE_CYCLES` replaces.
const CYCLES: usize = 4_000;

/// As [`CYCLES`], for each of the two classes in which an attack stood before the move.
const SPECIAL_CYCLES: usize = 1_500;

/// The rule sets, with their names for the reference judge.
pub(crate) const SETS: [(RuleSet, ReferenceRules); 3] = [
    (RuleSet::Asian, ReferenceRules::Asian),
    (RuleSet::Chinese, ReferenceRules::Chinese),
    (RuleSet::Simple, ReferenceRules::Simple),
];

impl Random {
    /// A cycle of moves without captures that leads back to the position.
    fn cycle(&mut self, position: &Position) -> Option<Vec<Move>> {
        let rounds = 1 + self.below(2);
        let mut moves = Vec::new();
        let mut now = position.clone();
        for _ in 0..rounds {
            self.add_round(&mut now, &mut moves)?;
        }
        Some(moves)
    }

    /// Adds moves of one piece of each side to other points and back.
    ///
    /// Each piece visits one point, or two.
    fn add_round(&mut self, position: &mut Position, moves: &mut Vec<Move>) -> Option<()> {
        let stops = 1 + self.below(2);
        let mut origins = [None; 2];
        for _ in 0..stops {
            for origin in &mut origins {
                let mv = match *origin {
                    None => self.quiet_move(position, |_| true)?,
                    Some((_, from)) => self.quiet_move(position, |mv| mv.from == from)?,
                };
                *origin = Some((origin.map_or(mv.from, |(first, _)| first), mv.to));
                position.make(mv);
                moves.push(mv);
            }
        }
        for (first, last) in origins.into_iter().flatten() {
            let back = Move::new(last, first);
            let legal = position.piece_at(first).is_none() && position.validate(back).is_ok();
            position.make(legal.then_some(back)?);
            moves.push(back);
        }
        Some(())
    }

    /// A legal move without capture; most often one that attacks something, if it finds any.
    fn quiet_move(&mut self, position: &Position, fits: impl Fn(Move) -> bool) -> Option<Move> {
        let quiet = |mv: &Move| position.piece_at(mv.to).is_none() && fits(*mv);
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(quiet).collect();
        let by = position.side_to_move();
        let attacks = |mv: &&Move| {
            let mut after = position.clone();
            after.make(**mv);
            let board = after.board();
            let mut prey = board.color(by.opponent()).iter();
            prey.any(|point| board.attackers(point, by, board.occupied()).contains(mv.to))
        };
        let attacking: Vec<&Move> =
            if self.below(4) > 0 { moves.iter().filter(attacks).collect() } else { Vec::new() };
        if attacking.is_empty() {
            return (!moves.is_empty()).then(|| moves[self.below(moves.len())]);
        }
        Some(*attacking[self.below(attacking.len())])
    }
}

impl Random {
    /// A position in which neither side has more than three attackers.
    fn few_pieces(&mut self) -> Position {
        loop {
            let position = self.position();
            let attackers = |color| {
                let kinds = PieceKind::ALL.into_iter().filter(|kind| kind.is_attacker());
                kinds.map(|kind| position.board().pieces(color, kind).count()).sum::<u32>()
            };
            if Color::ALL.into_iter().all(|color| attackers(color) <= 3) && position.halfmove_clock() < 110 {
                return position;
            }
        }
    }

    /// A legal move: often a check, a capture mostly early, and a repetition only if there is no other.
    fn drawish_move(&mut self, game: &Game) -> Move {
        let position = game.position();
        let takes = self.below(if game.ply() < 8 { 2 } else { 200 }) == 0;
        let checks = takes || self.below(6) > 0;
        let rank = |mv: Move| {
            let played = game.clone().play(position.side_to_move(), mv).unwrap();
            (played.repetition, played.captured.is_some() != takes, played.check != checks)
        };
        let ranked: Vec<_> = position.legal_moves().into_iter().map(|mv| (rank(mv), mv)).collect();
        let best = ranked.iter().map(|&(rank, _)| rank).min().unwrap();
        let best: Vec<Move> = ranked.iter().filter(|(rank, _)| *rank == best).map(|&(_, mv)| mv).collect();
        best[self.below(best.len())]
    }
}

/// The game in which the cycle is played.
fn played(start: &Position, cycle: &[Move], set: RuleSet) -> Game {
    let mut game = Game::new(start.clone(), Rules { set, version: RulesVersion::V1 });
    for &mv in cycle {
        game.play(game.position().side_to_move(), mv).unwrap();
    }
    game
}

/// The arbiter's ruling, in the reference judge's terms.
pub(crate) fn judgement(game: &Game, ruling: &Ruling) -> Judgement {
    let perpetual = Color::ALL.map(|color| match ruling.conduct[color].offence {
        None => Perpetual::Nothing,
        Some(Offence::Chase) => Perpetual::Chase,
        Some(Offence::PinnedRookChase) => Perpetual::PinnedRookChase,
        Some(Offence::Attack) => Perpetual::Attack,
        Some(Offence::Check) => Perpetual::Check,
    });
    let judged_moves = game.judged_moves(ruling);
    let natures = judged_moves.iter().map(|judged| match judged.nature {
        Nature::Idle => '.',
        Nature::Check => '+',
        Nature::Chase => 'x',
        Nature::MateThreat => '#',
    });
    Judgement { perpetual, natures: natures.collect() }
}

/// A random cycle with its moves as text.
struct Cycle {
    start: Position,
    moves: Vec<Move>,
    texts: Vec<String>,
}

impl Cycle {
    fn random(random: &mut Random) -> Self {
        loop {
            let start = random.position();
            let Some(moves) = random.cycle(&start) else { continue };
            let texts = moves.iter().map(Move::to_string).collect();
            return Self { start, moves, texts };
        }
    }

    /// Judges it by a random rule set with both judges, which must agree, and returns the verdict.
    fn compare(&self, random: &mut Random) -> Verdict {
        let Self { start, moves, texts } = self;
        // half of them by the rules with the most cases
        let (set, rules) = SETS[[0, 0, 1, 2][random.below(4)]];
        let game = played(start, moves, set);
        let ruling = game.rule_on_repetition().expect("the cycle leads back");
        let verdict = arbiter::verdict(game.position(), &game.undos()[ruling.from_ply..], set);
        assert_eq!(verdict, ruling.verdict, "{set:?}, {start:?}: {texts:?}");
        let expected = judge(&start.fen(), texts, rules);
        assert_eq!(judgement(&game, &ruling), expected, "{set:?}, {start:?}: {texts:?}");
        let [red, black] = expected.perpetual;
        let loser = match red.gravity().cmp(&black.gravity()) {
            std::cmp::Ordering::Less => Some(Color::Black),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Color::Red),
        };
        assert_eq!(verdict.loser(), loser, "{set:?}, {start:?}: {texts:?}");
        verdict
    }
}

/// The number that an environment variable replaces.
fn setting<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name)
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

#[test]
fn random_cycles_agree_with_the_reference_judge() {
    let cycles = setting("JUDGE_CYCLES", CYCLES);
    let mut random = Random::new(setting("JUDGE_SEED", 31));
    let mut losses = 0;
    for _ in 0..cycles {
        let verdict = Cycle::random(&mut random).compare(&mut random);
        losses += usize::from(verdict != Verdict::Draw);
    }
    assert!(losses * 20 > cycles, "{losses} of {cycles} cycles are losses: too few to compare");
}

#[test]
fn random_cycles_with_attacks_that_stood_before_agree_with_the_reference_judge() {
    let cycles = setting("JUDGE_CYCLES", SPECIAL_CYCLES);
    let mut random = Random::new(setting("JUDGE_SEED", 33));
    for is_special in [(|specials| specials.joins) as fn(Specials) -> bool, |specials| specials.frees] {
        let mut losses = 0;
        let mut judged = 0;
        while judged < cycles {
            let cycle = Cycle::random(&mut random);
            if is_special(specials(&cycle.start.fen(), &cycle.texts)) {
                judged += 1;
                losses += usize::from(cycle.compare(&mut random) != Verdict::Draw);
            }
        }
        assert!(losses * 20 > judged, "{losses} of {judged} cycles are losses: too few to compare");
    }
}

#[test]
fn random_games_agree_with_the_reference_about_draws() {
    let mut random = Random::new(32);
    let [mut limits, mut late_limits, mut bare] = [0; 3];
    for _ in 0..1_000 {
        let start = random.few_pieces();
        let mut game = Game::new(start.clone(), Rules::default());
        let mut followed = Followed::new(&start.fen());
        while game.outcome().is_none() {
            let mv = random.drawish_move(&game);
            game.play(game.position().side_to_move(), mv).unwrap();
            followed.play(&mv.to_string());
            let outcome = game.outcome();
            if matches!(outcome, Some(Outcome::Won { .. } | Outcome::Drawn(DrawReason::Repetition))) {
                break;
            }
            let expected = if followed.has_no_attackers() {
                Some(Outcome::Drawn(DrawReason::NoAttackers))
            } else if followed.has_reached_the_natural_limit() {
                Some(Outcome::Drawn(DrawReason::NaturalLimit))
            } else {
                None
            };
            assert_eq!(outcome, expected, "{start:?}: {:?}", game.moves());
        }
        match game.outcome() {
            Some(Outcome::Drawn(DrawReason::NoAttackers)) => bare += 1,
            Some(Outcome::Drawn(DrawReason::NaturalLimit)) => {
                limits += 1;
                late_limits += usize::from(game.position().halfmove_clock() > 120);
            }
            _ => {}
        }
    }
    let counts = [limits, late_limits, bare];
    assert!(counts.iter().all(|&count| count >= 10), "{counts:?} draws: too few to compare");
}
