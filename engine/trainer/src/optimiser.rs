//! Adam (Kingma and Ba, 2015), with limits on the weights.

use crate::model::{Model, PARAMETERS};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The largest weight, so that the sums of 32 fit the integers of the engine.
const WEIGHT_LIMIT: f32 = 1.9;

/// The state of Adam: running means of the gradient and of its square.
#[derive(Debug)]
pub struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Creates the state before the first step.
    #[must_use]
    pub fn new() -> Self {
        Self { first: vec![0.0; PARAMETERS], second: vec![0.0; PARAMETERS], steps: 0 }
    }

    /// Changes `model` against `gradient`.
    pub fn step(&mut self, model: &mut Model, gradient: &Model, rate: f32) {
        self.steps += 1;
        let rate = rate / (1.0 - FIRST_DECAY.powi(self.steps));
        let correction = 1.0 / (1.0 - SECOND_DECAY.powi(self.steps));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((parameter, slope), (first, second)) in
            model.parameters_mut().iter_mut().zip(gradient.parameters()).zip(moments)
        {
            *first += (slope - *first) * (1.0 - FIRST_DECAY);
            *second += (slope * slope - *second) * (1.0 - SECOND_DECAY);
            let change = rate * *first / ((*second * correction).sqrt() + EPSILON);
            *parameter = (*parameter - change).clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
        }
    }
}

impl Default for Adam {
    fn default() -> Self {
        Self::new()
    }
}
