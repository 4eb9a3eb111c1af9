//! The net in floating point: its output, and the gradient of its loss.

use crate::random::Random;
use crate::sample::Sample;
use chuhe_engine::xiangqi::evaluation::net::{BUCKETS, FEATURES, HIDDEN, SCALE, bucket};

/// Numbers added up apart from each other, so that the compiler uses vector instructions.
const LANES: usize = 16;
const INPUTS: usize = FEATURES * HIDDEN;
const OUTPUTS: usize = BUCKETS * 2 * HIDDEN;

/// The number of parameters.
pub const PARAMETERS: usize = INPUTS + HIDDEN + OUTPUTS + BUCKETS;

/// The parameters of a net, or their gradient: the lists of the engine's `Weights`, one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(Vec<f32>);

/// The lists of a [`Model`].
#[derive(Debug)]
struct Parts<'a> {
    input: &'a mut [[f32; HIDDEN]],
    input_bias: &'a mut [f32; HIDDEN],
    output: &'a mut [[[f32; HIDDEN]; 2]],
    output_bias: &'a mut [f32],
}

/// The target of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The share of the game's result, 0 to 1; the rest is the score of the search.
    pub result_share: f32,
}

impl Target {
    /// The expected points of the side to move, 0 to 1.
    #[must_use]
    pub fn of(self, sample: &Sample) -> f32 {
        let of_score = logistic(f32::from(sample.score()) / SCALE as f32);
        of_score + self.result_share * (sample.result().points() - of_score)
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Model {
    /// A model of zeros.
    #[must_use]
    pub fn zeros() -> Self {
        Self(vec![0.0; PARAMETERS])
    }

    /// A model with random weights from which training can start.
    #[must_use]
    pub fn random(random: &mut Random) -> Self {
        let mut model = Self::zeros();
        let parts = model.parts();
        for weight in parts.input.as_flattened_mut() {
            *weight = random.symmetric(0.15);
        }
        parts.input_bias.fill(0.2);
        // all buckets start alike, because those of few pieces see fewer samples
        let first: Vec<f32> = (0..2 * HIDDEN).map(|_| random.symmetric(0.1)).collect();
        for bucket in parts.output {
            bucket.as_flattened_mut().copy_from_slice(&first);
        }
        model
    }

    /// The weights of the first layer, [`HIDDEN`] for each feature.
    #[must_use]
    pub fn input(&self) -> &[f32] {
        &self.0[..INPUTS]
    }

    /// The biases of the first layer.
    #[must_use]
    pub fn input_bias(&self) -> &[f32] {
        &self.0[INPUTS..INPUTS + HIDDEN]
    }

    /// The weights of the second layers: for each bucket those of the side to move, then the opponent's.
    #[must_use]
    pub fn output(&self) -> &[f32] {
        &self.0[INPUTS + HIDDEN..INPUTS + HIDDEN + OUTPUTS]
    }

    /// The biases of the second layers.
    #[must_use]
    pub fn output_bias(&self) -> &[f32] {
        &self.0[INPUTS + HIDDEN + OUTPUTS..]
    }

    /// All parameters.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    /// All parameters.
    #[must_use]
    pub fn parameters(&self) -> &[f32] {
        &self.0
    }

    fn parts(&mut self) -> Parts<'_> {
        let (input, rest) = self.0.split_at_mut(INPUTS);
        let (input_bias, rest) = rest.split_first_chunk_mut().expect("the biases follow the weights");
        let (output, output_bias) = rest.split_at_mut(OUTPUTS);
        let (input, _) = input.as_chunks_mut();
        let (halves, _) = output.as_chunks_mut::<HIDDEN>();
        let (output, _) = halves.as_chunks_mut();
        Parts { input, input_bias, output, output_bias }
    }

    fn row(&self, feature: u16) -> &[f32; HIDDEN] {
        let start = usize::from(feature) * HIDDEN;
        self.0[start..].first_chunk().expect("a feature has its row")
    }

    fn output_of(&self, bucket: usize) -> (&[f32; HIDDEN], &[f32; HIDDEN], f32) {
        let start = INPUTS + HIDDEN + bucket * 2 * HIDDEN;
        let own = self.0[start..].first_chunk().expect("a bucket has weights");
        let other = self.0[start + HIDDEN..].first_chunk().expect("a bucket has weights");
        (own, other, self.output_bias()[bucket])
    }

    /// The output for `sample`; [`SCALE`] centipawns are 1.
    #[must_use]
    pub fn evaluate(&self, sample: &Sample) -> f32 {
        self.forward(sample, false).output
    }

    fn forward(&self, sample: &Sample, mirrored: bool) -> Forward {
        let mut inputs = [[0; 32]; 2];
        let count = sample.inputs(mirrored, &mut inputs);
        let bias: &[f32; HIDDEN] = self.input_bias().first_chunk().expect("there is a bias for each sum");
        let mut sums = [*bias; 2];
        for (sums, inputs) in sums.iter_mut().zip(&inputs) {
            for &input in &inputs[..count] {
                let row = self.row(input);
                for unit in 0..HIDDEN {
                    sums[unit] += row[unit];
                }
            }
        }
        let bucket = bucket(count as u32);
        let (own, other, bias) = self.output_of(bucket);
        let output = bias + weigh_squares(&sums[0], own) + weigh_squares(&sums[1], other);
        Forward { inputs, count, sums, bucket, output }
    }

    /// Adds to `gradient` that of the loss of `sample`, and returns the loss.
    pub fn backward(&self, sample: &Sample, mirrored: bool, target: f32, gradient: &mut Self) -> f32 {
        let Forward { inputs, count, sums, bucket, output } = self.forward(sample, mirrored);
        let points = logistic(output);
        let error = points - target;
        let slope = 2.0 * error * points * (1.0 - points);
        let (own, other, _) = self.output_of(bucket);
        let parts = gradient.parts();
        parts.output_bias[bucket] += slope;
        for (view, weights) in [own, other].into_iter().enumerate() {
            let sums = &sums[view];
            let of_weights = &mut parts.output[bucket][view];
            let mut of_sums = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                let clamped = sums[unit].clamp(0.0, 1.0);
                of_weights[unit] += slope * clamped * clamped;
                let inside = if clamped == sums[unit] { 2.0 } else { 0.0 };
                of_sums[unit] = slope * weights[unit] * clamped * inside;
                parts.input_bias[unit] += of_sums[unit];
            }
            for &input in &inputs[view][..count] {
                let row = &mut parts.input[usize::from(input)];
                for unit in 0..HIDDEN {
                    row[unit] += of_sums[unit];
                }
            }
        }
        error * error
    }
}

