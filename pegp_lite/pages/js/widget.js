// The widget: hands each new picture to the figure, and the page what a hand did or what the reader asks of it.
import { follow, join, leave, pending } from "./address.js";
import { Figure } from "./figure.js";
import { isPage } from "./panel.js";
import { resolved } from "./numbers.js";
import { keep, saveMenu } from "./save.js";
import { fillTracks } from "./tracks.js";

const TEXT = new TextDecoder();

export function figureWidget(base, module, version) {
  class FigureModel extends base.DOMWidgetModel {
    defaults() {
      return {
        ...super.defaults(),
        _model_name: "FigureModel", _model_module: module, _model_module_version: version,
        _view_name: "FigureView", _view_module: module, _view_module_version: version,
        drawing: empty(), numbers: empty(), sentence: "", address: {}, file: {}, content: empty(), value: {},
      };
    }
  }

  class FigureView extends base.DOMWidgetView {
    render() {
      super.render();
      this.told = 0;
      this.figure = new Figure(this.el, (hand) => this.tell(hand));
      this.el.pegp = this;
      this.listenTo(this.model, "change", () => {
        if (["drawing", "numbers", "sentence"].some((trait) => this.model.hasChanged(trait))) this.take();
        if (this.model.hasChanged("address")) follow();
        if (this.model.hasChanged("file")) keep(this.model.get("file"), this.model.get("content"));
      });
      this.take();
      this.displayed?.then(() => this.arrived());
    }

    // In the document: the address can be read, and outside the app the downloads stand under the figure.
    arrived() {
      join(this);
      const frame = this.el.closest(".pegp-frame");
      if (frame) fillTracks(frame);
      if (document.body.dataset.voila || !this.model.get("address").now) return;
      const row = document.createElement("div");
      const button = document.createElement("button");
      row.className = "pegp-saves";
      button.type = "button";
      button.className = "btn quiet";
      button.textContent = "Download ▾";
      row.append(button);
      this.el.after(row);
      saveMenu(button, () => this);
    }

    get addressPending() {
      return pending();
    }

    tell(value) {
      if (isPage(value.key) && document.body.dataset.voila) return location.assign(value.key);
      this.told += 1;
      this.model.set("value", { ...value, told: this.told });
      this.touch();
    }

    // Once the page's process has dealt with what was told last, the figure need not wait for its picture any more.
    callbacks() {
      const { told } = this;
      const own = super.callbacks();
      const status = ({ content }) => content.execution_state === "idle" && told === this.told && this.figure.answered();
      return { ...own, iopub: { ...own.iopub, status } };
    }

    word(ask, text) {
      this.tell({ ask, text });
    }

    take() {
      const drawing = this.model.get("drawing");
      if (!drawing.byteLength) return;
      this.figure.show(resolved(JSON.parse(TEXT.decode(drawing)), this.model.get("numbers")), this.model.get("sentence"));
    }

    remove() {
      leave(this);
      this.figure?.leave();
      return super.remove();
    }
  }
  return { FigureModel, FigureView };
}

const empty = () => new DataView(new ArrayBuffer(0));
