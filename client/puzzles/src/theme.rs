//! The named patterns of mates (杀法), found in the main line of a puzzle.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Bitboard, Move, PieceKind, Position, Square, attacks};

/// A named pattern. Each but the last describes the position of the mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// 重炮: a cannon mates over another cannon of its side.
    DoubleCannon,
    /// 马后炮: a cannon mates over a horse of its side.
    CannonBehindHorse,
    /// 闷宫: a cannon mates over an advisor beside its own general.
    Smothered,
    /// 卧槽马: a horse mates from the second rank, beside the palace by one file.
    CrouchingHorse,
    /// 挂角马: a horse mates from the corner of the palace.
    PalaceCornerHorse,
    /// 钓鱼马: a rook mates, and a horse on the third rank takes a point from the general.
    AnglerHorse,
    /// 八角马: a horse in the palace, two points from the general both ways, takes a point from it; another piece mates.
    OctagonHorse,
    /// 双车错: a rook mates, and the other rook alone guards the next line.
    TwoRooks,
    /// 铁门栓: a cannon holds two pieces before the general, and a rook or pawn mates beside it.
    IronBolt,
    /// 白脸将: the opponent's general alone takes a point from the mated one.
    FacingGenerals,
    /// 双将: two pieces give check.
    DoubleCheck,
    /// 困毙: the side to move is not in check and has no move.
    Stalemate,
    /// 大胆穿心: on the way a rook takes the advisor in the heart of the palace.
    HeartPierce,
}

impl Theme {
    /// All of them, in their order.
    pub const ALL: [Self; 13] = [
        Self::DoubleCannon,
        Self::CannonBehindHorse,
        Self::Smothered,
        Self::CrouchingHorse,
        Self::PalaceCornerHorse,
        Self::AnglerHorse,
        Self::OctagonHorse,
        Self::TwoRooks,
        Self::IronBolt,
        Self::FacingGenerals,
        Self::DoubleCheck,
        Self::Stalemate,
        Self::HeartPierce,
    ];

    /// Its name in the text of puzzles.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DoubleCannon => "double-cannon",
            Self::CannonBehindHorse => "cannon-behind-horse",
            Self::Smothered => "smothered",
            Self::CrouchingHorse => "crouching-horse",
            Self::PalaceCornerHorse => "palace-corner-horse",
            Self::AnglerHorse => "angler-horse",
            Self::OctagonHorse => "octagon-horse",
            Self::TwoRooks => "two-rooks",
            Self::IronBolt => "iron-bolt",
            Self::FacingGenerals => "facing-generals",
            Self::DoubleCheck => "double-check",
            Self::Stalemate => "stalemate",
            Self::HeartPierce => "heart-pierce",
        }
    }
}

/// The patterns of a mate with this main line, in ascending order.
#[must_use]
pub fn themes(start: &Position, line: &[Move]) -> Vec<Theme> {
    let mut position = start.clone();
    let mut pierces = false;
    for &mv in line {
        pierces |= position.side_to_move() == start.side_to_move() && pierces_heart(&position, mv);
        if position.play(mv).is_err() {
            return Vec::new();
        }
    }
    let mate = (!position.has_legal_move()).then(|| Mate::new(&position));
    let fits = |theme: &Theme| match (theme, &mate) {
        (Theme::HeartPierce, _) => pierces,
        (_, Some(mate)) => mate.shows(*theme),
        (_, None) => false,
    };
    Theme::ALL.into_iter().filter(fits).collect()
}

/// Whether a rook takes the advisor in the heart of the palace.
fn pierces_heart(position: &Position, mv: Move) -> bool {
    let kind = |square| position.piece_at(square).map(|piece| piece.kind);
    let depth = depth(mv.to, position.side_to_move().opponent());
    kind(mv.from) == Some(PieceKind::Rook)
        && kind(mv.to) == Some(PieceKind::Advisor)
        && (mv.to.file(), depth) == (4, 1)
}

/// The ranks between a point and the back rank of a side.
const fn depth(square: Square, of: Color) -> u8 {
    match of {
        Color::Red => square.rank(),
        Color::Black => Square::RANKS - 1 - square.rank(),
    }
}

/// A position whose side to move has lost.
struct Mate<'a> {
    position: &'a Position,
    loser: Color,
    king: Square,
    checkers: Bitboard,
    occupied: Bitboard,
    /// The points to which the general could step if the opponent allowed it.
    flights: Bitboard,
}

impl<'a> Mate<'a> {
    fn new(position: &'a Position) -> Self {
        let loser = position.side_to_move();
        let king = position.king(loser);
        let (board, checkers) = (position.board(), position.checkers());
        let flights = attacks::king(king) - board.color(loser);
        Self { position, loser, king, checkers, occupied: board.occupied(), flights }
    }

