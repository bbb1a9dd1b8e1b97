"""A JupyterHub where each user has a server of their own, with the pages as Voilà's extension."""

c = get_config()  # noqa: F821 - JupyterHub's
c.Spawner.notebook_dir = "/srv/pegp_lite"  # holds notebooks/
c.Spawner.default_url = "/voila/render/notebooks/00_start_here.ipynb"  # or /lab
c.Spawner.environment = {"JUPYTER_CONFIG_PATH": "/srv/pegp_lite"}  # holds voila.json
