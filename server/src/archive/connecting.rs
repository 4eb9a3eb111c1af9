//! How the exporter reaches PostgreSQL: the address, the password and TLS.

use super::database_error::DatabaseError;
use std::convert::Infallible;
use std::fs;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres::{Client, Config, Socket};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_rustls::{TlsConnector, client};

/// The timeout of connecting to one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The time without an acknowledgement of sent data after which a connection counts as lost.
const TCP_TIMEOUT: Duration = Duration::from_secs(30);
/// The default port of PostgreSQL.
const PORT: u16 = 5432;

/// How to reach the database. `Debug` hides the password.
#[derive(Clone, Debug)]
pub struct PostgresConfig {
    config: Config,
    tls: Tls,
}

/// Why the address or the password cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PostgresConfigError {
    /// The address is invalid.
    #[error("--postgres is not the address of a database, such as postgresql://USER@HOST/DATABASE: {0}")]
    Address(String),
    /// The address has a password.
    #[error(
        "--postgres has a password, which other users can see: put it into a file for --postgres-password, or into the one that PGPASSFILE names"
    )]
    Password,
    /// A file cannot be read.
    #[error("{}: {why}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        why: String,
    },
    /// TLS cannot be used.
    #[error("cannot use TLS: {0}")]
    Tls(String),
}

impl PostgresConfig {
    /// Reads the address, and the password and the authorities from their files.
    ///
    /// `password_file` holds the password alone. Without it, the password is looked up in `passwords`, a
    /// file in the format of `PGPASSFILE`. Without `ca`, an authority of the system must have signed the
    /// certificate of the server.
    ///
    /// A server on another machine must use TLS, unless the address says `sslmode=disable`.
    ///
    /// # Errors
    /// [`PostgresConfigError`], as its variants say.
    pub fn new(
        address: &str,
        password_file: Option<&Path>,
        passwords: Option<&Path>,
        ca: Option<&Path>,
    ) -> Result<Self, PostgresConfigError> {
        let mut config: Config = address.parse().map_err(|error: tokio_postgres::Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            PostgresConfigError::Address(cause.unwrap_or_else(|| error.to_string()))
        })?;
        if config.get_password().is_some() {
            return Err(PostgresConfigError::Password);
        }
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(PostgresConfigError::Address("it names no host".to_owned()));
        }
        if let Some(file) = password_file {
            config.password(read(file)?.trim_end_matches(['\r', '\n']));
        } else if let Some(file) = passwords
            && let Some(password) = look_up(&read(file)?, &config)
        {
            config.password(password);
        }
        if config.get_ssl_mode() == SslMode::Prefer {
            config.ssl_mode(if is_here(&config) { SslMode::Disable } else { SslMode::Require });
        }
        config.application_name("chuhe-server export-postgres");
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(TCP_TIMEOUT);
        let roots =
            if config.get_ssl_mode() == SslMode::Disable { RootCertStore::empty() } else { roots(ca)? };
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| PostgresConfigError::Tls(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { config, tls: Tls(TlsConnector::from(Arc::new(client))) })
    }

    /// Connects. The connection is served by a task until the client is dropped.
    pub(super) async fn connect(&self) -> Result<Client, DatabaseError> {
        let connecting = self.config.connect(self.tls.clone());
        let connected = tokio::time::timeout(CONNECT_TIMEOUT * 2, connecting).await;
        let too_long = |_| DatabaseError::Unreachable("connecting took too long".to_owned());
        let (client, connection) = connected.map_err(too_long)??;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                // the user of the client sees that it is closed
                tracing::debug!(%error, "the connection to PostgreSQL has ended");
            }
        });
        Ok(client)
    }
}

fn read(file: &Path) -> Result<String, PostgresConfigError> {
    let unreadable =
        |error: io::Error| PostgresConfigError::File { file: file.to_owned(), why: error.to_string() };
    fs::read_to_string(file).map_err(unreadable)
}

/// Whether the server is on this machine, so that nobody else can read the connection.
fn is_here(config: &Config) -> bool {
    let is_local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    // `hostaddr` takes precedence over `host`
    match config.get_hostaddrs() {
        [] => config.get_hosts().iter().all(is_local),
        addresses => addresses.iter().all(IpAddr::is_loopback),
    }
}

/// Looks the password of a connection up in a file of lines `HOST:PORT:DATABASE:USER:PASSWORD`, where `*`
/// is any value and `\` precedes a `:` or `\` of a value.
fn look_up(file: &str, config: &Config) -> Option<String> {
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let port = config.get_ports().first().copied().unwrap_or(PORT).to_string();
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        #[cfg(unix)]
        Some(Host::Unix(_)) => "localhost".to_owned(),
        None => config.get_hostaddrs().first()?.to_string(),
    };
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.map(fields).find_map(|fields| {
        let [of_host, of_port, of_database, of_user, password] = fields.try_into().ok()?;
        let wanted = [(of_host, &*host), (of_port, &*port), (of_database, database), (of_user, user)];
        wanted.iter().all(|(of, value)| of == "*" || of == value).then_some(password)
    })
}

