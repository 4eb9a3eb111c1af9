//! A reference move generator: slow, but simple enough to compare with the rules by eye.
//!
//! It shares only the text formats of positions and moves with the crate. Each rule is a
//! predicate on two points of a 10 × 9 array. A move is legal if the piece can make it and no
//! piece of the opponent could then capture the general.

pub(crate) mod arbiter;

/// A point as (rank, file), with red's back rank as rank 0.
type Point = (i32, i32);

const EMPTY: char = '.';

#[derive(Clone)]
pub(crate) struct ReferencePosition {
    cells: [[char; 9]; 10],
    red_to_move: bool,
}

impl ReferencePosition {
    pub(crate) fn from_fen(fen: &str) -> Self {
        let mut fields = fen.split(' ');
        let mut cells = [[EMPTY; 9]; 10];
        for (row, text) in fields.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    file += gap as usize;
                } else {
                    cells[9 - row][file] = letter;
                    file += 1;
                }
            }
        }
        Self { cells, red_to_move: fields.next() == Some("w") }
    }

    /// The legal moves as text, sorted.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (from, to) in self.pseudo_legal_moves() {
            if !self.after(from, to).general_can_be_captured() {
                moves.push(text_of(from, to));
            }
        }
        moves.sort();
        moves
    }

    /// The pseudo-legal moves that are illegal, with whether they make the generals face.
    pub(crate) fn moves_into_check(&self) -> Vec<(String, bool)> {
        let mut moves = Vec::new();
        for (from, to) in self.pseudo_legal_moves() {
            let after = self.after(from, to);
            if after.general_can_be_captured() {
                moves.push((text_of(from, to), after.generals_face()));
            }
        }
        moves
    }

    /// The pseudo-legal captures, sorted.
    pub(crate) fn pseudo_legal_captures(&self) -> Vec<String> {
        let moves = self.pseudo_legal_moves().into_iter();
        let captures = moves.filter(|&(_, to)| self.at(to) != EMPTY);
        let mut captures: Vec<String> = captures.map(|(from, to)| text_of(from, to)).collect();
        captures.sort();
        captures
    }

    pub(crate) fn in_check(&self) -> bool {
        Self { red_to_move: !self.red_to_move, ..self.clone() }.general_can_be_captured()
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for (from, to) in self.pseudo_legal_moves() {
            let after = self.after(from, to);
            if !after.general_can_be_captured() {
                leaves += after.perft(depth - 1);
            }
        }
        leaves
    }

    fn at(&self, (rank, file): Point) -> char {
        self.cells[rank as usize][file as usize]
    }

    fn after(&self, from: Point, to: Point) -> Self {
        let mut next = self.clone();
        next.cells[to.0 as usize][to.1 as usize] = self.at(from);
        next.cells[from.0 as usize][from.1 as usize] = EMPTY;
        next.red_to_move = !self.red_to_move;
        next
    }

    fn pseudo_legal_moves(&self) -> Vec<(Point, Point)> {
        let mut moves = Vec::new();
        for from in points().filter(|&from| self.is_own(self.at(from))) {
            for to in points() {
                if !self.is_own(self.at(to)) && self.reaches(from, to) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn is_own(&self, piece: char) -> bool {
        piece != EMPTY && piece.is_ascii_uppercase() == self.red_to_move
    }

    fn is_theirs(&self, point: Point) -> bool {
        let piece = self.at(point);
        piece != EMPTY && !self.is_own(piece)
    }

    /// Whether the side to move can capture the opponent's general, or the generals face.
    fn general_can_be_captured(&self) -> bool {
        let theirs = self.find(if self.red_to_move { 'k' } else { 'K' });
        self.generals_face()
            || points().any(|from| self.is_own(self.at(from)) && from != theirs && self.reaches(from, theirs))
    }

    fn generals_face(&self) -> bool {
        let (red, black) = (self.find('K'), self.find('k'));
        red.1 == black.1 && self.pieces_between(red, black) == 0
    }

    fn find(&self, piece: char) -> Point {
        points().find(|&point| self.at(point) == piece).unwrap()
    }

    /// The number of pieces strictly between two points of one line.
    fn pieces_between(&self, from: Point, to: Point) -> usize {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut count = 0;
        let mut point = (from.0 + step.0, from.1 + step.1);
        while point != to {
            if self.at(point) != EMPTY {
                count += 1;
            }
            point = (point.0 + step.0, point.1 + step.1);
        }
        count
    }

    /// Whether the piece on `from` reaches `to`, without regard to its general or to the owner of
    /// a piece on `to`.
    fn reaches(&self, from: Point, to: Point) -> bool {
        if from == to {
            return false;
        }
        let piece = self.at(from);
        let red = piece.is_ascii_uppercase();
        let (up, right) = (to.0 - from.0, to.1 - from.1);
        let straight = up == 0 || right == 0;
        match piece.to_ascii_lowercase() {
            'k' => up.abs() + right.abs() == 1 && in_palace(to, red),
            'a' => up.abs() == 1 && right.abs() == 1 && in_palace(to, red),
            'b' => {
                let eye = (from.0 + up / 2, from.1 + right / 2);
                up.abs() == 2 && right.abs() == 2 && on_own_side(to, red) && self.at(eye) == EMPTY
            }
            'n' => {
                let leg =
                    if up.abs() == 2 { (from.0 + up / 2, from.1) } else { (from.0, from.1 + right / 2) };
                let jump = up.abs() == 2 && right.abs() == 1 || up.abs() == 1 && right.abs() == 2;
                jump && self.at(leg) == EMPTY
            }
            'r' => straight && self.pieces_between(from, to) == 0,
            'c' => {
                let screens = if self.at(to) == EMPTY { 0 } else { 1 };
                straight && self.pieces_between(from, to) == screens
            }
            'p' => {
                let forward = if red { 1 } else { -1 };
                let ahead = up == forward && right == 0;
                let aside = up == 0 && right.abs() == 1;
                ahead || aside && !on_own_side(from, red)
            }
            other => panic!("{other} is not a piece"),
        }
    }
}

fn points() -> impl Iterator<Item = Point> {
    (0..10).flat_map(|rank| (0..9).map(move |file| (rank, file)))
}

fn in_palace((rank, file): Point, red: bool) -> bool {
    (3..=5).contains(&file) && if red { rank <= 2 } else { rank >= 7 }
}

fn on_own_side((rank, _): Point, red: bool) -> bool {
    if red { rank <= 4 } else { rank >= 5 }
}

fn text_of(from: Point, to: Point) -> String {
    let letter = |file: i32| char::from(b'a' + file as u8);
    format!("{}{}{}{}", letter(from.1), from.0, letter(to.1), to.0)
}
