//! A first frame is a greeting or refused; of one that is, the frozen bytes come
//! out as they went in.

use chuhe_protocol::greeting::{Answer, Hello, OLDEST_VERSION, VERSION};

/// Holds it of `data`.
pub fn read(data: &[u8]) {
    if let Ok(hello) = Hello::decode(data) {
        assert!(data.starts_with(&hello.encode()));
        let answer = Answer::to(hello);
        assert_eq!(answer.welcome, (OLDEST_VERSION..=VERSION).contains(&hello.version));
        assert_eq!(Answer::decode(&answer.encode()), Ok(answer));
    }
    if let Ok(answer) = Answer::decode(data) {
        assert!(data.starts_with(&answer.encode()));
    }
}
