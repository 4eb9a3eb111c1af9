//! A slow judge of repetitions, written from the text of the rules.
//!
//! It plays every capture on a board of its own and asks the reference generator what is legal.
//! Pieces have numbers, by which it follows them through the cycle.

use super::{EMPTY, Point, ReferencePosition, points};
use std::collections::{BTreeMap, BTreeSet};

/// The rules by which a cycle is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReferenceRules {
    Asian,
    Chinese,
    Simple,
}

/// What a side did with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Perpetual {
    Nothing,
    Chase,
    PinnedRookChase,
    Attack,
    Check,
}

impl Perpetual {
    /// Check is graver than the chase of a pinned rook, and this than all else.
    pub(crate) fn gravity(self) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::Chase | Self::Attack => 1,
            Self::PinnedRookChase => 2,
            Self::Check => 3,
        }
    }
}

/// The judgement of a cycle.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// What red and black did with every move.
    pub(crate) perpetual: [Perpetual; 2],
    /// For each move: `+` a check, `x` a chase, `#` a threat of mate, `.` nothing.
    pub(crate) natures: String,
}

/// A game that is followed for its draws, with all moves since the start position.
pub(crate) struct Followed {
    position: ReferencePosition,
    /// The plies without a capture before the start position.
    earlier: usize,
    /// For each ply since the last capture: whether it was red's, and whether it gave check.
    quiet: Vec<(bool, bool)>,
}

impl Followed {
    pub(crate) fn new(fen: &str) -> Self {
        let earlier = fen.split(' ').nth(4).unwrap().parse().unwrap();
        Self { position: ReferencePosition::from_fen(fen), earlier, quiet: Vec::new() }
    }

    pub(crate) fn play(&mut self, text: &str) {
        let (from, to) = parse(text);
        let red = self.position.red_to_move;
        let captures = self.position.at(to) != EMPTY;
        self.position = self.position.after(from, to);
        if captures {
            self.earlier = 0;
            self.quiet.clear();
        } else {
            self.quiet.push((red, self.position.in_check()));
        }
    }

    /// Whether 60 rounds without a capture were played, of which ten checks of each side count.
    pub(crate) fn has_reached_the_natural_limit(&self) -> bool {
        let counted = [true, false].map(|red| {
            let own = || self.quiet.iter().filter(|&&(by_red, _)| by_red == red);
            let checks = own().filter(|&&(_, check)| check).count();
            own().count() - checks + checks.min(10)
        });
        self.earlier + counted[0] + counted[1] >= 120
    }

    /// Whether neither side has a rook, horse, cannon or pawn.
    pub(crate) fn has_no_attackers(&self) -> bool {
        points().all(|point| !"rncp".contains(self.position.at(point).to_ascii_lowercase()))
    }
}

/// A move of the cycle, as far as it matters.
struct Done {
    red: bool,
    check: bool,
    threatens_mate: bool,
    /// The numbers of the pieces that it newly chases.
    chased: BTreeSet<usize>,
    /// Those that are rooks pinned by a horse.
    pinned: BTreeSet<usize>,
    /// Whether it newly chases a piece that another one chased before.
    joins: bool,
    /// Whether it allows an attack that only a check forbade before, or a pin that the general leaves.
    frees: bool,
}

/// What is special in the attacks of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Specials {
    /// A move newly chases a piece that another one chased before.
    pub(crate) joins: bool,
    /// A move allows an attack that only a check forbade before, or a pin that the general leaves.
    pub(crate) frees: bool,
}

/// Judges the moves of a cycle from the position of `fen`.
pub(crate) fn judge(fen: &str, moves: &[String], rules: ReferenceRules) -> Judgement {
    let done = follow(fen, moves, rules);
    Judgement {
        perpetual: [true, false].map(|red| perpetual(&done, red, rules)),
        natures: done.iter().map(nature).collect(),
    }
}

/// What is special in the attacks of a cycle from the position of `fen`.
pub(crate) fn specials(fen: &str, moves: &[String]) -> Specials {
    let done = follow(fen, moves, ReferenceRules::Asian);
    let any = |is: fn(&Done) -> bool| done.iter().any(is);
    Specials { joins: any(|done| done.joins), frees: any(|done| done.frees) }
}

fn follow(fen: &str, moves: &[String], rules: ReferenceRules) -> Vec<Done> {
    let mut position = ReferencePosition::from_fen(fen);
    let pieces = points().filter(|&point| position.at(point) != EMPTY);
    let mut numbers: BTreeMap<Point, usize> = pieces.enumerate().map(|(n, point)| (point, n)).collect();
    let mut done = Vec::new();
    for text in moves {
        let (from, to) = parse(text);
        let red = position.red_to_move;
        let mut earlier = chases(&position, red, &numbers);
        let saves_general = position.in_check() || position.at(from).eq_ignore_ascii_case(&'k');
        earlier.retain(|_, &mut legal| legal || saves_general);
        position = position.after(from, to);
        let number = numbers.remove(&from).expect("a piece moves");
        assert!(numbers.insert(to, number).is_none(), "a cycle has no captures");
        let check = position.in_check();
        // a move that checks is a check, whatever else it threatens
        let mut now = if check { BTreeMap::new() } else { chases(&position, red, &numbers) };
        now.retain(|_, &mut legal| legal);
        let new = now.keys().filter(|chase| !earlier.contains_key(chase));
        let chased: BTreeSet<usize> = new.map(|chase| chase.victim).collect();
        let is_pinned = |point| is_rook_pinned_by_horse(&position, red, point);
        let pinned = numbers.iter().filter(|&(&point, victim)| chased.contains(victim) && is_pinned(point));
        done.push(Done {
            red,
            check,
            threatens_mate: rules == ReferenceRules::Chinese && !check && can_mate(&position, red),
            pinned: pinned.map(|(_, &victim)| victim).collect(),
            joins: earlier.iter().any(|(chase, &legal)| legal && chased.contains(&chase.victim)),
            frees: now.keys().any(|chase| earlier.get(chase) == Some(&false)),
            chased,
        });
    }
    done
}

