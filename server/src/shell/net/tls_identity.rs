//! The server's TLS certificate and private key: loaded from files, or generated once and
//! stored.
//!
//! A generated certificate is self-signed, and clients recognize it by its fingerprint. It
//! is therefore never replaced, even if the file is damaged: every client would then warn
//! its user of a changed server.

use chuhe_protocol::Fingerprint;
use rcgen::{CertificateParams, DnType, KeyPair};
use std::fmt;
use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{NoServerSessionStorage, ServerConfig};
use tokio_rustls::rustls::{self, CertificateError, InconsistentKeys};
use yasna::tags::TAG_UTCTIME;
use yasna::{ASN1Result, BERReaderSeq, Tag};

/// Name of the file with the generated key, followed by its certificate.
const IDENTITY_FILE: &str = "tls-identity.pem";
/// Subject of a generated certificate. Clients check the fingerprint instead, so the
/// certificate works under any host name.
const PLACEHOLDER_NAME: &str = "chuhe-server.invalid";

/// The server's certificate and private key. `Debug` prints no key.
#[derive(Clone)]
pub struct TlsIdentity {
    acceptor: TlsAcceptor,
    fingerprint: Fingerprint,
    expires_at: i64,
}

/// Why a certificate and key could not be loaded or generated.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are the paths and errors that the messages name")]
pub enum TlsIdentityError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    /// A file is not valid PEM.
    #[error("{} is damaged: {error}", path.display())]
    Damaged { path: PathBuf, error: pem::Error },
    /// A file contains no certificate.
    #[error("{} contains no certificate", path.display())]
    NoCertificate { path: PathBuf },
    /// A file contains no private key, or only an encrypted one.
    #[error("{} contains no unencrypted private key", path.display())]
    NoKey { path: PathBuf },
    /// The key does not belong to the certificate.
    #[error("the private key in {} does not belong to the certificate in {}", key.display(), certificate.display())]
    WrongKey { certificate: PathBuf, key: PathBuf },
    /// The certificate or key is not supported.
    #[error("the certificate in {} cannot be used: {error}", path.display())]
    Unusable { path: PathBuf, error: rustls::Error },
    /// The stored identity is damaged.
    #[error(
        "{error}; the file is left unchanged: restore it, or move it away to generate a new certificate, of which clients are warned"
    )]
    StoredIdentityDamaged { error: Box<TlsIdentityError> },
    /// The generated identity cannot be stored.
    #[error("cannot store a certificate in {}: {error}", path.display())]
    NotStored { path: PathBuf, error: io::Error },
    /// No certificate can be generated.
    #[error("cannot generate a certificate: {0}")]
    NotGenerated(#[from] rcgen::Error),
}

impl TlsIdentity {
    /// Loads the identity stored in `directory`; if there is none, generates and stores one.
    ///
    /// The file is readable by the current user only.
    ///
    /// # Errors
    /// [`TlsIdentityError`]. An existing file is never changed.
    pub fn load_or_generate(directory: &Path) -> Result<Self, TlsIdentityError> {
        let path = directory.join(IDENTITY_FILE);
        if !path.try_exists().map_err(|error| TlsIdentityError::Unreadable { path: path.clone(), error })? {
            let pem = generate_pem()?;
            store(directory, &path, &pem)
                .map_err(|error| TlsIdentityError::NotStored { path: directory.to_owned(), error })?;
        }
        Self::load(&path, &path).map_err(|error| {
            let is_unreadable = matches!(error, TlsIdentityError::Unreadable { .. });
            if is_unreadable {
                error
            } else {
                TlsIdentityError::StoredIdentityDamaged { error: Box::new(error) }
            }
        })
    }

    /// Generates an identity for this run only.
    ///
    /// # Errors
    /// [`TlsIdentityError::NotGenerated`] if the system provides no randomness.
    pub fn generate() -> Result<Self, TlsIdentityError> {
        let (pem, path) = (generate_pem()?, Path::new(IN_MEMORY));
        Self::parse((path, pem.as_bytes()), (path, pem.as_bytes()))
    }

    /// Loads a certificate chain and a private key from PEM files, which may be the same.
    ///
    /// The server's own certificate, to which the key belongs, comes first in the chain.
    ///
    /// # Errors
    /// [`TlsIdentityError`] names the file and what is wrong with it.
    pub fn load(certificate: &Path, key: &Path) -> Result<Self, TlsIdentityError> {
        let bytes = |path: &Path| {
            fs::read(path).map_err(|error| TlsIdentityError::Unreadable { path: path.to_owned(), error })
        };
        let (chain, secret) = (bytes(certificate)?, bytes(key)?);
        warn_if_world_readable(key);
        Self::parse((certificate, &chain), (key, &secret))
    }

