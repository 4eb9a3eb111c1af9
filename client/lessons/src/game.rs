//! The games that have a course.

/// A game with a course.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Game {
    /// Xiangqi.
    #[default]
    Xiangqi,
    /// Luzhanqi.
    Luzhanqi,
}

impl Game {
    /// Both, in display order.
    pub const ALL: [Self; 2] = [Self::Xiangqi, Self::Luzhanqi];
}
