# tilewright as an image: docker build -t tilewright . && docker run --rm -v "$PWD:/work" tilewright kit all
# The same commit gives the same layers where the builder is told the time of files (docs/checking.md).
ARG PYTHON=3.13-slim-bookworm

FROM python:${PYTHON} AS build
# Any of the extras of pyproject.toml, with commas; requirements.txt pins the versions of all.
ARG EXTRAS=dxf
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1 \
    PIP_CONSTRAINT=/source/requirements.txt PIP_BUILD_CONSTRAINT=/source/requirements.txt
WORKDIR /source
COPY . .
RUN python -m venv --without-pip /opt/tilewright
RUN python -m pip --python /opt/tilewright/bin/python install --no-compile ".[${EXTRAS}]"
# Bytecode that holds no times of files, for a user who may not write any.
RUN python -m compileall -q --invalidation-mode unchecked-hash /opt/tilewright/lib

FROM python:${PYTHON}
# Cairo reads SVG sheets.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libcairo2 \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/*
RUN useradd --uid 1000 --create-home tilewright \
    && mkdir /work \
    && chown tilewright: /work
COPY --from=build /opt/tilewright /opt/tilewright
ENV PATH="/opt/tilewright/bin:${PATH}" PYTHONDONTWRITEBYTECODE=1
USER tilewright
WORKDIR /work
ENTRYPOINT ["tilewright"]
CMD ["--help"]
