//! Fits a model to samples.

use crate::model::{Model, Target};
use crate::optimiser::Adam;
use crate::random::Random;
use crate::sample::Sample;
use crate::smoothing::games;
use std::thread;

/// One game in so many is kept for validation.
const VALIDATION: usize = 50;
/// The gradients of a batch are added up in so many parts, whatever the number of threads, so that
/// the result does not depend on it.
const PARTS: usize = 2;

/// The settings of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Passes over the samples.
    pub epochs: usize,
    /// Samples between two changes of the model.
    pub batch: usize,
    /// The learning rate at the start; it falls to a hundredth along a cosine.
    pub rate: f32,
    /// The target.
    pub target: Target,
    /// The seed of the first weights and of the order of samples.
    pub seed: u64,
}

/// The losses after an epoch: means of the squared error of the expected points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The number of the epoch, from 1.
    pub number: usize,
    /// The loss over the samples trained on, while they changed the model.
    pub training: f32,
    /// The loss over the samples kept for validation.
    pub validation: f32,
}

/// Trains a model from `start`, or from random weights, and calls `report` after each epoch.
///
/// The result depends on the arguments alone. The samples of every fiftieth game, or of the last of
/// fewer games, are kept for validation, the others are put in random order.
#[must_use]
pub fn train(
    samples: &[Sample],
    start: Option<Model>,
    settings: &Settings,
    report: &mut dyn FnMut(&Epoch),
) -> Model {
    let mut random = Random::new(settings.seed, 0);
    let mut validation = Vec::new();
    let mut training = Vec::new();
    // a single game is for training
    let each = games(samples).count().clamp(2, VALIDATION);
    for (number, game) in games(samples).enumerate() {
        let part = if number % each == each - 1 { &mut validation } else { &mut training };
        part.extend_from_slice(game);
    }
    let mut model = start.unwrap_or_else(|| Model::random(&mut random));
    let mut adam = Adam::new();
    let mut gradients: [Model; PARTS] = std::array::from_fn(|_| Model::zeros());
    let batches = training.len().div_ceil(settings.batch);
    for number in 1..=settings.epochs {
        random.shuffle(&mut training);
        let mut loss = 0.0;
        for (index, batch) in training.chunks(settings.batch).enumerate() {
            let mirrored = random.below(1 << 32) as u64;
            let total = add_gradients(&model, batch, settings.target, mirrored, &mut gradients);
            loss += f64::from(total);
            merge(&mut gradients, batch.len());
            let done = ((number - 1) * batches + index) as f32 / (settings.epochs * batches) as f32;
            let rate = settings.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            adam.step(&mut model, &gradients[0], rate);
        }
        let training_loss = (loss / training.len().max(1) as f64) as f32;
        report(&Epoch {
            number,
            training: training_loss,
            validation: mean_loss(&model, &validation, settings.target),
        });
    }
    model
}

/// Sets `gradients` to the sums over the parts of `batch`, and returns the sum of the losses.
///
/// Half of the samples are mirrored, chosen by the bits of `mirrored`.
fn add_gradients(
    model: &Model,
    batch: &[Sample],
    target: Target,
    mirrored: u64,
    gradients: &mut [Model; PARTS],
) -> f32 {
    let part_len = batch.len().div_ceil(PARTS).max(1);
    thread::scope(|scope| {
        let parts = batch.chunks(part_len).map(Some).chain(std::iter::repeat(None));
        let threads = gradients.each_mut().into_iter().zip(parts).map(|(gradient, part)| {
            scope.spawn(move || {
                gradient.parameters_mut().fill(0.0);
                let mut loss = 0.0;
                for (index, sample) in part.unwrap_or_default().iter().enumerate() {
                    let mirrored = mirrored >> (index % 32) & 1 == 1;
                    loss += model.backward(sample, mirrored, target.of(sample), gradient);
                }
                loss
            })
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().expect("no part of a batch panics")).sum()
    })
}

/// Adds all gradients to the first, and divides it by the number of samples.
fn merge(gradients: &mut [Model; PARTS], samples: usize) {
    let [first, rest @ ..] = gradients;
    for gradient in rest {
        for (sum, slope) in first.parameters_mut().iter_mut().zip(gradient.parameters()) {
            *sum += slope;
        }
    }
    let share = 1.0 / samples as f32;
    for sum in first.parameters_mut() {
        *sum *= share;
    }
}

/// The mean loss over `samples`.
#[must_use]
pub fn mean_loss(model: &Model, samples: &[Sample], target: Target) -> f32 {
    let mut total = 0.0;
    for sample in samples {
        let points = 1.0 / (1.0 + f64::from(-model.evaluate(sample)).exp());
        total += (points - f64::from(target.of(sample))).powi(2);
    }
    (total / samples.len().max(1) as f64) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::GameResult;
    use chuhe_rules::Color;
    use chuhe_rules::xiangqi::{PieceKind, Position};

    /// Positions of random games, scored by their material.
    fn samples(count: usize) -> Vec<Sample> {
        let mut random = Random::new(7, 0);
        let mut position = Position::start();
        let mut samples = Vec::new();
        while samples.len() < count {
            if !position.has_legal_move() || samples.len() % 100 == 99 {
                position = Position::start();
            }
            let moves = position.legal_moves();
            position.make(moves[random.below(moves.len())]);
            let value = |color| {
                let count = |kind| position.board().pieces(color, kind).count() as i16;
                count(PieceKind::Rook) * 900 + count(PieceKind::Cannon) * 450 + count(PieceKind::Horse) * 400
            };
            let mover: Color = position.side_to_move();
            let score = value(mover) - value(mover.opponent());
            samples.push(Sample::new(&position, score, GameResult::Draw, 0));
        }
        samples
    }

    const SETTINGS: Settings =
        Settings { epochs: 6, batch: 64, rate: 2e-3, target: Target { result_share: 0.0 }, seed: 1 };

    #[test]
    fn training_learns_the_value_of_pieces() {
        let mut losses = Vec::new();
        let _ = train(&samples(4_000), None, &SETTINGS, &mut |epoch| losses.push(epoch.validation));
        let (first, last) = (losses[0], losses[losses.len() - 1]);
        assert!(last < first / 2.0 && last < 0.01, "{losses:?}");
    }

    #[test]
    fn a_single_game_is_trained_on() {
        let mut losses = Vec::new();
        let _ = train(&samples(50), None, &SETTINGS, &mut |epoch| losses.push(epoch.training));
        assert!(losses[0] > 0.0, "{losses:?}");
    }

    #[test]
    fn training_continues_from_a_model() {
        let mut losses = Vec::new();
        let model = train(&samples(4_000), None, &SETTINGS, &mut |epoch| losses.push(epoch.validation));
        let settings = Settings { epochs: 1, rate: 1e-5, ..SETTINGS };
        let _ = train(&samples(4_000), Some(model), &settings, &mut |epoch| losses.push(epoch.validation));
        let [.., last, continued] = losses[..] else { panic!("there are losses") };
        assert!((continued - last).abs() < last / 10.0, "{losses:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_model() {
        let settings = Settings { epochs: 1, ..SETTINGS };
        let run = |seed| train(&samples(500), None, &Settings { seed, ..settings }, &mut |_| {});
        assert_eq!(run(1), run(1));
        assert!(run(1) != run(2));
    }
}
