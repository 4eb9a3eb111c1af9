//! The value of a ban or silence.

use super::rows::parse_name;
use crate::StoreError;
use chuhe_hub::{Address, Sanction, SanctionKind, SanctionTarget};
use chuhe_rules::clock::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct SanctionV1 {
    kind: SanctionKindV1,
    target: SanctionTargetV1,
    until: Option<Timestamp>,
}

#[derive(Serialize, Deserialize)]
enum SanctionKindV1 {
    Ban,
    Silence,
}

#[derive(Serialize, Deserialize)]
enum SanctionTargetV1 {
    Addresses { first: u128, last: u128 },
    Name(String),
}

impl From<&Sanction> for SanctionV1 {
    fn from(sanction: &Sanction) -> Self {
        let kind = match sanction.kind {
            SanctionKind::Ban => SanctionKindV1::Ban,
            SanctionKind::Silence => SanctionKindV1::Silence,
        };
        let target = match &sanction.target {
            SanctionTarget::Addresses { first, last } => {
                SanctionTargetV1::Addresses { first: first.0, last: last.0 }
            }
            SanctionTarget::Name(name) => SanctionTargetV1::Name(name.as_str().to_owned()),
        };
        Self { kind, target, until: sanction.until }
    }
}

impl TryFrom<SanctionV1> for Sanction {
    type Error = StoreError;

    fn try_from(SanctionV1 { kind, target, until }: SanctionV1) -> Result<Self, StoreError> {
        let kind = match kind {
            SanctionKindV1::Ban => SanctionKind::Ban,
            SanctionKindV1::Silence => SanctionKind::Silence,
        };
        let target = match target {
            SanctionTargetV1::Addresses { first, last } => {
                SanctionTarget::Addresses { first: Address(first), last: Address(last) }
            }
            SanctionTargetV1::Name(name) => SanctionTarget::Name(parse_name(name)?),
        };
        Ok(Self { kind, target, until })
    }
}
