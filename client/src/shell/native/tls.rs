//! The TLS handshake, with verification of the server's certificate.
//!
//! The core's [`trust`](chuhe_model::exchange::trust) decides which certificate is acceptable. rustls
//! always checks that the server holds the certificate's private key.

use chuhe_model::exchange::event::ConnectFailure;
use chuhe_model::exchange::trust::{Certificate, CertificateMismatch, Trust};
use chuhe_protocol::Fingerprint;
use std::io;
use std::sync::{Arc, OnceLock};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{ClientConfig, Resumption, WebPkiServerVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    self, AlertDescription, CertificateError, DigitallySignedStruct, RootCertStore, SignatureScheme,
};

/// The certificate authorities that may sign a server's certificate.
#[derive(Clone, Debug)]
pub(super) struct Authorities {
    /// The verifier, or `None` without any authority. The system's authorities are loaded on
    /// first use, which takes a while.
    verifier: Arc<OnceLock<Option<Arc<WebPkiServerVerifier>>>>,
}

impl Authorities {
    /// The system's trusted authorities.
    pub(super) fn of_system() -> Self {
        Self { verifier: Arc::default() }
    }

    /// The authorities with these certificates.
    #[cfg(test)]
    pub(super) fn of(certificates: Vec<CertificateDer<'static>>) -> Self {
        Self { verifier: Arc::new(OnceLock::from(build_verifier(certificates))) }
    }

    async fn verifier(&self) -> Option<Arc<WebPkiServerVerifier>> {
        let verifier = Arc::clone(&self.verifier);
        let load = move || verifier.get_or_init(|| build_verifier(load_system_certificates())).clone();
        // without a verifier, no certificate counts as signed by an authority
        tokio::task::spawn_blocking(load).await.ok().flatten()
    }
}

fn load_system_certificates() -> Vec<CertificateDer<'static>> {
    let loaded = rustls_native_certs::load_native_certs();
    for error in &loaded.errors {
        tracing::debug!(%error, "cannot load a system certificate");
    }
    loaded.certs
}

fn build_verifier(certificates: Vec<CertificateDer<'static>>) -> Option<Arc<WebPkiServerVerifier>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates);
    // fails without any root certificate
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider()).build().ok()
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// The verified identity of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Secured {
    /// Fingerprint of the certificate that it presents.
    pub(super) shown: Fingerprint,
    /// What to trust on the next connection.
    pub(super) trust: Trust,
}

/// Performs the handshake with a server whose certificate must match `known`.
pub(super) async fn secure(
    stream: TcpStream,
    host: &str,
    known: Trust,
    authorities: &Authorities,
) -> Result<(Secured, TlsStream<TcpStream>), ConnectFailure> {
    let failed = |error: &dyn std::error::Error| ConnectFailure::TlsFailed(error.to_string());
    // certificates do not include the zone of an IPv6 address, which is local
    let name = host.split('%').next().unwrap_or(host).to_owned();
    let name = ServerName::try_from(name).map_err(|error| failed(&error))?;
    let verifier = Arc::new(TrustVerifier {
        known,
        authorities: authorities.verifier().await,
        provider: provider(),
        result: OnceLock::new(),
    });
    let mut config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(&error))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::clone(&verifier) as Arc<dyn ServerCertVerifier>)
        .with_no_client_auth();
    // a resumed TLS session would skip the verification
    config.resumption = Resumption::disabled();
    let connected = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    match (connected, verifier.result.get()) {
        (_, Some(Err(mismatch))) => Err(ConnectFailure::CertificateChanged(*mismatch)),
        (Err(error), _) => Err(handshake_failure(&error)),
        (Ok(stream), Some(Ok(secured))) => Ok((*secured, stream)),
        (Ok(_), None) => Err(ConnectFailure::TlsFailed("the server presented no certificate".to_owned())),
    }
}

