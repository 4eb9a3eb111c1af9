//! Hashes and verifies passwords with argon2id.
//!
//! Hashing a password takes tens of milliseconds and 19 MiB. It runs on blocking threads,
//! two passwords at a time, behind a bounded queue.

use crate::shell::operate::log_limits::{self, Noise};
use argon2::password_hash::{Error, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use chuhe_hub::{Answer, PasswordHash, Query};
use std::sync::Arc;
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

/// The cost of argon2id: memory in KiB, passes, and lanes.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// Number of passwords processed at the same time.
const MAX_RUNNING: usize = 2;
/// Maximum number of passwords waiting or being processed; further queries fail.
const MAX_PENDING: usize = 64;

/// Limits how many passwords are processed at a time.
#[derive(Clone, Debug)]
pub(crate) struct PasswordPool {
    pending: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl PasswordPool {
    pub(crate) fn new() -> Self {
        Self {
            pending: Arc::new(Semaphore::new(MAX_PENDING)),
            running: Arc::new(Semaphore::new(MAX_RUNNING)),
        }
    }

    /// Answers a query about a password.
    ///
    /// Returns [`Answer::Failed`] for any other query, or if too many are pending.
    pub(crate) async fn answer(&self, query: Query) -> Answer {
        let Ok(_pending) = self.pending.try_acquire() else {
            if log_limits::admits(Noise::PasswordsOverloaded) {
                tracing::warn!("password query failed: too many are pending");
            }
            return Answer::Failed;
        };
        // the semaphores are never closed, and the work does not panic
        let Ok(_running) = self.running.acquire().await else { return Answer::Failed };
        let answer = tokio::task::spawn_blocking(move || process(query)).await;
        answer.unwrap_or(Answer::Failed)
    }
}

fn process(query: Query) -> Answer {
    let answer = match query {
        Query::HashPassword { password, salt } => hash(&Zeroizing::new(password.0), &salt),
        Query::VerifyPassword { password, hash } => verify(&Zeroizing::new(password.0), &hash),
        Query::ListGames { .. }
        | Query::FindGames { .. }
        | Query::ReadGame { .. }
        | Query::Examine { .. }
        | Query::Pair(_)
        | Query::Accounts(_) => return Answer::Failed,
    };
    answer.unwrap_or_else(|error| {
        tracing::error!(%error, "password query failed");
        Answer::Failed
    })
}

fn hash(password: &str, salt: &[u8]) -> Result<Answer, Error> {
    let hash = argon2()?.hash_password_with_salt(password.as_bytes(), salt)?;
    Ok(Answer::Hashed(PasswordHash(hash.to_string())))
}

/// Verifies a password in constant time. The cost parameters are part of the hash.
fn verify(password: &str, hash: &PasswordHash) -> Result<Answer, Error> {
    match argon2()?.verify_password(password.as_bytes(), hash.0.as_str()) {
        Ok(()) => Ok(Answer::Verified(true)),
        Err(Error::PasswordInvalid) => Ok(Answer::Verified(false)),
        Err(error) => Err(error),
    }
}

fn argon2() -> Result<Argon2<'static>, Error> {
    let (memory_kib, passes, lanes) = COST;
    let params = Params::new(memory_kib, passes, lanes, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::UNMATCHABLE_HASH;
    use chuhe_protocol::Password;

    fn password(text: &str) -> Password {
        Password(text.into())
    }

    async fn hashed(passwords: &PasswordPool, text: &str) -> PasswordHash {
        let query = Query::HashPassword { password: password(text), salt: [7; 16] };
        let answer = passwords.answer(query).await;
        let Answer::Hashed(hash) = answer else { panic!("{answer:?}") };
        hash
    }

    #[tokio::test]
    async fn only_the_right_password_is_verified() {
        let passwords = PasswordPool::new();
        let hash = hashed(&passwords, "楚河汉界 1234").await;
        for (text, right) in [("楚河汉界 1234", true), ("楚河汉界 1235", false), ("", false)] {
            let query = Query::VerifyPassword { password: password(text), hash: hash.clone() };
            assert_eq!(passwords.answer(query).await, Answer::Verified(right), "{text}");
        }
        let query = Query::VerifyPassword { password: password("any"), hash: PasswordHash("none".into()) };
        assert_eq!(passwords.answer(query).await, Answer::Failed);
    }

    #[tokio::test]
    async fn unknown_names_cost_as_much_as_known_ones() {
        let passwords = PasswordPool::new();
        let hash = hashed(&passwords, "long enough").await.0;
        let cost = |hash: &str| hash.rsplitn(3, '$').last().map(str::to_owned);
        assert_eq!(cost(&hash).as_deref(), Some("$argon2id$v=19$m=19456,t=2,p=1"));
        assert_eq!(cost(UNMATCHABLE_HASH), cost(&hash));
        assert_eq!(UNMATCHABLE_HASH.len(), hash.len());
        let nobody = PasswordHash(UNMATCHABLE_HASH.into());
        let query = Query::VerifyPassword { password: password("long enough"), hash: nobody };
        assert_eq!(passwords.answer(query).await, Answer::Verified(false));
    }

    #[tokio::test]
    async fn query_fails_while_too_many_are_pending() {
        let passwords = PasswordPool::new();
        let all = Arc::clone(&passwords.pending).acquire_many_owned(MAX_PENDING as u32).await.unwrap();
        let query = || Query::HashPassword { password: password("long enough"), salt: [7; 16] };
        assert_eq!(passwords.answer(query()).await, Answer::Failed);
        drop(all);
        assert!(matches!(passwords.answer(query()).await, Answer::Hashed(_)));
    }
}
