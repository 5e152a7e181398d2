# As the official image is where docker-compose.yml meets it.
FROM stand-in/debian
RUN mkdir -p /prometheus && chown nobody:nogroup /prometheus
VOLUME /prometheus
WORKDIR /prometheus
USER nobody
ENTRYPOINT ["/bin/prometheus"]
