//! Generates a client and a server for each service, in the shape of tonic's own.
//!
//! Tonic's generator instantiates its whole call stack for each method, three thousand lines of LLVM IR on
//! either side, and again in each crate that calls the method. That was two fifths of what a service had to
//! compile. Here a unary method only names its types: the stack is in `src/rpc`, which knows no type.

use std::fmt::Write as _;

use prost_build::{Method, Service, ServiceGenerator};

/// The generator, for `prost_build::Config`.
pub struct Generator;

impl ServiceGenerator for Generator {
    fn generate(&mut self, service: Service, out: &mut String) {
        assert!(
            service
                .methods
                .iter()
                .all(|method| !method.client_streaming),
            "{}: no service takes a stream of requests; see src/rpc to add it",
            service.proto_name
        );
        // Writing to a string cannot fail.
        client(&service, out)
            .and_then(|()| server(&service, out))
            .expect("written");
    }
}

/// The client's methods are those of tonic's clients.
fn client(service: &Service, out: &mut String) -> std::fmt::Result {
    let name = &service.name;
    let module = snake_case(name);
    write!(
        out,
        "/// The client.\npub mod {module}_client {{\nuse crate::rpc::client::*;\n"
    )?;
    service.comments.append_with_indent(0, out);
    write!(
        out,
        "#[derive(Debug, Clone)]
pub struct {name}Client<T> {{ inner: Grpc<T> }}
impl<T: Transport> {name}Client<T> {{
    /// A client that calls over `transport`.
    pub fn new(transport: T) -> Self {{ Self {{ inner: Grpc::new(transport) }} }}
    /// A client whose requests `interceptor` sees first.
    pub fn with_interceptor<F: Interceptor>(transport: T, interceptor: F) -> {name}Client<InterceptedService<T, F>>
    where InterceptedService<T, F>: Transport {{
        {name}Client::new(InterceptedService::new(transport, interceptor))
    }}
    /// Limits the size of a message that is read, in bytes.
    #[must_use]
    pub fn max_decoding_message_size(self, limit: usize) -> Self {{
        Self {{ inner: self.inner.max_decoding_message_size(limit) }}
    }}
"
    )?;
    for method in &service.methods {
        method.comments.append_with_indent(1, out);
        let (call, output) = if method.server_streaming {
            (
                "server_streaming",
                format!("Streaming<{}>", outer(&method.output_type)),
            )
        } else {
            ("unary", outer(&method.output_type))
        };
        writeln!(
            out,
            "    pub async fn {}(&mut self, request: impl IntoRequest<{}>) -> Result<Response<{output}>, Status> {{
        {call}(&mut self.inner, request.into_request(), {:?}).await
    }}",
            method.name,
            outer(&method.input_type),
            path(service, method),
        )?;
    }
    out.push_str("}\n}\n");
    Ok(())
}

/// A trait to implement, and the server around what implements it.
fn server(service: &Service, out: &mut String) -> std::fmt::Result {
    let name = &service.name;
    let module = snake_case(name);
    write!(
        out,
        "/// The server.\npub mod {module}_server {{\nuse crate::rpc::server::*;
/// The full name of the service.
pub const SERVICE_NAME: &str = \"{}.{}\";\n",
        service.package, service.proto_name
    )?;

    service.comments.append_with_indent(0, out);
    writeln!(
        out,
        "#[async_trait]\npub trait {name}: Send + Sync + 'static {{"
    )?;
    for method in &service.methods {
        let output = outer(&method.output_type);
        let answered = if method.server_streaming {
            let stream = format!("{}Stream", method.proto_name);
            write!(
                out,
                "    /// What [`{name}::{}`] streams.
    type {stream}: Stream<Item = Result<{output}, Status>> + Send + 'static;\n",
                method.name
            )?;
            format!("Self::{stream}")
        } else {
            output
        };
        method.comments.append_with_indent(1, out);
        writeln!(
            out,
            "    async fn {}(&self, request: Request<{}>) -> Result<Response<{answered}>, Status>;",
            method.name,
            outer(&method.input_type),
        )?;
    }
    out.push_str("}\n");

    write!(
        out,
        "/// Serves what implements [`{name}`].
#[derive(Debug)]
pub struct {name}Server<T> {{ inner: Arc<T>, limits: Limits }}
impl<T> {name}Server<T> {{
    /// A server around `inner`.
    pub fn new(inner: T) -> Self {{ Self {{ inner: Arc::new(inner), limits: Limits::default() }} }}
    /// Limits the size of a message that is read, in bytes.
    #[must_use]
    pub fn max_decoding_message_size(mut self, limit: usize) -> Self {{
        self.limits.decoding = Some(limit);
        self
    }}
}}
impl<T> Clone for {name}Server<T> {{
    fn clone(&self) -> Self {{ Self {{ inner: Arc::clone(&self.inner), limits: self.limits }} }}
}}
impl<T> NamedService for {name}Server<T> {{ const NAME: &'static str = SERVICE_NAME; }}
impl<T: {name}> Service<HttpRequest> for {name}Server<T> {{
    type Response = HttpResponse;
    type Error = Infallible;
    type Future = Answering;
    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {{ Poll::Ready(Ok(())) }}
    fn call(&mut self, request: HttpRequest) -> Answering {{
        let inner = Arc::clone(&self.inner);
        match request.uri().path() {{\n"
    )?;
    for method in &service.methods {
        let serve = if method.server_streaming {
            "server_streaming"
        } else {
            "unary"
        };
        writeln!(
            out,
            "            {:?} => {serve}(self.limits, request, move |request| async move {{ inner.{}(request).await }}),",
            path(service, method),
            method.name,
        )?;
    }
    out.push_str("            _ => unimplemented(),\n        }\n    }\n}\n}\n");
    Ok(())
}

fn path(service: &Service, method: &Method) -> String {
    format!(
        "/{}.{}/{}",
        service.package, service.proto_name, method.proto_name
    )
}

/// A type of the package, seen from a module within it.
fn outer(message: &str) -> String {
    format!("super::{message}")
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
