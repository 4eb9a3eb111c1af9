//! Decodes a first frame as a greeting; the fixed part of a valid greeting round-trips.

use chuhe_protocol::greeting::{Answer, Hello, OLDEST_VERSION, VERSION};

/// Checks the greeting invariants on `data`.
pub fn run(data: &[u8]) {
    if let Ok(hello) = Hello::decode(data) {
        assert!(data.starts_with(&hello.encode()));
        let answer = Answer::to(hello);
        assert_eq!(answer.welcome, (OLDEST_VERSION..=VERSION).contains(&hello.version));
        assert_eq!(Answer::decode(&answer.encode()), Ok(answer));
    }
    if let Ok(answer) = Answer::decode(data) {
        assert!(data.starts_with(&answer.encode()));
        if let Ok(halls) = Answer::decode_halls(data)
            && !halls.is_empty()
        {
            assert!(answer.welcome && halls.is_within_limit());
            assert_eq!(answer.encode_with_halls(&halls), data);
        }
    }
}
