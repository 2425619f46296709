"""Children of verify forked from one that has imported what they need, which is a tenth of the work.

They carry out what they would be started with; for commands in processes of their own they are started.
"""

import io
import json
import os
import sys
from subprocess import PIPE, Popen

import pytest

from generator.checking.pages import files

#: Forks a child for every program, a line of JSON, with its streams in files, and answers with its exit code.
_FORKS = """
import contextlib, json, os, sys
import generator.checking.pages.pdfium
with contextlib.suppress(ImportError, OSError):
    import cairosvg
for line in sys.stdin:
    if not os.fork():
        for stream in range(3):
            os.dup2(os.open(str(stream), os.O_RDWR), stream)
        exec(json.loads(line), {})
        sys.stdout.flush()
        os._exit(0)  # tidying up takes longer than reading a page
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""


@pytest.fixture(scope="session", autouse=hasattr(os, "fork"))
def forked_readers(tmp_path_factory):
    """Have all children of verify forked, where systems can."""
    folder = tmp_path_factory.mktemp("readers")
    streams = [folder / str(stream) for stream in range(3)]
    words = [sys.executable, "-c", _FORKS]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with Popen(words, cwd=folder, env=env, stdin=PIPE, stdout=PIPE, text=True) as forks:

        class Child:  # it has ended when verify asks for its answers
            def __init__(self, words, stdin, stdout, stderr):
                for stream, data in zip(streams, (stdin.read(), b"", b""), strict=True):
                    stream.write_bytes(data)
                print(json.dumps(words[-1]), file=forks.stdin, flush=True)
                self.code = int(forks.stdout.readline())
                self.stdout = io.BytesIO(streams[1].read_bytes())
                stderr.write(streams[2].read_bytes())

            def wait(self, timeout=None):
                return self.code

            def kill(self):
                pass

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(files, "Popen", Child)
            yield
        forks.stdin.close()
