# What reading, the lens, the tests and the course's grader take; no GPU.
FROM debian:bookworm-slim
COPY book/setup.sh /setup.sh
RUN apt-get update && apt-get install -y --no-install-recommends make && \
    sh /setup.sh && rm -rf /setup.sh /var/lib/apt/lists/*
RUN useradd --create-home reader && install -d -o reader /tiles
USER reader
WORKDIR /tiles
COPY --chown=reader . .
# Any user of the host may grade: docker run --user.
RUN make book course-judge && install -d build/course/graded && chmod -R a+rwX build
CMD ["make", "book"]