fn nature(done: &Done) -> char {
    match done {
        Done { check: true, .. } => '+',
        Done { chased, .. } if !chased.is_empty() => 'x',
        Done { threatens_mate: true, .. } => '#',
        Done { .. } => '.',
    }
}

fn perpetual(done: &[Done], red: bool, rules: ReferenceRules) -> Perpetual {
    let own = || done.iter().filter(|done| done.red == red);
    let in_all = |victims: fn(&Done) -> &BTreeSet<usize>| {
        own().flat_map(&victims).any(|victim| own().all(|done| victims(done).contains(victim)))
    };
    if own().all(|done| done.check) {
        return Perpetual::Check;
    }
    if rules == ReferenceRules::Simple {
        return Perpetual::Nothing;
    }
    if rules == ReferenceRules::Asian && in_all(|done| &done.pinned) {
        return Perpetual::PinnedRookChase;
    }
    if in_all(|done| &done.chased) {
        return Perpetual::Chase;
    }
    if rules == ReferenceRules::Chinese && own().all(|done| nature(done) != '.') {
        return Perpetual::Attack;
    }
    Perpetual::Nothing
}

/// A chase, with the numbers of both pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Chase {
    attacker: usize,
    victim: usize,
}

/// What the side chases, as if it were to move, and whether its own general allows the capture.
fn chases(
    position: &ReferencePosition,
    red: bool,
    numbers: &BTreeMap<Point, usize>,
) -> BTreeMap<Chase, bool> {
    let position = turned(position, red);
    let mut chases = BTreeMap::new();
    for (&point, &victim) in numbers.iter().filter(|&(&point, _)| is_prey(&position, point)) {
        for (&from, &attacker) in numbers {
            if !matches!(position.at(from).to_ascii_lowercase(), 'k' | 'p')
                && attacks(&position, from, point)
                && counts_as_chase(&position, from, point)
            {
                chases.insert(Chase { attacker, victim }, can_capture(&position, from, point));
            }
        }
    }
    chases
}

/// Whether the piece on the point is one of the opponent's that can be chased.
fn is_prey(position: &ReferencePosition, point: Point) -> bool {
    let prey = position.at(point).to_ascii_lowercase();
    let crossed = if position.red_to_move { point.0 <= 4 } else { point.0 >= 5 };
    position.is_theirs(point) && prey != 'k' && (prey != 'p' || crossed)
}

/// Whether a capture that can be played is a chase.
fn counts_as_chase(position: &ReferencePosition, from: Point, victim: Point) -> bool {
    let attacker = position.at(from).to_ascii_lowercase();
    let prey = position.at(victim).to_ascii_lowercase();
    if prey == 'r' && (attacker == 'n' || attacker == 'c') {
        return true;
    }
    let could_exchange =
        attacker == prey && can_capture(&turned(position, !position.red_to_move), victim, from);
    let captured = position.after(from, victim);
    let is_protected = points().any(|protector| can_capture(&captured, protector, victim));
    !could_exchange && !is_protected
}

/// Whether the side to move can legally capture on `to` with the piece on `from`.
fn can_capture(position: &ReferencePosition, from: Point, to: Point) -> bool {
    attacks(position, from, to) && !position.after(from, to).general_can_be_captured()
}

/// Whether the piece on `from` of the side to move attacks `to`, without regard to its general.
fn attacks(position: &ReferencePosition, from: Point, to: Point) -> bool {
    position.is_own(position.at(from)) && position.is_theirs(to) && position.reaches(from, to)
}

/// Whether a horse of the side would attack the general if the rook on `point` were gone.
fn is_rook_pinned_by_horse(position: &ReferencePosition, red: bool, point: Point) -> bool {
    if !position.at(point).eq_ignore_ascii_case(&'r') {
        return false;
    }
    let mut without = position.clone();
    without.cells[point.0 as usize][point.1 as usize] = EMPTY;
    let (horse, general) = if red { ('N', 'k') } else { ('n', 'K') };
    let general = position.find(general);
    points()
        .filter(|&from| position.at(from) == horse)
        .any(|from| without.reaches(from, general) && !position.reaches(from, general))
}

/// Whether the side could mate or stalemate with its next move if the opponent passed.
fn can_mate(position: &ReferencePosition, red: bool) -> bool {
    let passed = turned(position, red);
    passed.legal_moves().iter().any(|text| {
        let (from, to) = parse(text);
        passed.after(from, to).legal_moves().is_empty()
    })
}

/// The same board with this side to move.
fn turned(position: &ReferencePosition, red: bool) -> ReferencePosition {
    ReferencePosition { red_to_move: red, ..position.clone() }
}

fn parse(text: &str) -> (Point, Point) {
    let number = |index: usize, first: u8| i32::from(text.as_bytes()[index] - first);
    ((number(1, b'0'), number(0, b'a')), (number(3, b'0'), number(2, b'a')))
}