    fn parse(chain: (&Path, &[u8]), secret: (&Path, &[u8])) -> Result<Self, TlsIdentityError> {
        let ((path, chain), (key_path, secret)) = (chain, secret);
        let damaged = |path: &Path| {
            let path = path.to_owned();
            move |error| TlsIdentityError::Damaged { path: path.clone(), error }
        };
        let chain: Vec<_> =
            CertificateDer::pem_slice_iter(chain).collect::<Result<_, _>>().map_err(damaged(path))?;
        let Some(first) = chain.first() else {
            return Err(TlsIdentityError::NoCertificate { path: path.to_owned() });
        };
        let fingerprint = Fingerprint::of(first);
        let expires_at = expires_at(first).ok_or_else(|| TlsIdentityError::Unusable {
            path: path.to_owned(),
            error: rustls::Error::InvalidCertificate(CertificateError::BadEncoding),
        })?;
        let key = PrivateKeyDer::from_pem_slice(secret).map_err(|error| {
            let is_missing = matches!(error, pem::Error::NoItemsFound);
            if is_missing {
                TlsIdentityError::NoKey { path: key_path.to_owned() }
            } else {
                damaged(key_path)(error)
            }
        })?;
        let config = configure(chain, key).map_err(|error| {
            let (certificate, key) = (path.to_owned(), key_path.to_owned());
            if error == rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) {
                TlsIdentityError::WrongKey { certificate, key }
            } else {
                TlsIdentityError::Unusable { path: certificate, error }
            }
        })?;
        Ok(Self { acceptor: TlsAcceptor::from(Arc::new(config)), fingerprint, expires_at })
    }

    /// Returns when the certificate expires, in seconds since 1970.
    pub(crate) const fn expires_at(&self) -> i64 {
        self.expires_at
    }

    /// Returns the certificate's fingerprint, by which clients recognize the server.
    #[must_use]
    pub const fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    pub(crate) const fn acceptor(&self) -> &TlsAcceptor {
        &self.acceptor
    }
}

impl fmt::Debug for TlsIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TlsIdentity({})", self.fingerprint)
    }
}

/// Returns when a certificate expires, in seconds since 1970; `None` if it is damaged.
fn expires_at(certificate: &CertificateDer<'_>) -> Option<i64> {
    yasna::parse_der(certificate, |certificate| {
        certificate.read_sequence(|parts| {
            let expires_at = parts.next().read_sequence(read_expiry)?;
            skip_rest(parts)?;
            Ok(expires_at)
        })
    })
    .ok()
}

/// Reads the part of a certificate that is signed: `TBSCertificate` in RFC 5280, section 4.1.
fn read_expiry(parts: &mut BERReaderSeq<'_, '_>) -> ASN1Result<i64> {
    let _version =
        parts.read_optional(|version| version.read_tagged(Tag::context(0), |number| number.read_der()))?;
    for _serial_signature_issuer in 0..3 {
        parts.next().read_der()?;
    }
    let expires_at = parts.next().read_sequence(|validity| {
        let _not_before = validity.next().read_der()?;
        let not_after = validity.next();
        Ok(match not_after.lookahead_tag()? {
            // dates until 2049
            TAG_UTCTIME => not_after.read_utctime()?.datetime().unix_timestamp(),
            _ => not_after.read_generalized_time()?.datetime().unix_timestamp(),
        })
    })?;
    skip_rest(parts)?;
    Ok(expires_at)
}

fn skip_rest(parts: &mut BERReaderSeq<'_, '_>) -> ASN1Result<()> {
    while parts.read_optional(|part| part.read_der())?.is_some() {}
    Ok(())
}

/// Stands for the path of an identity that is in no file.
const IN_MEMORY: &str = "memory";

/// Configures TLS 1.2 and 1.3.
///
/// TLS sessions are not resumed: a full handshake takes a fraction of a millisecond, and
/// secrets that are not stored cannot leak.
fn configure(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<ServerConfig, rustls::Error> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    Ok(config)
}

/// Generates a key and a certificate for it, as PEM.
///
/// The certificate is valid until the year 4096.
fn generate_pem() -> Result<String, rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new([PLACEHOLDER_NAME.to_owned()])?;
    params.distinguished_name.push(DnType::CommonName, PLACEHOLDER_NAME);
    let certificate = params.self_signed(&key)?;
    Ok(key.serialize_pem() + &certificate.pem())
}

/// Writes the file atomically, readable by the current user only.
///
/// If another process has just created the file, that one stays.
fn store(directory: &Path, path: &Path, pem: &str) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)?;
    // temporary files are readable by their user only
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    file.write_all(pem.as_bytes())?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => return Err(error.error),
        Ok(_) | Err(_) => {}
    }
    #[cfg(unix)]
    fs::File::open(directory)?.sync_all()?;
    Ok(())
}

