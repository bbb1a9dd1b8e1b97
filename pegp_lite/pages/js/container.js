// What JupyterLab and Voilà load: a container in the shape their module loader knows, made without webpack.
import { inOrder, listenToPhrases } from "./address.js";
import { cardWidget } from "./card.js";
import { attend } from "./classroom.js";
import { present } from "./present.js";
import { saveMenu } from "./save.js";
import { uploadWidget } from "./upload.js";
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
    activate({ widgetManager }, registry) {
      adoptStyles();
      if (widgetManager) lookAgain(widgetManager);
      const made = [figureWidget, cardWidget, uploadWidget].map((kind) => kind(base, NAME, VERSION));
      registry.registerWidget({ name: NAME, version: VERSION, exports: Object.assign({}, ...made) });
      listenToPhrases();
      const button = document.querySelector("#pegp-download");
      if (button) saveMenu(button, mostInView);
      if (document.body.dataset.voila) {
        present();
        attend();
      }
    },
  };
}

// Voilà's manager of widgets looks for one every 100 ms, and after two seconds says that there is none without another
// look: on a busy computer it may have come meanwhile.
function lookAgain(manager) {
  const look = manager.get_model.bind(manager);
  manager.get_model = (id) => look(id).catch((error) => {
    if (manager.has_model(id)) return look(id);
    throw error;
  });
}

// Of a page's figures the one that shows most: what the bar's downloads are about.
function mostInView() {
  const shown = ({ el }) => {
    const box = el.getBoundingClientRect();
    return Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  };
  return inOrder().reduce((best, view) => (!best || shown(view) > shown(best) ? view : best), null);
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
