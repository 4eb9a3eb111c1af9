//! `chuhe-server probe`: asks the running server how it is, for health checks where no program for HTTP is at hand.

use anyhow::{Context, bail};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Time limit for the connection and for each part of the answer; the server answers within a second.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The most bytes of an answer that are read.
const MOST_BYTES: u64 = 64 * 1024;

/// Which question of the endpoint for operators is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Health {
    /// Whether the server serves players
    #[default]
    Ready,
    /// Whether the server works, also while it stops
    Healthy,
}

impl Health {
    const fn path(self) -> &'static str {
        match self {
            Self::Ready => "/readyz",
            Self::Healthy => "/healthz",
        }
    }
}

/// Asks the server that serves operators at `ops`; returns its answer if the status is 200.
///
/// # Errors
/// If no server answers there in time, or with another status; the error has the answer.
pub fn probe(ops: SocketAddr, health: Health) -> anyhow::Result<String> {
    let answer = request(ops, health.path()).with_context(|| format!("no server answers at {ops}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer is not HTTP")?;
    let status = head.split(' ').nth(1).context("the answer has no status")?;
    if status != "200" {
        bail!("status {status}: {}", body.trim_end());
    }
    Ok(body.to_owned())
}

fn request(ops: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&ops, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    // in version 1.0 the answer ends with the connection and has no chunks
    stream.write_all(format!("GET {path} HTTP/1.0\r\nHost: {ops}\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.take(MOST_BYTES).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// Probes a server that answers with `answer`; returns the result and the request line.
    fn probe_one(health: Health, answer: &'static str) -> (anyhow::Result<String>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 1024];
            let length = stream.read(&mut request).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8_lossy(&request[..length]).lines().next().unwrap_or_default().to_owned()
        });
        (probe(address, health), server.join().unwrap())
    }

    #[test]
    fn status_200_is_success() {
        let (probed, request) = probe_one(Health::Ready, "HTTP/1.0 200 OK\r\na: b\r\n\r\nok\n");
        assert_eq!(probed.unwrap(), "ok\n");
        assert_eq!(request, "GET /readyz HTTP/1.0");
        let (probed, request) = probe_one(Health::Healthy, "HTTP/1.1 200 OK\r\n\r\n");
        assert_eq!((probed.unwrap(), request), (String::new(), "GET /healthz HTTP/1.0".to_owned()));
    }

    #[test]
    fn other_answers_fail_with_the_reason() {
        let failure = |answer| probe_one(Health::Ready, answer).0.unwrap_err().to_string();
        assert_eq!(failure("HTTP/1.0 503 No\r\n\r\nstopping\n"), "status 503: stopping");
        assert_eq!(failure("200"), "the answer is not HTTP");
        assert_eq!(failure(""), "the answer is not HTTP");
        assert_eq!(failure("HTTP\r\n\r\n"), "the answer has no status");
    }

    #[test]
    fn an_address_without_a_server_fails() {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let failure = probe(address, Health::Ready).unwrap_err().to_string();
        assert_eq!(failure, format!("no server answers at {address}"));
    }
}
