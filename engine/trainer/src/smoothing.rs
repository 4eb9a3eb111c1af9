//! Prepares the samples of whole games for training.
//!
//! Scores of short searches are noisy, and they show a mate only a few plies before it. The later
//! scores of the same game correct both.

use crate::sample::Sample;

/// The plies whose scores smooth an earlier one.
const HORIZON: u16 = 8;

/// The samples of each game in `samples`, which are in the order in which they were written.
pub fn games(samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
    samples.chunk_by(is_same_game)
}

/// Moves each score towards the mean of the scores in the next plies of its game.
///
/// `share` is the weight of that mean, 0 to 1.
pub fn smooth(samples: &mut [Sample], share: f32) {
    for game in samples.chunk_by_mut(is_same_game) {
        for first in 0..game.len() {
            let (sample, later) = (game[first], &game[first + 1..]);
            let near = later.iter().take_while(|later| later.ply() - sample.ply() <= HORIZON);
            let (mut sum, mut count) = (0, 0);
            for later in near {
                let score = i32::from(later.score());
                let is_same_side = (later.ply() - sample.ply()).is_multiple_of(2);
                sum += if is_same_side { score } else { -score };
                count += 1;
            }
            if count > 0 {
                let score = f32::from(sample.score());
                let mean = sum as f32 / count as f32;
                game[first] = sample.with_score((score + share * (mean - score)).round() as i16);
            }
        }
    }
}

/// Removes the samples that stand more than `plies` after the last capture, as far as the game's
/// samples show it.
///
/// The search lowers scores towards the natural limit, which the net does not see.
pub fn drop_late(samples: &mut Vec<Sample>, plies: u16) {
    let mut previous: Option<Sample> = None;
    let mut captured_at = 0;
    samples.retain(|sample| {
        let continues = previous.is_some_and(|previous| {
            is_same_game(&previous, sample) && previous.piece_count() == sample.piece_count()
        });
        if !continues {
            captured_at = sample.ply();
        }
        previous = Some(*sample);
        sample.ply() - captured_at <= plies
    });
}

fn is_same_game(earlier: &Sample, later: &Sample) -> bool {
    earlier.ply() < later.ply()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::GameResult;
    use chuhe_rules::xiangqi::Position;

    fn game(scores: &[(u16, i16)]) -> Vec<Sample> {
        let sample = |&(ply, score)| Sample::new(&Position::start(), score, GameResult::Draw, ply);
        scores.iter().map(sample).collect()
    }

    fn scores(samples: &[Sample]) -> Vec<i16> {
        samples.iter().map(Sample::score).collect()
    }

    #[test]
    fn a_lower_ply_begins_a_new_game() {
        let samples = game(&[(8, 0), (9, 0), (12, 0), (8, 0), (10, 0)]);
        let lengths: Vec<usize> = games(&samples).map(<[Sample]>::len).collect();
        assert_eq!(lengths, [3, 2]);
    }

    #[test]
    fn scores_move_towards_later_ones_of_the_same_side() {
        let mut samples = game(&[(8, 0), (9, -100), (10, 300), (40, 1_000)]);
        smooth(&mut samples, 0.5);
        // the second score is that of the opponent, and the last one is too late
        assert_eq!(scores(&samples), [100, -200, 300, 1_000]);
        let mut unchanged = game(&[(8, 0), (9, -100)]);
        smooth(&mut unchanged, 0.0);
        assert_eq!(scores(&unchanged), [0, -100]);
    }

    #[test]
    fn scores_of_other_games_do_not_matter() {
        let mut samples = game(&[(10, 0), (8, 500)]);
        smooth(&mut samples, 1.0);
        assert_eq!(scores(&samples), [0, 500]);
    }

    #[test]
    fn samples_long_after_a_capture_are_dropped() {
        let mut samples = game(&[(8, 0), (60, 1), (70, 2)]);
        let mut fewer = Position::start();
        fewer.play("b2b9".parse().unwrap()).unwrap();
        fewer.play("a9b9".parse().unwrap()).unwrap();
        samples.push(Sample::new(&fewer, 3, GameResult::Draw, 80));
        samples.push(Sample::new(&fewer, 4, GameResult::Draw, 139));
        drop_late(&mut samples, 60);
        assert_eq!(scores(&samples), [0, 1, 3, 4]);
    }
}
