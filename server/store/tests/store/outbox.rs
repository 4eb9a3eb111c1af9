//! What an outbox says of itself.

use super::append;
use chuhe_store::Outbox;

#[test]
fn a_queued_item_waits_until_it_is_taken() {
    let mut outbox = Outbox::default();
    outbox.queue('a');
    assert!(outbox.is_ready(), "no write is before it");
    outbox.save(append(1, 0, b""));
    outbox.queue('b');
    assert_eq!((outbox.collected(), outbox.sent()), (1, 0));
    assert_eq!(outbox.waiting().collect::<String>(), "ab");
    assert_eq!(outbox.pop(), Some('a'));
    assert!(!outbox.is_ready());
    assert_eq!(outbox.pop(), None);
    outbox.take_batch().unwrap();
    assert_eq!((outbox.collected(), outbox.sent(), outbox.in_flight()), (0, 1, 1));
    assert!(!outbox.is_ready() && outbox.is_committed(0) && !outbox.is_committed(1));
    outbox.queue('c');
    outbox.set_committed(1);
    assert!(outbox.is_ready() && outbox.is_committed(1) && !outbox.is_committed(2));
    assert_eq!(outbox.take_waiting().collect::<String>(), "bc");
    assert_eq!(outbox.waiting().len(), 0);
    assert!(!outbox.is_ready());
}

#[test]
fn items_after_the_third_batch_wait_for_it_alone() {
    let mut outbox = Outbox::default();
    for n in 0..3 {
        outbox.save(append(1, n, b""));
        outbox.take_batch().unwrap();
    }
    outbox.save(append(1, 3, b""));
    outbox.queue('q');
    assert_eq!(outbox.push('p'), None);
    outbox.set_committed(3);
    assert_eq!(outbox.pop(), None);
    outbox.take_batch().unwrap();
    outbox.set_committed(4);
    assert_eq!((outbox.pop(), outbox.pop()), (Some('q'), Some('p')));
}
