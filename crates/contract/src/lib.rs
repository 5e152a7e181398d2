//! What the contracts in `proto/` say about HTTP and JSON, read from their descriptors: the path of
//! each method, why it can be refused, and how its messages are written.
//!
//! The gateway builds its routes from it, and the API's description is generated from it, so that a
//! method is written once.

mod json;
mod method;
mod options;
mod path;
mod reason;

use anyhow::Context as _;
use prost_reflect::{DescriptorPool, EnumDescriptor};

pub use crate::json::{Json, Violation};
pub use crate::method::{Binding, Method, RequestBody};
pub use crate::path::{NotText, Path, Segment};
pub use crate::reason::{Reason, Scope, http_status};

/// All methods, reasons and messages.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Every method of every service, in the order of the files.
    pub methods: Vec<Method>,
    /// Every reason for which a call can be refused.
    pub reasons: Vec<Reason>,
    /// How messages are written in JSON.
    pub json: Json,
    /// The descriptors themselves.
    pub pool: DescriptorPool,
}

impl Contract {
    /// Reads the contracts that this program was built with.
    ///
    /// # Errors
    /// When an option has a form that is not supported, such as a path with wildcards.
    pub fn read() -> anyhow::Result<Self> {
        let pool = DescriptorPool::decode(proto::FILE_DESCRIPTOR_SET)?;
        let services = pool.services();
        let methods = services.flat_map(|service| service.methods().collect::<Vec<_>>());
        let methods = methods
            .map(|method| {
                let name = method.full_name().to_owned();
                Method::read(method).with_context(|| name)
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Self {
            methods,
            reasons: reason::read(&reasons(&pool)?)?,
            json: Json::read(&pool)?,
            pool,
        })
    }

    /// A reason by its name.
    #[must_use]
    pub fn reason(&self, name: &str) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.name == name)
    }
}

fn reasons(pool: &DescriptorPool) -> anyhow::Result<EnumDescriptor> {
    let reasons = pool.get_enum_by_name("shashki.api.v1.ErrorReason");
    reasons.context("no reasons are declared")
}
