//! The value of how far a copy has followed the log of its hall.

use super::{Value, not};
use crate::StoreError;
use chuhe_cluster::{Epoch, Hash, Reach, Sequence};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct PlaceV1 {
    sequence: u64,
    hash: [u8; 32],
    epoch: u64,
}

impl From<Reach> for Value {
    fn from(Reach { sequence, hash, epoch }: Reach) -> Self {
        Self::PlaceV1(PlaceV1 { sequence: sequence.0, hash: hash.0, epoch: epoch.0 })
    }
}

impl TryFrom<Value> for Reach {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let Value::PlaceV1(PlaceV1 { sequence, hash, epoch }) = value else {
            return Err(not("a place in a log"));
        };
        Ok(Self { sequence: Sequence(sequence), hash: Hash(hash), epoch: Epoch(epoch) })
    }
}
