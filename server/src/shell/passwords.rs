//! Passwords hashed and verified, by argon2id. That takes tens of milliseconds
//! and 19 MiB each, so it is done on threads of its own, two at a time, and of
//! those who wait there are not more than may.

use argon2::password_hash::{Error, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use chuhe_hub::{Answer, PasswordHash, Query};
use std::sync::Arc;
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

/// What argon2id is to cost: memory in KiB, passes, and lanes.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// How many passwords are worked on at the same time.
const AT_ONCE: usize = 2;
/// How many may wait or be worked on; one more is not looked at.
const AT_MOST: usize = 64;

/// Where passwords are worked on.
#[derive(Clone, Debug)]
pub(super) struct Passwords {
    waiting: Arc<Semaphore>,
    working: Arc<Semaphore>,
}

impl Passwords {
    pub(super) fn new() -> Self {
        Self { waiting: Arc::new(Semaphore::new(AT_MOST)), working: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Answers a question about a password; [`Answer::Failed`] to any other, and
    /// where too many wait already.
    pub(super) async fn answer(&self, ask: Query) -> Answer {
        let Ok(_waiting) = self.waiting.try_acquire() else {
            tracing::warn!("too many passwords wait to be looked at");
            return Answer::Failed;
        };
        // neither is ever closed, nor does the work panic
        let Ok(_working) = self.working.acquire().await else { return Answer::Failed };
        let worked = tokio::task::spawn_blocking(move || work(ask)).await;
        worked.unwrap_or(Answer::Failed)
    }
}

fn work(ask: Query) -> Answer {
    let answered = match ask {
        Query::HashPassword { password, salt } => hash(&Zeroizing::new(password.0), &salt),
        Query::VerifyPassword { password, hash } => verify(&Zeroizing::new(password.0), &hash),
        Query::ListGames { .. } | Query::ReadGame { .. } => return Answer::Failed,
    };
    answered.unwrap_or_else(|error| {
        tracing::error!(%error, "a password could not be looked at");
        Answer::Failed
    })
}

fn hash(password: &str, salt: &[u8]) -> Result<Answer, Error> {
    let hash = argon2()?.hash_password_with_salt(password.as_bytes(), salt)?;
    Ok(Answer::Hashed(PasswordHash(hash.to_string())))
}

/// The hash says itself what it costs; it is compared in constant time.
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
    use chuhe_hub::NOBODYS_HASH;
    use chuhe_protocol::Password;

    fn password(text: &str) -> Password {
        Password(text.into())
    }

    async fn hashed(passwords: &Passwords, text: &str) -> PasswordHash {
        let ask = Query::HashPassword { password: password(text), salt: [7; 16] };
        let answer = passwords.answer(ask).await;
        let Answer::Hashed(hash) = answer else { panic!("{answer:?}") };
        hash
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let passwords = Passwords::new();
        let hash = hashed(&passwords, "楚河汉界 1234").await;
        for (text, right) in [("楚河汉界 1234", true), ("楚河汉界 1235", false), ("", false)] {
            let ask = Query::VerifyPassword { password: password(text), hash: hash.clone() };
            assert_eq!(passwords.answer(ask).await, Answer::Verified(right), "{text}");
        }
        let ask = Query::VerifyPassword { password: password("any"), hash: PasswordHash("none".into()) };
        assert_eq!(passwords.answer(ask).await, Answer::Failed);
    }

    #[tokio::test]
    async fn to_look_for_nobody_costs_what_it_costs_to_look_for_somebody() {
        let passwords = Passwords::new();
        let hash = hashed(&passwords, "long enough").await.0;
        let cost = |hash: &str| hash.rsplitn(3, '$').last().map(str::to_owned);
        assert_eq!(cost(&hash).as_deref(), Some("$argon2id$v=19$m=19456,t=2,p=1"));
        assert_eq!(cost(NOBODYS_HASH), cost(&hash));
        assert_eq!(NOBODYS_HASH.len(), hash.len());
        let nobody = PasswordHash(NOBODYS_HASH.into());
        let ask = Query::VerifyPassword { password: password("long enough"), hash: nobody };
        assert_eq!(passwords.answer(ask).await, Answer::Verified(false));
    }

    #[tokio::test]
    async fn of_those_who_wait_there_are_not_more_than_may() {
        let passwords = Passwords::new();
        let all = Arc::clone(&passwords.waiting).acquire_many_owned(AT_MOST as u32).await.unwrap();
        let ask = || Query::HashPassword { password: password("long enough"), salt: [7; 16] };
        assert_eq!(passwords.answer(ask()).await, Answer::Failed);
        drop(all);
        assert!(matches!(passwords.answer(ask()).await, Answer::Hashed(_)));
    }
}
