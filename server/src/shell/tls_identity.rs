//! The certificate and key by which the server shows over TLS who it is: made
//! here once and kept, or given. How a connection is secured with it is `tls`'s
//! affair.
//!
//! What is made is signed by itself: no authority vouches for it, and clients know
//! it by its fingerprint. So it is never made anew where there is one already,
//! be it damaged: every client would be warned of a stranger.

use chuhe_protocol::Fingerprint;
use rcgen::{CertificateParams, DnType, KeyPair};
use std::fmt;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{NoServerSessionStorage, ServerConfig};
use tokio_rustls::rustls::{self, InconsistentKeys};

/// The file in which a certificate that was made here is kept, behind its key.
const KEPT: &str = "tls-identity.pem";
/// The name in a certificate that was made here. It is nobody's: the certificate
/// is known by its fingerprint, and may be used under any name.
const NOBODY: &str = "chuhe-server.invalid";

/// By what the server shows who it is. Its `Debug` shows no key.
#[derive(Clone)]
pub struct TlsIdentity {
    acceptor: TlsAcceptor,
    fingerprint: Fingerprint,
}

/// Why there is no identity.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are the paths and errors that the messages name")]
pub enum TlsIdentityError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    /// A file is no PEM.
    #[error("{} is damaged: {error}", path.display())]
    Damaged { path: PathBuf, error: pem::Error },
    /// A file holds no certificate.
    #[error("{} holds no certificate", path.display())]
    NoCertificate { path: PathBuf },
    /// A file holds no private key, or only one under a password.
    #[error("{} holds no private key that can be read without a password", path.display())]
    NoKey { path: PathBuf },
    /// The key is not the certificate's.
    #[error("the private key in {} does not belong to the certificate in {}", key.display(), certificate.display())]
    WrongKey { certificate: PathBuf, key: PathBuf },
    /// The certificate or the key is of a kind that cannot be used.
    #[error("the certificate in {} cannot be used: {error}", path.display())]
    Unusable { path: PathBuf, error: rustls::Error },
    /// What was kept is not whole.
    #[error(
        "{error}; it is left as it is: restore it, or move it away, and clients are warned of a new certificate"
    )]
    KeptIsDamaged { error: Box<TlsIdentityError> },
    /// The new certificate cannot be kept.
    #[error("cannot keep a certificate in {}: {error}", path.display())]
    Unkept { path: PathBuf, error: io::Error },
    /// No certificate can be made.
    #[error("cannot make a certificate: {0}")]
    Unmade(#[from] rcgen::Error),
}

impl TlsIdentity {
    /// The identity kept in `directory`; at the first time, one that is made and
    /// kept there, for this user only.
    ///
    /// # Errors
    /// [`TlsIdentityError`]. What is there already is never changed.
    pub fn load_or_make(directory: &Path) -> Result<Self, TlsIdentityError> {
        let path = directory.join(KEPT);
        if !path.try_exists().map_err(|error| TlsIdentityError::Unreadable { path: path.clone(), error })? {
            let pem = make()?;
            keep(directory, &path, &pem)
                .map_err(|error| TlsIdentityError::Unkept { path: directory.to_owned(), error })?;
        }
        Self::load(&path, &path).map_err(|error| {
            let unread = matches!(error, TlsIdentityError::Unreadable { .. });
            if unread { error } else { TlsIdentityError::KeptIsDamaged { error: Box::new(error) } }
        })
    }

    /// An identity for this run only.
    ///
    /// # Errors
    /// [`TlsIdentityError::Unmade`] if the system gives no randomness.
    pub fn make() -> Result<Self, TlsIdentityError> {
        let (pem, nowhere) = (make()?, Path::new(IN_MEMORY));
        Self::read((nowhere, pem.as_bytes()), (nowhere, pem.as_bytes()))
    }

    /// The identity of a chain of certificates, the server's first, and the
    /// first's private key, each in a PEM file, which may be the same.
    ///
    /// # Errors
    /// [`TlsIdentityError`] says which file is wrong and how.
    pub fn load(certificate: &Path, key: &Path) -> Result<Self, TlsIdentityError> {
        let bytes = |path: &Path| {
            fs::read(path).map_err(|error| TlsIdentityError::Unreadable { path: path.to_owned(), error })
        };
        let (chain, secret) = (bytes(certificate)?, bytes(key)?);
        warn_of_readers(key);
        Self::read((certificate, &chain), (key, &secret))
    }

