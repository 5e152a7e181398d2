//! The address of an invite as a picture that a telephone reads.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Uri};
use qrcode::render::svg::Color;
use qrcode::{EcLevel, QrCode};

use crate::problem::Problem;

type Picture = ([(HeaderName, &'static str); 1], String);

/// Which scheme the client used, as a proxy in front of the gateway says.
const SCHEME: &str = "x-forwarded-proto";

/// A code has eight characters; a few more do no harm.
const LONGEST: usize = 16;

/// Draws the address of an invite's page as a QR code, by the host that the request came to. Needs
/// no token: whoever has the code has the address.
pub(super) async fn draw(
    code: Result<Path<String>, PathRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Picture, Problem> {
    let Path(code) =
        code.map_err(|error| Problem::malformed("MALFORMED_PATH", error.body_text()))?;
    if code.len() > LONGEST || !code.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        let problem = "a code has letters and digits alone";
        return Err(Problem::malformed_field("MALFORMED_CODE", "code", problem));
    }
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST).or_else(|| uri.authority().map(Authority::as_str));
    let host = host.ok_or_else(|| Problem::malformed("MISSING_HOST", "say which host is asked"))?;
    let secure = text(HeaderName::from_static(SCHEME)) == Some("https");
    let scheme = if secure { "https" } else { "http" };
    let address = format!("{scheme}://{host}/invite/{code}");
    let code = QrCode::with_error_correction_level(address, EcLevel::M)
        .map_err(|_too_long| Problem::malformed("MALFORMED_HOST", "the host's name is too long"))?;
    let picture = code
        .render()
        .min_dimensions(240, 240)
        .dark_color(Color("#000"))
        .light_color(Color("#fff"))
        .build();
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture))
}
