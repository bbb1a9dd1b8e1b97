// The widget: hands each new picture to the figure, and the page what a hand did.
import { Figure } from "./figure.js";
import { resolved } from "./numbers.js";

export function figureWidget(base, module, version) {
  class FigureModel extends base.DOMWidgetModel {
    defaults() {
      return {
        ...super.defaults(),
        _model_name: "FigureModel", _model_module: module, _model_module_version: version,
        _view_name: "FigureView", _view_module: module, _view_module_version: version,
        drawing: {}, numbers: new DataView(new ArrayBuffer(0)), sentence: "", value: {},
      };
    }
  }

  class FigureView extends base.DOMWidgetView {
    render() {
      super.render();
      let told = 0;
      this.figure = new Figure(this.el, (hand) => {
        told += 1;
        this.model.set("value", { ...hand, told });
        this.touch();
      });
      this.listenTo(this.model, "change", () => {
        if (["drawing", "numbers", "sentence"].some((trait) => this.model.hasChanged(trait))) this.take();
      });
      this.take();
    }

    take() {
      const drawing = this.model.get("drawing");
      if (!drawing.panels) return;
      this.figure.show(resolved(drawing, this.model.get("numbers")), this.model.get("sentence"));
    }

    remove() {
      this.figure?.leave();
      return super.remove();
    }
  }
  return { FigureModel, FigureView };
}
