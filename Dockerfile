# syntax=docker/dockerfile:1

# SQLite is C, so the binary is linked against the C library of the image that
# it was built in: both stages are the same Debian.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=1 go build -trimpath -ldflags '-s -w' -o /out/quarry ./cmd/quarry \
 && mkdir -p /out/data

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates wget \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/quarry /usr/local/bin/quarry
# A named volume takes over the owner of the folder that it is mounted on, so
# that the unprivileged user below may write to it.
COPY --from=build --chown=10001:10001 /out/data /data
USER 10001:10001
# The context holds no repository, so the build cannot know its own version.
ARG VERSION=""
ENV QUARRY_VERSION=${VERSION}
ENV QUARRY_DATA=/data
VOLUME /data
EXPOSE 8080
# /livez needs no Host name and no key. The first start ingests the starter
# corpus before it answers.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/livez"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/quarry"]
# A container is reached through its published port, so it listens on every
# address of its own; --allow-open says that everybody may read who reaches that
# port. Publish it on 127.0.0.1, as docker-compose.yml does, or set
# QUARRY_REQUIRE_KEY=true and make a key: docker run --rm -v … quarry key create.
CMD ["serve", "--addr", "0.0.0.0:8080", "--allow-open"]
