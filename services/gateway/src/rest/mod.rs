//! REST: the methods that answer once, at the paths that the contracts give them.

mod answer;
mod request;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use contract::{Binding, Contract, Method};
use prost_reflect::prost::Message as _;

pub(crate) use self::answer::is_known;
pub(crate) use self::request::from_uri;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::streams;

/// A method at one of its paths.
#[derive(Debug)]
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) binding: Binding,
}

/// The routes of all methods that apps call.
///
/// # Errors
/// When a path has a verb that cannot be routed.
pub(crate) fn router(contract: &Contract) -> anyhow::Result<Router<App>> {
    let mut router = Router::new();
    for route in routes(contract) {
        let filter = MethodFilter::try_from(route.binding.verb.clone())?;
        let path = route.binding.path.to_string();
        let handler = move |State(app): State<App>, request: Request| handle(app, route, request);
        router = router.route(&path, on(filter, handler));
    }
    Ok(router)
}

/// Every method at every path of its own.
pub(crate) fn routes(contract: &Contract) -> impl Iterator<Item = Arc<Route>> {
    contract.methods.iter().flat_map(|method| {
        method.bindings.iter().map(|binding| {
            Arc::new(Route {
                method: method.clone(),
                binding: binding.clone(),
            })
        })
    })
}

async fn handle(app: App, route: Arc<Route>, request: Request) -> Response {
    let answered = if route.method.is_streaming() {
        streams::open(app, route, request).await
    } else {
        call(&app, &route, request).await
    };
    answered.unwrap_or_else(Problem::into_response)
}

/// Calls a method that answers once.
async fn call(app: &App, route: &Route, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let caller = Caller::of(&head);
    if !route.method.is_open && !caller.has_token() {
        return Err(Problem::no_token());
    }
    let message = request::read(app, route, &head, body).await?;
    let mut call = caller.call(message.encode_to_vec().into());
    call.set_timeout(route.method.deadline.unwrap_or(app.limits.call));
    let answer = app.upstream.unary(call, &route.method).await?;
    answer::write(&app.contract.json, route, &head, answer)
}
