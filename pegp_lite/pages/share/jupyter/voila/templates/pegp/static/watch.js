// Watches the line between this page and the process that computes for it, and says so when something is wrong. It
// comes before all other scripts, so that every websocket is opened through it.
(() => {
  "use strict";
  const SHOW_BUSY = 300; // ms without an answer before "Computing" is shown
  const SHOW_LOST = 2500; // ms without a line before that is said
  const GIVE_UP = 20000; // ms without a line, though the process lives, before a reload is offered
  const LOAD = 45000; // ms a page may take to come up before it is loaded again
  const TRIES = 2;

  const config = () => JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  const base = () => config().baseUrl || "/";
  const cookie = (name) => document.cookie.match("\\b" + name + "=([^;]*)\\b")?.[1] || "";

  // ---------------------------------------------------------------- notices
  let shown = "";
  // A failure is told until the reader does something else; pages also send messages by themselves.
  let failedAt = 0;
  let actedAt = 0;
  for (const act of ["keydown", "pointerdown"]) addEventListener(act, () => (actedAt = performance.now()), true);
  const notice = (kind, text, actions = []) => {
    const id = kind + text;
    if (shown === id) return;
    if (shown.startsWith("gone") && kind !== "gone") return; // nothing comes after the end
    shown = id;
    if (kind === "failed") failedAt = performance.now();
    let box = document.querySelector(".pegp-notice");
    if (!box) {
      box = document.createElement("div");
      (document.body || document.documentElement).append(box);
    }
    box.className = "pegp-notice " + kind;
    box.setAttribute("role", kind === "busy" ? "status" : "alert");
    const words = document.createElement("span");
    words.textContent = text;
    box.replaceChildren(words, ...actions);
  };
  const clear = (...kinds) => {
    if (kinds.some((kind) => shown.startsWith(kind))) {
      document.querySelector(".pegp-notice")?.remove();
      shown = "";
    }
  };
  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };
  // The address holds the settings, so loading it again brings them back.
  const reloader = () => {
    const link = document.createElement("a");
    link.href = location.href;
    link.className = "pegp-reload";
    link.textContent = "Reload with the same settings";
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    return link;
  };

  const WORDS = {
    4001: "Nobody touched this page for a while, so it was put to rest to make room for others.",
    4002: "This page was opened again in this browser, so this copy has stopped.",
    4003: "The computation behind this page has stopped.",
    4004: "That computation took too long and was ended.",
    4005: "This page sent more than the server can take, so its line was closed.",
    4006: "This page was away for too long, so it was put to rest.",
    4007: "That was too long for the server to take (128 kB at most), so the line was closed.",
    ended: "This page's session has ended: the server was restarted, or the page was away for too long.",
    lost: "The connection was lost. Trying again…",
    dead: "The server does not answer. Trying again…",
    failed: "That step failed on our side. Change a setting to try again, or reload.",
    load: "This page did not come up. The server may be busy.",
  };
  WORDS[1009] = WORDS[4007]; // so long that nobody read it to the end
  let over = false;
  const gone = (why) => {
    over = true;
    clearTimeout(busyTimer);
    notice("gone", WORDS[why], [reloader()]);
    document.getElementById("rendered_cells")?.classList.add("pegp-stale");
  };

  // ---------------------------------------------------------------- the line
  const waiting = new Map(); // message id -> when it was sent, and its header
  const unheard = []; // headers of what was sent by a line that closed before the answer
  let lines = 0;
  let lostAt = 0;
  let busyTimer = 0;
  let stopped = false;

  const read = (data) => {
    const view = new DataView(data);
    const at = (k) => Number(view.getBigUint64(8 * (k + 1), true));
    const part = (k) => JSON.parse(new TextDecoder().decode(new Uint8Array(data, at(k), at(k + 1) - at(k))));
    return { header: part(1), parent: () => part(2), content: () => part(4) };
  };
  // That a process is done with a message, as it would have said itself.
  const idle = (header) => {
    const own = { ...header, msg_id: `${header.msg_id} unheard`, msg_type: "status" };
    const parts = [own, header, {}, { execution_state: "idle" }].map((part) => JSON.stringify(part));
    const pieces = ["iopub", ...parts].map((part) => new TextEncoder().encode(part));
    const data = new Uint8Array(8 * (pieces.length + 2) + pieces.reduce((sum, piece) => sum + piece.length, 0));
    const view = new DataView(data.buffer);
    view.setBigUint64(0, BigInt(pieces.length + 1), true);
    let at = 8 * (pieces.length + 2);
    [...pieces, new Uint8Array()].forEach((piece, k) => {
      view.setBigUint64(8 * (k + 1), BigInt(at), true);
      data.set(piece, at);
      at += piece.length;
    });
    return data.buffer;
  };
  const bytes = (data) => (ArrayBuffer.isView(data) ? data.slice().buffer : data);

  const showBusy = () => {
    clearTimeout(busyTimer);
    if (over || !waiting.size) return clear("busy");
    const oldest = Math.min(...[...waiting.values()].map(({ at }) => at));
    const passed = performance.now() - oldest;
    if (passed >= SHOW_BUSY) {
      const seconds = Math.floor(passed / 1000);
      const text = stopped ? "Stopping…" : seconds > 2 ? `Computing… ${seconds} s` : "Computing…";
      notice("busy", text, [button("Stop", stop), ...(seconds > 10 ? [reloader()] : [])]);
      if (seconds > 0 && seconds % 10 === 0) probe();
    }
    busyTimer = setTimeout(showBusy, passed >= SHOW_BUSY ? 1000 : SHOW_BUSY - passed + 5);
  };
  const stop = async () => {
    stopped = true;
    const form = new FormData();
    form.append("_xsrf", cookie("_xsrf"));
    await fetch(`${base()}voila/api/stop/${config().kernelId}`, { method: "POST", body: form }).catch(() => null);
    showBusy();
  };

  const sent = (data) => {
    try {
      const message = read(bytes(data));
      if (message.header.msg_type !== "comm_msg") return;
      if (!["update", "custom"].includes(message.content().data?.method)) return;
      if (actedAt > failedAt) clear("failed");
      waiting.set(message.header.msg_id, { at: performance.now(), header: message.header });
      showBusy();
    } catch (error) {
      /* not a message of the kind we follow */
    }
  };
  const got = (event) => {
    if (!(event.data instanceof ArrayBuffer)) return;
    const { header, parent, content } = read(event.data);
    if (header.msg_type === "status" && content().execution_state === "idle") {
      if (waiting.delete(parent().msg_id)) {
        if (stopped) notice("failed", "Stopped. The page shows the settings before.", [reloader()]);
        stopped = false;
        showBusy();
      }
    } else if (header.msg_type === "error" && content().ename !== "Stopped") {
      waiting.delete(parent().msg_id); // its end is still to come, and would be waited for in the notice's place
      showBusy();
      notice("failed", WORDS.failed, [reloader()]);
    }
  };

  // Asks the server whether our process still runs: it tells a blink from the end.
  let probing = false;
  const probe = async () => {
    if (over || probing || !config().kernelId) return;
    probing = true;
    try {
      const answer = await fetch(`${base()}api/kernels/${config().kernelId}`, { cache: "no-store" });
      if (answer.status === 404 || answer.status === 421) gone("ended");
      else if (!lines && lostAt) {
        if (performance.now() - lostAt > GIVE_UP) gone("ended");
        else if (performance.now() - lostAt > SHOW_LOST) notice("lost", WORDS.lost, [reloader()]);
      }
    } catch (error) {
      if (lostAt && performance.now() - lostAt > SHOW_LOST) notice("lost", WORDS.dead, [reloader()]);
    } finally {
      probing = false;
    }
  };
  const follow = (socket) => {
    socket.addEventListener("open", () => {
      lines += 1;
      lostAt = 0;
      clear("lost");
      // A widget sends nothing new before its last message is answered, and those answers will not come.
      const left = unheard.splice(0);
      setTimeout(() => left.forEach((header) => socket.dispatchEvent(new MessageEvent("message", { data: idle(header) }))));
    });
    socket.addEventListener("message", got);
    let was = false;
    socket.addEventListener("open", () => (was = true));
    socket.addEventListener("close", (event) => {
      if (was) lines -= 1;
      unheard.push(...[...waiting.values()].map(({ header }) => header));
      waiting.clear();
      showBusy();
      if (leaving || over) return;
      if (WORDS[event.code]) return gone(event.code);
      if (!lines && !lostAt) lostAt = performance.now();
      setTimeout(probe, SHOW_LOST + 100);
    });
  };
  let leaving = false;
  addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => (leaving = false), 3000); // the reader stayed after all
  });

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(address, ...rest) {
      super(address, ...rest);
      if (/\/api\/kernels\/[\w-]+\/channels/.test(String(address))) {
        this.followed = true;
        follow(this);
      }
    }
    send(data) {
      if (this.followed) sent(data);
      super.send(data);
    }
  };

  // A laptop that slept: time jumps, and the line may look open though nobody is at its other end.
  let last = Date.now();
  setInterval(() => {
    const jumped = Date.now() - last > 15000;
    last = Date.now();
    if (jumped || lostAt) probe();
  }, 3000);
  addEventListener("online", probe);
  addEventListener("pageshow", (event) => event.persisted && probe());
  document.addEventListener("visibilitychange", () => document.hidden || probe());

  // ---------------------------------------------------------------- coming up
  // Voilà calls these; its own versions are scripts written into the page.
  window.update_loading_text = (index, count, text) => {
    const place = document.getElementById("loading_text");
    if (place) place.textContent = text ?? `Step ${index} of ${count}`;
  };
  window.voila_heartbeat = () => {};
  window.voila_process = window.update_loading_text;
  window.display_cells = () => {
    if (!window.themeLoaded) {
      window.cellLoaded = true;
      return;
    }
    document.getElementById("loading")?.remove();
    const cells = document.getElementById("rendered_cells");
    if (cells) cells.style.display = "";
  };
  window.voila_finish = () => window.display_cells();

  // Looked at once: what is to be shown leaves these scripts, whether or not there is anything to show it with.
  let wantsWidgets = true;
  addEventListener("DOMContentLoaded", () => {
    const outputs = [...document.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')];
    wantsWidgets = outputs.some((each) => each.textContent.includes("jupyter.widget-view"));
  });
  const isUp = () => {
    const cells = document.getElementById("rendered_cells");
    if (!cells || cells.style.display === "none") return false;
    return !wantsWidgets || Boolean(document.querySelector(".jupyter-widgets"));
  };
  const memory = "pegp-tries " + location.pathname;
  const begun = performance.now();
  const coming = setInterval(() => {
    if (isUp()) {
      clearInterval(coming);
      sessionStorage.removeItem(memory);
    } else if (!document.hidden && performance.now() - begun > LOAD) {
      clearInterval(coming);
      const tried = Number(sessionStorage.getItem(memory) || 0);
      if (tried < TRIES) {
        sessionStorage.setItem(memory, String(tried + 1));
        location.reload();
      } else {
        sessionStorage.removeItem(memory);
        notice("gone", WORDS.load, [reloader()]);
      }
    }
  }, 500);
})();
