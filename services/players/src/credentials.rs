//! How accounts prove that they are the accounts, read and checked.

use platform::Fault;
use platform::identity::Secret;
use proto::players::v1 as wire;
use proto::players::v1::credentials::Kind;

use crate::records::digest;

/// Characters of a device key: fewer could be guessed.
const DEVICE_KEY: std::ops::RangeInclusive<usize> = 32..=256;

/// Characters of a password.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=256;

/// The longest address that mail knows.
const LONGEST_EMAIL: usize = 254;

/// What somebody shows.
#[derive(Clone, Debug)]
pub(crate) enum Credentials {
    /// The digest of a device key.
    Device { hash: String },
    /// An address, as it is compared, and the password.
    Email { email: String, password: Secret },
}

impl Credentials {
    pub(crate) fn read(credentials: Option<wire::Credentials>) -> Result<Self, Fault> {
        match credentials.and_then(|credentials| credentials.kind) {
            Some(Kind::Device(wire::DeviceKey { key })) => {
                let varied = key.chars().any(|sign| !key.starts_with(sign));
                if !DEVICE_KEY.contains(&key.chars().count()) || !varied {
                    return Err(malformed(
                        "credentials.device.key",
                        "MALFORMED_DEVICE_KEY",
                        "a device key is 32 to 256 random characters",
                    ));
                }
                Ok(Self::Device { hash: digest(key) })
            }
            Some(Kind::Email(wire::EmailPassword { email, password })) => {
                let email = normal(&email).ok_or_else(|| {
                    malformed(
                        "credentials.email.email",
                        "MALFORMED_EMAIL",
                        "this is no address: write it as name@example.org",
                    )
                })?;
                if !PASSWORD.contains(&password.chars().count()) {
                    return Err(malformed(
                        "credentials.email.password",
                        "MALFORMED_PASSWORD",
                        "a password has 8 to 256 characters",
                    ));
                }
                let password = password.into();
                Ok(Self::Email { email, password })
            }
            None => Err(malformed(
                "credentials",
                "MISSING_FIELD",
                "say how to sign in: a device key, or an address and a password",
            )),
        }
    }
}

fn malformed(field: &str, reason: &'static str, message: &str) -> Fault {
    Fault::malformed(field, reason, message)
}

/// An address as it is compared: most mail takes no notice of case.
fn normal(email: &str) -> Option<String> {
    let email = email.trim();
    let (name, host) = email.rsplit_once('@')?;
    let fine = !name.is_empty()
        && !host.is_empty()
        && !name.contains('@')
        && email.len() <= LONGEST_EMAIL
        && !email
            .chars()
            .any(|sign| sign.is_whitespace() || sign.is_control());
    fine.then(|| email.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn email(email: &str, password: &str) -> Result<Credentials, Fault> {
        let (email, password) = (email.to_owned(), password.to_owned());
        Credentials::read(Some(wire::Credentials {
            kind: Some(Kind::Email(wire::EmailPassword { email, password })),
        }))
    }

    #[test]
    fn addresses_are_compared_without_their_case() {
        let read = email(" Ann@Example.ORG ", "correct horse").unwrap();
        let Credentials::Email { email, password } = read else {
            panic!("{read:?}")
        };
        assert_eq!(email, "ann@example.org");
        assert_eq!(format!("{password} {password:?}"), "*** ***");
    }

    #[test]
    fn what_is_no_address_or_password_is_refused() {
        for wrong in [
            "",
            "ann",
            "@example.org",
            "ann@",
            "a@b@c",
            "an n@example.org",
        ] {
            assert_eq!(
                email(wrong, "long enough").unwrap_err().reason(),
                "MALFORMED_EMAIL"
            );
        }
        for wrong in ["", "seven77", &"x".repeat(257)] {
            assert_eq!(
                email("ann@example.org", wrong).unwrap_err().reason(),
                "MALFORMED_PASSWORD"
            );
        }
    }

    #[test]
    fn device_keys_are_long_and_varied() {
        let device = |key: &str| {
            Credentials::read(Some(wire::Credentials {
                kind: Some(Kind::Device(wire::DeviceKey {
                    key: key.to_owned(),
                })),
            }))
        };
        assert!(device("0123456789abcdef0123456789abcdef").is_ok());
        for wrong in ["", "short", &"a".repeat(32), &"ab".repeat(129)] {
            assert_eq!(device(wrong).unwrap_err().reason(), "MALFORMED_DEVICE_KEY");
        }
        assert_eq!(
            Credentials::read(None).unwrap_err().reason(),
            "MISSING_FIELD"
        );
    }
}
