"""A JupyterHub that starts one server of ours for everybody, without login, at /services/pegp/."""

import sys

c = get_config()  # noqa: F821 - JupyterHub's
c.JupyterHub.services = [
    {
        "name": "pegp",
        "url": "http://127.0.0.1:8866",
        "command": [sys.executable, "-m", "pegp_lite", "serve", "--host=127.0.0.1", "--port=8866"]
        + ["--base-url=/services/pegp/", "--name=class.example.org", "--proxied", "--visitors=30"],
    }
]