fn handshake_failure(error: &io::Error) -> ConnectFailure {
    match error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>()) {
        // the alert comes from a Chuhe server without TLS, the invalid message from another protocol
        Some(
            rustls::Error::AlertReceived(AlertDescription::ProtocolVersion)
            | rustls::Error::InvalidMessage(_),
        ) => ConnectFailure::NoTls,
        Some(error) => ConnectFailure::TlsFailed(error.to_string()),
        None => ConnectFailure::TlsFailed(error.to_string()),
    }
}

/// Checks the certificate of one handshake against the core's trust.
#[derive(Debug)]
struct TrustVerifier {
    known: Trust,
    authorities: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
    /// The result; valid once the handshake has succeeded.
    result: OnceLock<Result<Secured, CertificateMismatch>>,
}

impl ServerCertVerifier for TrustVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let vouched_for = self.authorities.as_ref().is_some_and(|authorities| {
            authorities
                .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
                .inspect_err(|error| tracing::debug!(%error, "no authority signed the certificate"))
                .is_ok()
        });
        let shown = Certificate { fingerprint: Fingerprint::of(end_entity), vouched_for };
        let result = self.known.check(shown).map(|trust| Secured { shown: shown.fingerprint, trust });
        match self.result.get_or_init(|| result) {
            Ok(_) if result.is_ok() => Ok(ServerCertVerified::assertion()),
            Ok(_) | Err(_) => Err(CertificateError::ApplicationVerificationFailure.into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::native::tcp::Tcp;
    use chuhe_model::exchange::event::{Closed, NetworkEvent};
    use chuhe_model::exchange::transport::Transport;
    use chuhe_model::exchange::trust::Security;
    use chuhe_protocol::{CloseReason, DoorMessage, DoorRequest, Request, ServerMessage};
    use chuhe_server::shell::net::tls_identity::TlsIdentity;
    use chuhe_server::shell::server::{Config, Server};
    use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
    use std::net::{Ipv4Addr, SocketAddr};
    use std::sync::mpsc;
    use std::thread::{self, JoinHandle};
    use std::time::Duration;
    use tokio::io::AsyncReadExt as _;
    use tokio::net::TcpListener;
    use tokio::runtime::Builder;
    use tokio::sync::oneshot;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;
    use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
    use tokio_rustls::rustls::sign::CertifiedKey;
    use tokio_rustls::rustls::version::{TLS12, TLS13};

    /// A certificate and its key.
    struct Pair {
        certificate: rcgen::Certificate,
        key: KeyPair,
    }

    impl Pair {
        fn fingerprint(&self) -> Fingerprint {
            Fingerprint::of(self.certificate.der())
        }

        fn pinned(&self) -> Trust {
            Trust::Pinned(self.fingerprint())
        }
    }

    fn params(name: &str) -> CertificateParams {
        CertificateParams::new([name.to_owned()]).unwrap()
    }

    fn self_signed() -> Pair {
        let key = KeyPair::generate().unwrap();
        Pair { certificate: params("127.0.0.1").self_signed(&key).unwrap(), key }
    }

    /// A certificate for `name` signed by an authority, and the authority.
    fn signed_by_authority(name: &str) -> (Pair, Authorities) {
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = params("authority");
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = authority.self_signed(&authority_key).unwrap();
        let key = KeyPair::generate().unwrap();
        let certificate = params(name).signed_by(&key, &Issuer::new(authority, authority_key)).unwrap();
        (Pair { certificate, key }, Authorities::of(vec![root.der().clone()]))
    }

    fn no_authorities() -> Authorities {
        Authorities::of(Vec::new())
    }

    /// A running server, stopped on drop.
    struct Running {
        port: u16,
        stop: Option<oneshot::Sender<()>>,
        thread: Option<JoinHandle<()>>,
    }

    impl Running {
        fn over_tls(pair: &Pair) -> Self {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("both.pem");
            std::fs::write(&path, pair.key.serialize_pem() + &pair.certificate.pem()).unwrap();
            Self::start(Some(TlsIdentity::load(&path, &path).unwrap()))
        }

        fn start(identity: Option<TlsIdentity>) -> Self {
            let (stop, stopped) = oneshot::channel::<()>();
            let (port, received_port) = mpsc::channel();
            let thread = thread::spawn(move || {
                Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
                    let config = Config::on(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
                    let server = Server::bind(Config { identity, ..config }).await.unwrap();
                    port.send(server.local_addr().port()).unwrap();
                    server.run(async { drop(stopped.await) }).await.unwrap();
                });
            });
            Self { port: received_port.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
        }
    }

    impl Drop for Running {
        fn drop(&mut self) {
            drop(self.stop.take());
            self.thread.take().unwrap().join().unwrap();
        }
    }

    fn next(tcp: &mut Tcp) -> NetworkEvent {
        loop {
            if let Some(event) = tcp.poll() {
                return event;
            }
            thread::park_timeout(Duration::from_secs(5));
        }
    }

    /// Connects; returns the first event.
    fn first(tcp: &mut Tcp, port: u16, known: Trust) -> NetworkEvent {
        tcp.connect("127.0.0.1", port, Security::Tls(known));
        next(tcp)
    }

    fn changed(event: &NetworkEvent) -> Option<CertificateMismatch> {
        let NetworkEvent::ConnectFailed(ConnectFailure::CertificateChanged(mismatch)) = event else {
            return None;
        };
        Some(*mismatch)
    }

    #[test]
    fn first_connection_pins_the_certificate_and_the_second_accepts_it() {
        let pair = self_signed();
        let server = Running::over_tls(&pair);
        let mut tcp = Tcp::start_with(no_authorities()).unwrap();
        let (shown, trust) = (pair.fingerprint(), pair.pinned());
        for before in [Trust::FirstUse, trust] {
            assert_eq!(first(&mut tcp, server.port, before), NetworkEvent::Secured { shown, trust });
            assert_eq!(next(&mut tcp), NetworkEvent::Connected);
        }
        tcp.send(Request { number: 1, message: DoorRequest::Join { name: "Bo".into(), hall: None }.into() });
        let NetworkEvent::Received(message) = next(&mut tcp) else { panic!("no message") };
        assert!(matches!(*message, ServerMessage::Door(DoorMessage::Joined { .. })));
        drop(server);
        let is_closed = |event: &NetworkEvent| matches!(event, NetworkEvent::Closed(Closed::ByServer));
        assert!(std::iter::repeat_with(|| next(&mut tcp)).take(20).any(|event| is_closed(&event)));
    }

    #[test]
    fn authority_is_trusted_only_for_the_requested_name() {
        let mut by_authority = Vec::new();
        for name in ["127.0.0.1", "localhost", "example.org"] {
            let (pair, authorities) = signed_by_authority(name);
            let server = Running::over_tls(&pair);
            let mut tcp = Tcp::start_with(authorities).unwrap();
            for host in ["127.0.0.1", "localhost"] {
                tcp.connect(host, server.port, Security::Tls(Trust::FirstUse));
                let NetworkEvent::Secured { trust, .. } = next(&mut tcp) else { panic!("not secured") };
                by_authority.push(trust == Trust::Authority);
                assert!(by_authority.last() == Some(&true) || trust == pair.pinned());
            }
        }
        assert_eq!(by_authority, [true, false, false, true, false, false]);
    }

    #[test]
    fn changed_server_is_refused_by_every_path() {
        let (pair, authorities) = signed_by_authority("127.0.0.1");
        let (stranger, server) = (self_signed(), Running::over_tls(&pair));
        let shown = |vouched_for| Certificate { fingerprint: pair.fingerprint(), vouched_for };
        for (authorities, known, vouched_for) in [
            (no_authorities(), stranger.pinned(), false),
            (authorities.clone(), stranger.pinned(), true),
            (no_authorities(), Trust::Authority, false),
        ] {
            let mut tcp = Tcp::start_with(authorities).unwrap();
            let event = first(&mut tcp, server.port, known);
            assert_eq!(
                changed(&event),
                Some(CertificateMismatch { expected: known, shown: shown(vouched_for) }),
                "{event:?}"
            );
            assert_eq!(tcp.poll(), None);
        }
        let mut tcp = Tcp::start_with(authorities).unwrap();
        let again = first(&mut tcp, server.port, Trust::Authority);
        assert!(matches!(again, NetworkEvent::Secured { trust: Trust::Authority, .. }), "{again:?}");
    }

    /// Presents a certificate and key that need not match.
    #[derive(Debug)]
    struct Presents(Arc<CertifiedKey>);

    impl ResolvesServerCert for Presents {
        fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
            Some(Arc::clone(&self.0))
        }
    }

    /// Starts a server that presents `shown` with `key`; its thread returns what it received.
    fn presenting(
        shown: &Pair,
        key: &KeyPair,
        version: &'static rustls::SupportedProtocolVersion,
    ) -> (u16, JoinHandle<io::Result<Vec<u8>>>) {
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let key = provider().key_provider.load_private_key(key).unwrap();
        let presents = Presents(Arc::new(CertifiedKey::new(vec![shown.certificate.der().clone()], key)));
        let config = ServerConfig::builder_with_provider(provider())
            .with_protocol_versions(&[version])
            .unwrap()
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(presents));
        let (port, received_port) = mpsc::channel();
        let thread = thread::spawn(move || {
            Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
                port.send(listener.local_addr().unwrap().port()).unwrap();
                let (stream, _) = listener.accept().await.unwrap();
                let mut stream = TlsAcceptor::from(Arc::new(config)).accept(stream).await?;
                let mut received = vec![0; 1];
                stream.read_exact(&mut received).await?;
                Ok(received)
            })
        });
        (received_port.recv().unwrap(), thread)
    }

    #[test]
    fn nothing_is_sent_to_a_refused_server_or_one_without_the_key() {
        let (server, other) = (self_signed(), self_signed());
        for version in [&TLS12, &TLS13] {
            // the right key, but another pinned certificate
            let (port, received) = presenting(&server, &server.key, version);
            let mut tcp = Tcp::start_with(no_authorities()).unwrap();
            assert!(changed(&first(&mut tcp, port, other.pinned())).is_some());
            assert!(received.join().unwrap().is_err());
            // the pinned certificate, but another key
            let (port, received) = presenting(&server, &other.key, version);
            let event = first(&mut tcp, port, server.pinned());
            let failed = matches!(event, NetworkEvent::ConnectFailed(ConnectFailure::TlsFailed(_)));
            assert!(failed, "{event:?}");
            assert!(received.join().unwrap().is_err());
            // both match: this shows that the cases above can fail
            let (port, received) = presenting(&server, &server.key, version);
            first(&mut tcp, port, server.pinned());
            assert_eq!(received.join().unwrap().unwrap(), [0]);
        }
    }

    #[test]
    fn server_without_tls_is_recognized_and_never_used_in_plain() {
        let server = Running::start(None);
        let mut tcp = Tcp::start_with(no_authorities()).unwrap();
        let no_tls = NetworkEvent::ConnectFailed(ConnectFailure::NoTls);
        assert_eq!(first(&mut tcp, server.port, Trust::FirstUse), no_tls);
        assert_eq!(tcp.poll(), None);
    }

    #[test]
    fn plain_client_receives_the_reason_that_tls_is_required() {
        let server = Running::over_tls(&self_signed());
        let mut tcp = Tcp::start_with(no_authorities()).unwrap();
        tcp.connect("127.0.0.1", server.port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::Connected);
        // the core joins at once
        tcp.send(Request { number: 1, message: DoorRequest::Join { name: "Bo".into(), hall: None }.into() });
        let closing = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::TlsRequired });
        assert_eq!(next(&mut tcp), NetworkEvent::Received(Box::new(closing)));
        assert_eq!(next(&mut tcp), NetworkEvent::Closed(Closed::ByServer));
    }

    #[test]
    fn system_authorities_are_loaded_once() {
        // a minimal system may have none
        let runtime = Builder::new_current_thread().build().unwrap();
        let authorities = Authorities::of_system();
        let found = runtime.block_on(authorities.verifier()).is_some();
        assert_eq!(runtime.block_on(authorities.verifier()).is_some(), found);
    }
}
