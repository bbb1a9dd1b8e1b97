// A file from the reader's own disk: measured here, sent in pieces, each when the one before has arrived.
import { node, patch } from "./nodes.js";

const FREE = 8; // pieces sent as fast as they are heard
const PAUSE = 300; // ms before each later one, so that a server's allowance of bytes a second is kept

export function uploadWidget(base, module, version) {
  class UploadModel extends base.DOMWidgetModel {
    defaults() {
      return {
        ...super.defaults(),
        _model_name: "UploadModel", _model_module: module, _model_module_version: version,
        _view_name: "UploadView", _view_module: module, _view_module_version: version,
        card: {}, value: {},
      };
    }
  }

  class UploadView extends base.DOMWidgetView {
    render() {
      super.render();
      this.el.classList.add("pegp-upload");
      this.turn = 0;
      this.own = "";
      this.listenTo(this.model, "change:card", () => this.heard());
      this.draw();
    }

    get card() {
      return this.model.get("card");
    }

    draw() {
      const choose = (event) => {
        const [file] = event.target.files;
        event.target.value = ""; // so that the same file can be chosen again
        if (file) this.begin(file);
      };
      patch(this.el, [
        node("label", { class: "btn" }, [node("input", { type: "file", on: { change: choose } }), "Choose a file…"]),
        node("span", { role: "status" }, this.own || this.card.said || " "),
      ]);
    }

    say(words) {
      this.own = words;
      this.draw();
    }

    async begin(file) {
      const { most } = this.card;
      if (file.size > most) return this.say(`${file.name.slice(0, 60)} holds ${mb(file.size)} MB; at most ${mb(most)} MB are taken here.`);
      if (!file.size) return this.say(`${file.name.slice(0, 60)} is empty.`);
      this.turn += 1;
      try {
        this.bytes = new Uint8Array(await file.arrayBuffer());
      } catch {
        return this.say(`${file.name.slice(0, 60)} could not be read.`);
      }
      this.name = file.name.slice(-60);
      this.send(0);
    }

    send(at) {
      const { piece } = this.card;
      const part = this.bytes.subarray(at * piece, (at + 1) * piece);
      this.at = at;
      this.say(`reading: ${Math.round((100 * at * piece) / this.bytes.length)}%`);
      this.model.set("value", { name: this.name, size: this.bytes.length, at, turn: this.turn, piece: coded(part) });
      this.touch();
    }

    heard() {
      const { heard, piece } = this.card;
      if (!this.bytes || heard !== `${this.turn}.${this.at}`) {
        if (!heard) this.own = ""; // the page refused it, or speaks of something else
        return this.draw();
      }
      const next = this.at + 1;
      if (next * piece >= this.bytes.length) {
        this.bytes = null;
        return this.say("");
      }
      const turn = this.turn;
      setTimeout(() => turn === this.turn && this.bytes && this.send(next), next < FREE ? 0 : PAUSE);
    }
  }
  return { UploadModel, UploadView };
}

const mb = (bytes) => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0);

function coded(bytes) {
  let letters = "";
  for (let k = 0; k < bytes.length; k += 8192) letters += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return btoa(letters);
}
