# As the official image is where docker-compose.yml meets it.
FROM stand-in/debian
RUN mkdir /data && chown redis:redis /data
VOLUME /data
WORKDIR /data
COPY redis-entrypoint /usr/local/bin/docker-entrypoint.sh
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server"]
