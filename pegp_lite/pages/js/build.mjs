// Bundles the renderer into the prebuilt extension that Voilà and JupyterLab load. Run by `make js`.
import { readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [out, start] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(here, "package.json")));
const bundle = (entry) => build({
  absWorkingDir: here,
  entryPoints: [join(here, entry)],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  loader: { ".css": "text" },
  define: { VERSION: JSON.stringify(version) },
  write: false,
  metafile: true,
});
const { outputFiles, metafile } = await bundle("container.js");
writeFileSync(start, (await bundle("start.js")).outputFiles[0].contents);
const script = outputFiles[0].contents;
const name = `remoteEntry.${createHash("sha256").update(script).digest("hex").slice(0, 16)}.js`;
writeFileSync(join(out, "static", name), script);
writeFileSync(join(out, "package.json"), `${JSON.stringify({
  name: "pegp-lite",
  version,
  description: "Draws the figures of pegp_lite in the browser",
  license: "BSD-3-Clause AND ISC",
  jupyterlab: { extension: true, _build: { load: `static/${name}`, extension: "./extension" } },
}, null, 2)}\n`);
const packages = new Set(Object.keys(metafile.inputs).map((path) => path.match(/node_modules\/([^/]+)\//)?.[1]).filter(Boolean));
const notices = [...packages].sort().map((used) => {
  const { version: its } = JSON.parse(readFileSync(join(here, "node_modules", used, "package.json")));
  return `${used} ${its}\n\n${readFileSync(join(here, "node_modules", used, "LICENSE"), "utf8").trim()}\n`;
});
writeFileSync(join(out, "third-party-licences.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