    fn shows(&self, theme: Theme) -> bool {
        let winner = self.loser.opponent();
        match theme {
            Theme::DoubleCannon => self.cannon_over(winner, PieceKind::Cannon).is_some(),
            Theme::CannonBehindHorse => self.cannon_over(winner, PieceKind::Horse).is_some(),
            Theme::Smothered => {
                let screen = self.cannon_over(self.loser, PieceKind::Advisor);
                self.checkers.count() == 1
                    && screen.is_some_and(|screen| attacks::king(self.king).contains(screen))
            }
            Theme::CrouchingHorse => self
                .checks_by(PieceKind::Horse)
                .any(|horse| depth(horse, self.loser) == 1 && [2, 6].contains(&horse.file())),
            Theme::PalaceCornerHorse => self.checks_by(PieceKind::Horse).any(|horse| {
                let at_home = (self.king.file(), depth(self.king, self.loser)) == (4, 0);
                at_home && depth(horse, self.loser) == 2 && [3, 5].contains(&horse.file())
            }),
            Theme::AnglerHorse => {
                self.checks_by(PieceKind::Rook).next().is_some()
                    && self.guards(|horse| depth(horse, self.loser) == 2 && [2, 6].contains(&horse.file()))
            }
            Theme::OctagonHorse => self.guards(|horse| {
                let files = horse.file().abs_diff(self.king.file());
                let ranks = horse.rank().abs_diff(self.king.rank());
                (files, ranks) == (2, 2) && [3, 5].contains(&horse.file()) && self.checkers.any()
            }),
            Theme::TwoRooks => self.checks_by(PieceKind::Rook).any(|rook| self.next_line_is_guarded(rook)),
            Theme::IronBolt => self.is_bolted(),
            Theme::FacingGenerals => self.flights.iter().any(|flight| self.only_general_guards(flight)),
            Theme::DoubleCheck => self.checkers.count() > 1,
            Theme::Stalemate => self.checkers.is_empty(),
            Theme::HeartPierce => false,
        }
    }

    /// The winner's pieces of a kind.
    fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.position.board().pieces(self.loser.opponent(), kind)
    }

    /// The pieces of a kind that give check.
    fn checks_by(&self, kind: PieceKind) -> impl Iterator<Item = Square> {
        (self.checkers & self.pieces(kind)).iter()
    }

    /// The screen of a cannon that gives check, if it is such a piece.
    fn cannon_over(&self, color: Color, kind: PieceKind) -> Option<Square> {
        let screens = self.position.board().pieces(color, kind);
        self.checks_by(PieceKind::Cannon)
            .find_map(|cannon| (attacks::between(cannon, self.king) & self.occupied & screens).first())
    }

    /// Whether a horse that gives no check, on such a point, takes a point from the general.
    fn guards(&self, fits: impl Fn(Square) -> bool) -> bool {
        let horses = self.pieces(PieceKind::Horse) - self.checkers;
        horses.iter().any(|horse| {
            fits(horse) && (attacks::horse(horse, self.occupied_without_king()) & self.flights).any()
        })
    }

    fn occupied_without_king(&self) -> Bitboard {
        self.occupied - self.king.into()
    }

    /// The pieces that could capture the general on a point.
    fn guards_of(&self, flight: Square) -> Bitboard {
        let occupied = self.occupied_without_king() | flight.into();
        self.position.board().attackers(flight, self.loser.opponent(), occupied) - flight.into()
    }

    /// Whether the other rook alone guards a point beside the line on which `rook` gives check, along its line.
    fn next_line_is_guarded(&self, rook: Square) -> bool {
        let on_file = rook.file() == self.king.file();
        self.flights.iter().any(|flight| {
            let is_beside = if on_file { flight.file() != rook.file() } else { flight.rank() != rook.rank() };
            let guards = self.guards_of(flight);
            let is_parallel = |other: Square| {
                if on_file { other.file() == flight.file() } else { other.rank() == flight.rank() }
            };
            let others = self.pieces(PieceKind::Rook) - rook.into();
            is_beside && guards.count() == 1 && (guards & others).iter().any(is_parallel)
        })
    }

    fn is_bolted(&self) -> bool {
        let theirs = self.position.board().color(self.loser);
        let at_home = (self.king.file(), depth(self.king, self.loser)) == (4, 0);
        let beside = |checker: Square| {
            checker.rank() == self.king.rank() && checker.file().abs_diff(self.king.file()) == 1
        };
        let mates = self.checks_by(PieceKind::Rook).chain(self.checks_by(PieceKind::Pawn)).any(beside);
        let holds = |cannon: Square| {
            let held = attacks::between(cannon, self.king) & self.occupied;
            cannon.file() == self.king.file() && held.count() == 2 && (held - theirs).is_empty()
        };
        at_home && mates && self.pieces(PieceKind::Cannon).iter().any(holds)
    }

    /// Whether only the winner's general keeps the other one from a point, by facing it.
    fn only_general_guards(&self, flight: Square) -> bool {
        let general = self.position.king(self.loser.opponent());
        let between = attacks::between(general, flight) & self.occupied_without_king();
        general.file() == flight.file() && between.is_empty() && self.guards_of(flight).is_empty()
    }
}
