//! One possible world: a position in which every hidden piece has a strength.
//!
//! The search plays moves in it and takes them back. The worth of a piece on a station is a table,
//! so that a move changes the score by a few additions.

use super::graph::{FAR, Graph, Point};
use chuhe_rules::luzhanqi::{Battle, MineRule, Options, Station, StationKind, Strength};

/// A side of a world: the player who chooses a move, or the opponent.
pub(super) const OWN: usize = 0;
/// The opponent of the player who chooses.
pub(super) const THEIR: usize = 1;

/// The score of a captured flag.
pub(super) const FLAG_SCORE: i32 = 100_000;

/// A piece with its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) side: usize,
    pub(super) strength: Strength,
}

/// A move of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: Point,
    pub(super) to: Point,
}

/// What takes a move back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    step: Step,
    attacker: Option<Man>,
    defender: Option<Man>,
    quiet: u16,
    score: i32,
}

/// A position with the worth of each piece on each station.
#[derive(Clone, Debug)]
pub(super) struct World {
    graph: &'static Graph,
    men: [Option<Man>; Station::COUNT],
    mine: MineRule,
    draw_after: u16,
    pub(super) side: usize,
    quiet: u16,
    /// The worth of all pieces, for [`OWN`].
    score: i32,
    worth: Box<[[[i32; Station::COUNT]; Strength::ALL.len()]; 2]>,
}

/// The worth of a piece, in hundredths of a lieutenant.
pub(super) const fn value(strength: Strength) -> i32 {
    match strength {
        Strength::Marshal => 1_000,
        Strength::General => 800,
        Strength::MajorGeneral => 560,
        Strength::Brigadier => 420,
        Strength::Colonel => 300,
        Strength::Major => 220,
        Strength::Captain => 150,
        Strength::Lieutenant => 100,
        Strength::Engineer => 220,
        Strength::Bomb => 450,
        Strength::Mine => 180,
        Strength::Flag => FLAG_SCORE,
    }
}

impl World {
    pub(super) fn new(
        graph: &'static Graph,
        men: [Option<Man>; Station::COUNT],
        options: &Options,
        quiet: u16,
    ) -> Self {
        let mut world = Self {
            graph,
            men,
            mine: options.mine,
            draw_after: options.draw_after_quiet_steps,
            side: OWN,
            quiet,
            score: 0,
            worth: Box::new([[[0; Station::COUNT]; Strength::ALL.len()]; 2]),
        };
        world.weigh();
        world.score = (0..Station::COUNT).filter_map(|at| Some(world.signed_worth(world.men[at]?, at))).sum();
        world
    }

    /// Fills the table of worths: what a piece is, and how near it is to what it can capture.
    fn weigh(&mut self) {
        for side in [OWN, THEIR] {
            let targets = self.targets(1 - side);
            for strength in Strength::ALL {
                let row = &mut self.worth[side][strength as usize];
                row.fill(value(strength));
                if !strength.moves() {
                    continue;
                }
                let prey =
                    targets.iter().filter_map(|target| Some((target.at, target.lure(strength, self.mine)?)));
                for (at, lure) in prey {
                    let distances = &self.graph.distances[usize::from(at)];
                    for (point, &distance) in distances.iter().enumerate() {
                        if distance < FAR && self.graph.kinds[point] != StationKind::Headquarters {
                            let bonus = lure / (2 + i32::from(distance));
                            row[point] = row[point].max(value(strength) + bonus);
                        }
                    }
                }
                for (point, kind) in self.graph.kinds.iter().enumerate() {
                    match kind {
                        // a piece never leaves a headquarters
                        StationKind::Headquarters => row[point] -= value(strength) / 2,
                        StationKind::Camp => row[point] += 8,
                        StationKind::Post => {}
                    }
                }
            }
        }
    }

    /// The pieces of a side that can be captured.
    fn targets(&self, side: usize) -> Vec<Target> {
        let flag = (0..Station::COUNT)
            .find(|&at| self.men[at].is_some_and(|man| man.side == side && man.strength == Strength::Flag));
        let is_mine = |at: Point| {
            self.men[usize::from(at)].is_some_and(|man| man.side == side && man.strength == Strength::Mine)
        };
        let beside_flag: Vec<Point> =
            flag.map_or_else(Vec::new, |flag| self.graph.beside(point(flag)).collect());
        let is_walled = !beside_flag.is_empty() && beside_flag.iter().all(|&at| is_mine(at));
        let men = self.men.iter().enumerate();
        let targets = men.filter_map(|(at, man)| {
            let man = man.filter(|man| man.side == side && self.graph.kinds[at] != StationKind::Camp)?;
            let guards_flag = beside_flag.contains(&point(at));
            Some(Target { at: point(at), strength: man.strength, guards_flag, is_walled })
        });
        targets.collect()
    }

