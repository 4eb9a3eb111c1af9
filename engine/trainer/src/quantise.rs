//! Turns a model into the integers of the engine and back, and measures the error.

use crate::model::Model;
use crate::sample::Sample;
use chuhe_engine::xiangqi::evaluation::net::{
    INPUT_ONE, Net, NetError, OUTPUT_ONE, SCALE, SQUARE_ONE, Weights,
};
use chuhe_rules::Color;

/// Rounds the parameters to the engine's units.
///
/// # Errors
/// [`NetError::Overflow`] if the weights are too large.
pub fn quantise(model: &Model) -> Result<Net, NetError> {
    let round = |list: &[f32], one: f32| -> Vec<i16> {
        list.iter().map(|&weight| (weight * one).round() as i16).collect()
    };
    let output_one = (SQUARE_ONE * OUTPUT_ONE) as f32;
    Net::new(&Weights {
        input: round(model.input(), f32::from(INPUT_ONE)),
        input_bias: round(model.input_bias(), f32::from(INPUT_ONE)),
        output: round(model.output(), OUTPUT_ONE as f32),
        output_bias: model.output_bias().iter().map(|&bias| (bias * output_one).round() as i32).collect(),
    })
}

/// The model whose integers are `net`.
#[must_use]
pub fn model_of(net: &Net) -> Model {
    let Weights { input, input_bias, output, output_bias } = net.weights();
    let input_scale = 1.0 / f32::from(INPUT_ONE);
    let of_input = input.iter().chain(&input_bias).map(|&weight| f32::from(weight) * input_scale);
    let of_output = output.iter().map(|&weight| f32::from(weight) / OUTPUT_ONE as f32);
    let biases = output_bias.iter().map(|&bias| bias as f32 / (SQUARE_ONE * OUTPUT_ONE) as f32);
    let mut model = Model::zeros();
    let parameters = of_input.chain(of_output).chain(biases);
    model.parameters_mut().iter_mut().zip(parameters).for_each(|(parameter, value)| *parameter = value);
    model
}

/// The difference in centipawns between a model and its integers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Error {
    /// The mean of the absolute differences.
    pub mean: f32,
    /// The largest absolute difference.
    pub largest: f32,
}

/// Compares `net` with `model` on `samples`; illegal ones are left out.
#[must_use]
pub fn error(model: &Model, net: &Net, samples: &[Sample]) -> Error {
    let mut error = Error::default();
    let mut count = 0;
    for sample in samples {
        let Ok(position) = sample.position() else { continue };
        let exact = model.evaluate(sample) * SCALE as f32;
        let difference = (exact - net.evaluate_board(position.board(), Color::Red) as f32).abs();
        error.mean += difference;
        error.largest = error.largest.max(difference);
        count += 1;
    }
    error.mean /= count.max(1) as f32;
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sample::GameResult;
    use chuhe_rules::xiangqi::Position;

    #[test]
    fn integers_are_close_to_the_model() {
        let mut random = Random::new(2, 0);
        let model = Model::random(&mut random);
        let net = quantise(&model).unwrap();
        let mut position = Position::start();
        let mut samples = Vec::new();
        for ply in 0..60 {
            let moves = position.legal_moves();
            position.make(moves[random.below(moves.len())]);
            samples.push(Sample::new(&position, 0, GameResult::Draw, ply));
        }
        let error = error(&model, &net, &samples);
        assert!(error.largest < 5.0 && error.mean > 0.0, "{error:?}");
    }

    #[test]
    fn integers_become_the_model_again() {
        let net = quantise(&Model::random(&mut Random::new(3, 0))).unwrap();
        assert_eq!(quantise(&model_of(&net)), Ok(net));
    }

    #[test]
    fn weights_that_overflow_are_refused() {
        let mut model = Model::zeros();
        model.parameters_mut().fill(1.9);
        assert_eq!(quantise(&model), Err(NetError::Overflow));
    }
}
