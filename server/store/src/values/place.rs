//! The value of how far a copy has followed the log of its hall.

use crate::StoreError;
use chuhe_cluster::{Epoch, Hash, Reach, Sequence};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct PlaceV1 {
    sequence: u64,
    hash: [u8; 32],
    epoch: u64,
}

impl From<&Reach> for PlaceV1 {
    fn from(Reach { sequence, hash, epoch }: &Reach) -> Self {
        Self { sequence: sequence.0, hash: hash.0, epoch: epoch.0 }
    }
}

impl TryFrom<PlaceV1> for Reach {
    type Error = StoreError;

    fn try_from(PlaceV1 { sequence, hash, epoch }: PlaceV1) -> Result<Self, StoreError> {
        Ok(Self { sequence: Sequence(sequence), hash: Hash(hash), epoch: Epoch(epoch) })
    }
}
