// What JupyterLab and Voilà load: a container in the shape their module loader knows, made without webpack.
import { figureWidget } from "./widget.js";
import { adoptStyles } from "./styles.js";

const NAME = "pegp-lite";
let shared = {};

const newest = (versions) => {
  const parts = (version) => version.split(/[.-]/).map((part) => Number(part) || 0);
  const later = (a, b) => {
    const [p, q] = [parts(a), parts(b)];
    const k = p.findIndex((value, i) => value !== (q[i] ?? 0));
    return k < 0 ? 0 : (q[k] ?? 0) - p[k];
  };
  return versions[Object.keys(versions).sort(later)[0]];
};

async function plugin() {
  const versions = shared["@jupyter-widgets/base"];
  if (!versions) throw new Error("pegp-lite: the page brings no @jupyter-widgets/base to build on");
  const base = (await newest(versions).get())();
  return {
    id: `${NAME}:figures`,
    description: "Figures of pegp_lite that a hand can touch",
    autoStart: true,
    requires: [base.IJupyterWidgetRegistry],
    activate(_, registry) {
      adoptStyles();
      registry.registerWidget({ name: NAME, version: VERSION, exports: figureWidget(base, NAME, VERSION) });
    },
  };
}

const ours = {
  init(scope) {
    shared = scope;
  },
  async get(module) {
    if (module !== "./extension") throw new Error(`pegp-lite holds no ${module}`);
    const made = await plugin();
    return () => ({ __esModule: true, default: made });
  },
};

(globalThis._JUPYTERLAB ??= {})[NAME] = ours;
