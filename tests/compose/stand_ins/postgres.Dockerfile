# As the official image is where docker-compose.yml meets it.
FROM stand-in/debian
ENV PGDATA=/var/lib/postgresql/data LANG=C.UTF-8
RUN ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ \
 && rm -rf /var/lib/postgresql /var/run/postgresql \
 && install -d -o postgres -g postgres -m 1777 /var/lib/postgresql "$PGDATA" \
 && install -d -o postgres -g postgres -m 3777 /var/run/postgresql
VOLUME /var/lib/postgresql/data
COPY postgres-entrypoint /usr/local/bin/docker-entrypoint.sh
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
CMD ["postgres"]
