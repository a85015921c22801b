# One image, one process, one volume: page, rules and SQLite are all inside the binary.
# Plain instructions only, so that the classic builder takes it as well as BuildKit.

ARG NODE=node:22-bookworm-slim
ARG RUST=rust:1-bookworm
# Anything with glibc 2.36 or later and libgcc will do, a distroless `cc` image too: no command
# runs in the last stage.
ARG RUNTIME=debian:bookworm-slim

FROM ${NODE} AS page
WORKDIR /src/web-client
# Packages first: they change less often than the page.
COPY web-client/package.json web-client/package-lock.json web-client/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web-client ./
RUN npm run build

FROM ${RUST} AS server
# `dist` optimises across crates; `release` builds sooner.
ARG PROFILE=dist
WORKDIR /src
COPY . .
COPY --from=page /src/web-client/dist web-client/dist
RUN cargo build --locked --profile "${PROFILE}" --bin sindillo \
    && mkdir -p /out/data \
    && cp "target/${PROFILE}/sindillo" /out/sindillo

FROM ${RUNTIME}
LABEL org.opencontainers.image.title="Sindillo" \
      org.opencontainers.image.description="Team mancala: two teams propose, vote, try and take back moves" \
      org.opencontainers.image.licenses="MIT"
COPY --from=server /out/sindillo /usr/local/bin/sindillo
COPY LICENSE /usr/share/doc/sindillo/LICENSE
# The font in its pictures asks for its notice.
COPY server/fonts/LICENSE /usr/share/doc/sindillo/LICENSE.fonts
# A new volume takes its owner from here.
COPY --from=server --chown=65532:65532 /out/data /data
# By number, so that an orchestrator can see that it is not root.
USER 65532:65532
ENV SINDILLO_LISTEN=0.0.0.0:8080 SINDILLO_DATA=/data
VOLUME /data
EXPOSE 8080
# It asks the address in SINDILLO_LISTEN; the image needs no other client.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["/usr/local/bin/sindillo", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/sindillo"]
CMD ["serve"]
