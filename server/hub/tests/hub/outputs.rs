//! Takes the outputs of a hub up to a crash.

use chuhe_hub::{Hub, Output};

/// Returns the next outputs: at most `limit`, and the rest of the last commit.
///
/// A crash loses all later outputs. It never splits adjacent records, which are stored together.
pub(crate) fn take(hub: &mut Hub, limit: usize) -> Vec<Output> {
    let mut outputs: Vec<Output> = Vec::new();
    while let Some(output) = hub.poll_output() {
        let is_save = |output: Option<&Output>| matches!(output, Some(Output::Save(_)));
        if outputs.len() >= limit && !(is_save(Some(&output)) && is_save(outputs.last())) {
            break;
        }
        outputs.push(output);
    }
    outputs
}