    fn signed_worth(&self, man: Man, at: usize) -> i32 {
        let worth = self.worth[man.side][man.strength as usize][at];
        if man.side == OWN { worth } else { -worth }
    }

    /// The score for the side to move. A lead counts less the nearer a draw is.
    pub(super) fn score(&self) -> i32 {
        let left = i32::from(self.draw_after.saturating_sub(self.quiet));
        let score = self.score * (left + 30).min(60) / 60;
        if self.side == OWN { score } else { -score }
    }

    /// Whether the game is drawn.
    pub(super) const fn is_drawn(&self) -> bool {
        self.quiet >= self.draw_after
    }

    /// The piece on a station.
    pub(super) fn man(&self, at: Point) -> Option<Man> {
        self.men[usize::from(at)]
    }

    /// Plays a move; returns how to take it back, and whether it captures the flag.
    pub(super) fn play(&mut self, step: Step) -> (Undo, bool) {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let (attacker, defender) = (self.men[from], self.men[to]);
        let undo = Undo { step, attacker, defender, quiet: self.quiet, score: self.score };
        self.side = 1 - self.side;
        let Some(man) = attacker else { return (undo, false) };
        self.men[from] = None;
        self.score -= self.signed_worth(man, from);
        let battle = defender.map(|other| Battle::of(man.strength, other.strength, self.mine));
        if let (Some(other), true) = (defender, battle.is_some_and(Battle::captures_defender)) {
            self.men[to] = None;
            self.score -= self.signed_worth(other, to);
        }
        if !battle.is_some_and(Battle::captures_attacker) {
            self.men[to] = Some(man);
            self.score += self.signed_worth(man, to);
        }
        self.quiet = if battle.is_some() { 0 } else { self.quiet + 1 };
        (undo, defender.is_some_and(|other| other.strength == Strength::Flag))
    }

    pub(super) fn take_back(&mut self, undo: Undo) {
        self.men[usize::from(undo.step.from)] = undo.attacker;
        self.men[usize::from(undo.step.to)] = undo.defender;
        self.quiet = undo.quiet;
        self.score = undo.score;
        self.side = 1 - self.side;
    }

    /// Appends the moves of the side to move, or only its captures.
    pub(super) fn moves(&self, captures_only: bool, steps: &mut Vec<Step>) {
        for at in 0..Station::COUNT {
            let Some(man) = self.men[at].filter(|man| man.side == self.side && man.strength.moves()) else {
                continue;
            };
            if self.graph.kinds[at] == StationKind::Headquarters {
                continue;
            }
            let from = point(at);
            let mut push = |to: Point| match self.men[usize::from(to)] {
                None if captures_only => {}
                Some(other)
                    if other.side == self.side || self.graph.kinds[usize::from(to)] == StationKind::Camp => {}
                None | Some(_) => steps.push(Step { from, to }),
            };
            self.graph.roads[at].iter().copied().for_each(&mut push);
            if man.strength == Strength::Engineer {
                self.rail_targets(from, push);
                continue;
            }
            for way in &self.graph.railways[at] {
                for &to in way {
                    push(to);
                    if self.men[usize::from(to)].is_some() {
                        break;
                    }
                }
            }
        }
    }

    /// Calls `visit` for each station that an engineer reaches by railway.
    fn rail_targets(&self, from: Point, mut visit: impl FnMut(Point)) {
        let mut reached = [false; Station::COUNT];
        reached[usize::from(from)] = true;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for &next in &self.graph.rail_steps[usize::from(at)] {
                if !std::mem::replace(&mut reached[usize::from(next)], true) {
                    visit(next);
                    if self.men[usize::from(next)].is_none() {
                        open.push(next);
                    }
                }
            }
        }
    }
}

/// A piece that can be captured.
#[derive(Clone, Copy, Debug)]
struct Target {
    at: Point,
    strength: Strength,
    /// Whether it stands beside its flag.
    guards_flag: bool,
    /// Whether only mines stand beside its flag.
    is_walled: bool,
}

impl Target {
    /// What it is worth to come near this piece with one of `strength`; `None` if it does not fall.
    fn lure(self, strength: Strength, mine: MineRule) -> Option<i32> {
        if !Battle::of(strength, self.strength, mine).captures_defender() {
            return None;
        }
        let gain = value(self.strength) - if strength == Strength::Bomb { value(strength) } else { 0 };
        Some(match (self.strength, self.is_walled) {
            (Strength::Flag, true) => 60,
            (Strength::Flag, false) => 700,
            (Strength::Mine, _) if !self.guards_flag => 30,
            (Strength::Mine, true) => 500,
            (Strength::Mine, false) => 150,
            (_, _) => gain.max(0) / 3,
        })
    }
}

/// The station with this index.
pub(super) fn point(at: usize) -> Point {
    Point::try_from(at).expect("a board has 129 stations")
}
