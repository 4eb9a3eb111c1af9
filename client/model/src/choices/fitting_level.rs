//! Which level of the computer fits a player, by their rating.

use chuhe_protocol::COMPUTER_RATINGS;

/// The level that is offered to a player with this rating: the one whose estimated rating is nearest.
#[must_use]
pub fn fitting_level(rating: u16) -> u8 {
    let steps = COMPUTER_RATINGS.windows(2);
    let is_nearer_to_next =
        |step: &[u16]| 2 * u32::from(rating) >= step.iter().map(|&it| u32::from(it)).sum();
    steps.fold(1, |level, step| level + u8::from(is_nearer_to_next(step)))
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
        assert_eq!([1_500, 1_099, 1_100, 2_012, 2_013, 2_400].map(fitting_level), [4, 1, 2, 7, 8, 10]);
    }

    #[test]
    fn each_level_fits_its_own_rating() {
        for level in LEVELS {
            let rating = chuhe_protocol::computer_rating(level).expect("each level has a rating");
            assert_eq!(fitting_level(rating), level);
        }
    }
}