/// Splits a line at its colons.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            ':' => fields.push(String::new()),
            '\\' => fields.last_mut().into_iter().for_each(|field| field.extend(characters.next())),
            character => fields.last_mut().into_iter().for_each(|field| field.push(character)),
        }
    }
    fields
}

/// The authorities that may sign the certificate of the server.
fn roots(ca: Option<&Path>) -> Result<RootCertStore, PostgresConfigError> {
    let mut roots = RootCertStore::empty();
    let Some(file) = ca else {
        let found = rustls_native_certs::load_native_certs();
        let (added, _) = roots.add_parsable_certificates(found.certs);
        if added == 0 {
            let why = "the system has no certificate authorities; name one with --postgres-ca".to_owned();
            return Err(PostgresConfigError::Tls(why));
        }
        return Ok(roots);
    };
    let unusable = |why: String| PostgresConfigError::File { file: file.to_owned(), why };
    let certificates = CertificateDer::pem_file_iter(file).map_err(|error| unusable(error.to_string()))?;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| unusable(error.to_string()))?;
        roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
    }
    if roots.is_empty() {
        return Err(unusable("it has no certificate".to_owned()));
    }
    Ok(roots)
}

/// TLS for `tokio-postgres`, by rustls.
#[derive(Clone)]
struct Tls(TlsConnector);

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls")
    }
}

/// TLS to one host.
struct TlsTo {
    connector: TlsConnector,
    /// `None` for a Unix socket, which has no name; TLS is not used there.
    host: Option<ServerName<'static>>,
}

/// A connection over TLS.
struct Encrypted(client::TlsStream<Socket>);

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = TlsTo;
    type Error = Infallible;

    // the library also calls this for connections without TLS
    fn make_tls_connect(&mut self, host: &str) -> Result<TlsTo, Infallible> {
        Ok(TlsTo { connector: self.0.clone(), host: ServerName::try_from(host.to_owned()).ok() })
    }
}

impl TlsConnect<Socket> for TlsTo {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        let unnamed =
            || io::Error::new(io::ErrorKind::InvalidInput, "the host has no name for its certificate");
        Box::pin(async move {
            let host = self.host.ok_or_else(unnamed)?;
            self.connector.connect(host, socket).await.map(Encrypted)
        })
    }
}

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(address: &str) -> Result<PostgresConfig, PostgresConfigError> {
        let ca = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        PostgresConfig::new(address, None, None, Some(Path::new(ca)))
    }

    #[test]
    fn a_server_on_another_machine_must_use_tls() {
        let mode = |address: &str| config(address).map(|config| config.config.get_ssl_mode());
        for here in ["postgresql://chuhe@localhost/a", "host=127.0.0.1", "host=[::1]", "host=/run/postgresql"]
        {
            let parsed = here.replace(['[', ']'], "");
            assert_eq!(mode(&parsed).expect("an address"), SslMode::Disable, "{here}");
        }
        assert_eq!(mode("host=db.example sslmode=disable").expect("an address"), SslMode::Disable);
        // the file is read, and has no authorities
        for there in
            ["host=db.example", "host=db.example sslmode=prefer", "host=localhost hostaddr=192.0.2.1"]
        {
            assert!(matches!(mode(there), Err(PostgresConfigError::File { .. })), "{there}");
        }
    }

    #[test]
    fn an_address_with_a_password_or_without_a_host_is_refused() {
        let refused = config("postgresql://chuhe:secret@localhost/a").expect_err("a password");
        assert!(matches!(refused, PostgresConfigError::Password), "{refused}");
        assert!(!refused.to_string().contains("secret"), "{refused}");
        assert!(matches!(config("dbname=a"), Err(PostgresConfigError::Address(_))));
        let refused = config("password='secret host=a").expect_err("a quote without its end");
        assert!(!refused.to_string().contains("secret"), "{refused}");
    }

    #[test]
    fn a_password_is_looked_up_by_host_port_database_and_user() {
        let file = "# a comment\ndb:5433:*:chuhe:other\ndb:*:archive:chuhe:a\\:b\\\\c\n*:*:*:*:last\nbroken";
        let found = |address: &str| {
            let config: Config = address.parse().expect("an address");
            look_up(file, &config)
        };
        assert_eq!(found("host=db user=chuhe dbname=archive"), Some("a:b\\c".to_owned()));
        assert_eq!(found("host=db port=5433 user=chuhe dbname=archive"), Some("other".to_owned()));
        assert_eq!(found("host=/run/postgresql user=chuhe"), Some("last".to_owned()));
        assert_eq!(look_up("", &"host=db".parse().expect("an address")), None);
    }
}
