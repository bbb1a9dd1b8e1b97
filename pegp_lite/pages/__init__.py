"""The live pages: widgets around the package's figures. The only place that uses ipywidgets."""