/// Warns if every user of the machine can read the private key.
fn warn_if_world_readable(key: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const OTHERS: u32 = 0o007;
        if fs::metadata(key).is_ok_and(|metadata| metadata.permissions().mode() & OTHERS != 0) {
            tracing::warn!(path = %key.display(), "every user of this machine can read the private key");
        }
    }
    #[cfg(not(unix))]
    let _ = key;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a file in `directory`.
    fn file(directory: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn directory() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    /// Generates a certificate and its key, as PEM.
    fn certificate() -> (String, String) {
        let made = rcgen::generate_simple_self_signed(["example.org".to_owned()]).unwrap();
        (made.cert.pem(), made.signing_key.serialize_pem())
    }

    #[test]
    fn expiry_is_read_in_both_forms_of_dates_and_not_from_a_part_of_a_certificate() {
        for (year, expected) in [(2049, 2_493_072_000), (2050, 2_524_608_000)] {
            let mut params = CertificateParams::new(["example.org".to_owned()]).unwrap();
            params.not_after = rcgen::date_time_ymd(year, 1, 1);
            let made = params.self_signed(&KeyPair::generate().unwrap()).unwrap();
            assert_eq!(expires_at(made.der()), Some(expected), "{year}");
            for length in 0..made.der().len() {
                assert_eq!(expires_at(&CertificateDer::from(&made.der()[..length])), None, "{length}");
            }
        }
    }

    #[test]
    fn identity_is_generated_once_and_then_loaded() {
        let directory = directory();
        let deep = directory.path().join("a/b");
        let first = TlsIdentity::load_or_generate(&deep).unwrap().fingerprint();
        assert_eq!(TlsIdentity::load_or_generate(&deep).unwrap().fingerprint(), first);
        assert_eq!(fs::read_dir(&deep).unwrap().count(), 1, "no temporary file is left");
        assert_ne!(TlsIdentity::generate().unwrap().fingerprint(), first);
    }

    #[cfg(unix)]
    #[test]
    fn stored_identity_is_readable_by_its_user_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = directory();
        let deep = directory.path().join("data");
        TlsIdentity::load_or_generate(&deep).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&deep), mode(&deep.join(IDENTITY_FILE))), (0o700, 0o600));
    }

    #[test]
    fn damaged_identity_is_reported_and_left_unchanged() {
        let directory = directory();
        TlsIdentity::load_or_generate(directory.path()).unwrap();
        let path = directory.path().join(IDENTITY_FILE);
        let whole = fs::read_to_string(&path).unwrap();
        let (half, line) = (&whole[..whole.len() / 2], whole.lines().nth(1).unwrap());
        for damaged in ["", "nonsense", half, &whole.replace(line, "AAAA"), &whole.replace("MII", "???")] {
            fs::write(&path, damaged).unwrap();
            let error = TlsIdentity::load_or_generate(directory.path()).unwrap_err();
            assert!(matches!(error, TlsIdentityError::StoredIdentityDamaged { .. }), "{error}");
            assert!(error.to_string().contains("the file is left unchanged"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
        }
    }

    #[test]
    fn unusable_directory_is_reported() {
        let directory = directory();
        let path = file(&directory, "file", "");
        let error = TlsIdentity::load_or_generate(&path.join("data")).unwrap_err();
        assert!(
            matches!(error, TlsIdentityError::Unreadable { .. } | TlsIdentityError::NotStored { .. }),
            "{error}"
        );
    }

    #[test]
    fn given_pair_is_loaded_or_its_fault_reported() {
        let directory = directory();
        let ((certificate, key), (other, _)) = (certificate(), certificate());
        let chain = file(&directory, "chain.pem", &(certificate.clone() + &other));
        let secret = file(&directory, "key.pem", &key);
        let identity = TlsIdentity::load(&chain, &secret).unwrap();
        let first = CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap();
        assert_eq!(identity.fingerprint(), Fingerprint::of(&first));
        assert_eq!(format!("{identity:?}"), format!("TlsIdentity({})", identity.fingerprint()));

        let both = file(&directory, "both.pem", &(key.clone() + &certificate));
        assert_eq!(TlsIdentity::load(&both, &both).unwrap().fingerprint(), identity.fingerprint());

        let missing = directory.path().join("missing.pem");
        let other = file(&directory, "other.pem", &other);
        let broken = file(&directory, "broken.pem", &key.replace("END", "DNE"));
        let no_certificate = file(
            &directory,
            "text.pem",
            "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n",
        );
        let error = |chain: &Path, key: &Path| TlsIdentity::load(chain, key).unwrap_err();
        assert!(
            matches!(error(&missing, &secret), TlsIdentityError::Unreadable { path, .. } if path == missing)
        );
        assert!(
            matches!(error(&chain, &missing), TlsIdentityError::Unreadable { path, .. } if path == missing)
        );
        assert!(
            matches!(error(&secret, &secret), TlsIdentityError::NoCertificate { path } if path == secret)
        );
        assert!(matches!(error(&chain, &chain), TlsIdentityError::NoKey { path } if path == chain));
        assert!(matches!(error(&chain, &broken), TlsIdentityError::Damaged { path, .. } if path == broken));
        assert!(matches!(error(&other, &secret), TlsIdentityError::WrongKey { key, .. } if key == secret));
        assert!(matches!(error(&no_certificate, &secret), TlsIdentityError::Unusable { .. }));
    }
}