/// What the gradient needs of the output's computation.
struct Forward {
    inputs: [[u16; 32]; 2],
    count: usize,
    sums: [[f32; HIDDEN]; 2],
    bucket: usize,
    output: f32,
}

fn weigh_squares(sums: &[f32; HIDDEN], weights: &[f32; HIDDEN]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            let clamped = sums[lane].clamp(0.0, 1.0);
            lanes[lane] += clamped * clamped * weights[lane];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::GameResult;
    use chuhe_rules::xiangqi::Position;

    fn samples() -> Vec<Sample> {
        let mut position = Position::start();
        let mut random = Random::new(3, 0);
        (0..40)
            .map(|ply| {
                let moves = position.legal_moves();
                position.make(moves[random.below(moves.len())]);
                Sample::new(&position, random.below(600) as i16 - 300, GameResult::Draw, ply)
            })
            .collect()
    }

    #[test]
    fn gradient_agrees_with_differences_of_the_loss() {
        let mut random = Random::new(5, 0);
        let model = Model::random(&mut random);
        let target = Target { result_share: 0.0 };
        for sample in samples().into_iter().step_by(8) {
            let target = target.of(&sample);
            let mut gradient = Model::zeros();
            model.backward(&sample, false, target, &mut gradient);
            let touched: Vec<usize> =
                (0..PARAMETERS).filter(|&index| gradient.0[index].abs() > 1e-3).step_by(37).collect();
            for index in touched {
                let loss = |by: f32| {
                    let mut moved = model.clone();
                    moved.0[index] += by;
                    f64::from(moved.backward(&sample, false, target, &mut Model::zeros()))
                };
                let difference = (loss(1e-3) - loss(-1e-3)) / 2e-3;
                let expected = f64::from(gradient.0[index]);
                assert!(
                    (difference - expected).abs() < 1e-3 + expected.abs() * 0.05,
                    "{difference} {expected}"
                );
            }
        }
    }

    #[test]
    fn a_symmetric_position_equals_its_mirror_image() {
        let model = Model::random(&mut Random::new(6, 0));
        let start = Sample::new(&Position::start(), 0, GameResult::Draw, 0);
        let (plain, mirrored) = (model.forward(&start, false).output, model.forward(&start, true).output);
        assert!((plain - mirrored).abs() < 1e-5, "the start position is symmetric");
    }

    #[test]
    fn target_mixes_score_and_result() {
        let sample = Sample::new(&Position::start(), 0, GameResult::Win, 0);
        assert_eq!(Target { result_share: 0.0 }.of(&sample), 0.5);
        assert_eq!(Target { result_share: 0.5 }.of(&sample), 0.75);
        assert_eq!(Target { result_share: 1.0 }.of(&sample), 1.0);
    }
}
