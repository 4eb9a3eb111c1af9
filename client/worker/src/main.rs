//! The program of a worker: does one work for each call of `main`, which the page makes.

fn main() {
    chuhe_worker::run();
}
