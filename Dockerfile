# What reading, the lens, the tests and the course's grader take; no GPU.
FROM debian:bookworm-slim
COPY book/setup.sh /setup.sh
RUN apt-get update && apt-get install -y --no-install-recommends make && \
    sh /setup.sh && rm -rf /setup.sh /var/lib/apt/lists/*
RUN useradd --create-home reader && install -d -o reader /tiles
USER reader
WORKDIR /tiles
COPY --chown=reader . .
RUN make book
CMD ["make", "book"]