    fn read(chain: (&Path, &[u8]), secret: (&Path, &[u8])) -> Result<Self, TlsIdentityError> {
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
        let key = PrivateKeyDer::from_pem_slice(secret).map_err(|error| {
            let none = matches!(error, pem::Error::NoItemsFound);
            if none {
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
        Ok(Self { acceptor: TlsAcceptor::from(Arc::new(config)), fingerprint })
    }

    /// The name of the certificate, by which clients know the server.
    #[must_use]
    pub const fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    pub(super) const fn acceptor(&self) -> &TlsAcceptor {
        &self.acceptor
    }
}

impl fmt::Debug for TlsIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TlsIdentity({})", self.fingerprint)
    }
}

/// Where an identity stands that is in no file.
const IN_MEMORY: &str = "memory";

/// TLS 1.2 and 1.3 with this certificate. Sessions are not resumed: a handshake
/// is a fraction of a millisecond, and what is not kept cannot leak.
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

/// A new key and a certificate for it that does not expire within a lifetime, as
/// PEM.
fn make() -> Result<String, rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new([NOBODY.to_owned()])?;
    params.distinguished_name.push(DnType::CommonName, NOBODY);
    let certificate = params.self_signed(&key)?;
    Ok(key.serialize_pem() + &certificate.pem())
}

/// Keeps the file whole or not at all, for this user only. If another program has
/// just done so, its file stays.
fn keep(directory: &Path, path: &Path, pem: &str) -> io::Result<()> {
    let mut make_directory = DirBuilder::new();
    make_directory.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut make_directory, 0o700);
    make_directory.create(directory)?;
    // such a file is made for its user only
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    file.write_all(pem.as_bytes())?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => return Err(error.error),
        Ok(_) | Err(_) => {}
    }
    #[cfg(unix)]
    File::open(directory)?.sync_all()?;
    Ok(())
}

/// A key that all users of the machine may read is not secret.
fn warn_of_readers(key: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const OTHERS: u32 = 0o007;
        if fs::metadata(key).is_ok_and(|metadata| metadata.permissions().mode() & OTHERS != 0) {
            tracing::warn!(path = %key.display(), "any user of this machine may read the private key");
        }
    }
    #[cfg(not(unix))]
    let _ = key;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of this text in `directory`.
    fn file(directory: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn directory() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    /// A certificate and its key, as PEM.
    fn certificate() -> (String, String) {
        let made = rcgen::generate_simple_self_signed(["example.org".to_owned()]).unwrap();
        (made.cert.pem(), made.signing_key.serialize_pem())
    }

    #[test]
    fn it_is_made_once_and_stays_the_same() {
        let directory = directory();
        let deep = directory.path().join("a/b");
        let first = TlsIdentity::load_or_make(&deep).unwrap().fingerprint();
        assert_eq!(TlsIdentity::load_or_make(&deep).unwrap().fingerprint(), first);
        assert_eq!(fs::read_dir(&deep).unwrap().count(), 1, "nothing else is left behind");
        assert_ne!(TlsIdentity::make().unwrap().fingerprint(), first);
    }

    #[cfg(unix)]
    #[test]
    fn only_its_user_may_read_what_is_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = directory();
        let deep = directory.path().join("data");
        TlsIdentity::load_or_make(&deep).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&deep), mode(&deep.join(KEPT))), (0o700, 0o600));
    }

    #[test]
    fn what_is_damaged_is_told_and_left_as_it_is() {
        let directory = directory();
        TlsIdentity::load_or_make(directory.path()).unwrap();
        let path = directory.path().join(KEPT);
        let whole = fs::read_to_string(&path).unwrap();
        let (half, line) = (&whole[..whole.len() / 2], whole.lines().nth(1).unwrap());
        for damaged in ["", "nonsense", half, &whole.replace(line, "AAAA"), &whole.replace("MII", "???")] {
            fs::write(&path, damaged).unwrap();
            let error = TlsIdentity::load_or_make(directory.path()).unwrap_err();
            assert!(matches!(error, TlsIdentityError::KeptIsDamaged { .. }), "{error}");
            assert!(error.to_string().contains("it is left as it is"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
        }
    }

    #[test]
    fn a_directory_that_cannot_be_is_told() {
        let directory = directory();
        let path = file(&directory, "file", "");
        let error = TlsIdentity::load_or_make(&path.join("data")).unwrap_err();
        assert!(
            matches!(error, TlsIdentityError::Unreadable { .. } | TlsIdentityError::Unkept { .. }),
            "{error}"
        );
    }

    #[test]
    fn a_given_pair_is_used_and_what_is_wrong_with_it_said() {
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
        let said = |chain: &Path, key: &Path| TlsIdentity::load(chain, key).unwrap_err();
        assert!(
            matches!(said(&missing, &secret), TlsIdentityError::Unreadable { path, .. } if path == missing)
        );
        assert!(
            matches!(said(&chain, &missing), TlsIdentityError::Unreadable { path, .. } if path == missing)
        );
        assert!(matches!(said(&secret, &secret), TlsIdentityError::NoCertificate { path } if path == secret));
        assert!(matches!(said(&chain, &chain), TlsIdentityError::NoKey { path } if path == chain));
        assert!(matches!(said(&chain, &broken), TlsIdentityError::Damaged { path, .. } if path == broken));
        assert!(matches!(said(&other, &secret), TlsIdentityError::WrongKey { key, .. } if key == secret));
        assert!(matches!(said(&no_certificate, &secret), TlsIdentityError::Unusable { .. }));
    }
}
