//! Which level of the computer fits a player, by their rating.

/// The ratings below which a player is offered each level but the last, from level 1 on.
///
/// `docs/engine.md` says where the steps come from.
const BELOW: [u16; 9] = [1_100, 1_250, 1_400, 1_550, 1_700, 1_850, 2_000, 2_200, 2_400];

/// The level that is offered to a player with this rating.
#[must_use]
pub fn fitting_level(rating: u16) -> u8 {
    BELOW.iter().fold(1, |level, below| level + u8::from(rating >= *below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::local_choice::LEVELS;

    #[test]
    fn a_higher_rating_is_never_offered_a_lower_level_and_all_are_offered() {
        let levels: Vec<u8> = (0..3_500).map(fitting_level).collect();
        assert!(levels.is_sorted());
        assert!(
            LEVELS.into_iter().all(|level| levels.contains(&level))
                && levels.iter().all(|it| LEVELS.contains(it))
        );
        assert_eq!([1_500, 1_099, 2_400].map(fitting_level), [4, 1, 10]);
    }
}
