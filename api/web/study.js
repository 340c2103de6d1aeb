// The view "Study": reviews, a quiz, the progress and the settings of one learner. It promises
// that which of them is shown, and of what, stands in the address.
import { html, nothing, problemNote, render, setTitle, skeleton, style } from "./dom.js";
import { chooseLearner, currentLearner, drawLearnerForm, knownLearners } from "./learner.js";
import { keepSending } from "./outbox.js";
import { changed, here } from "./route.js";

const parts = {
  review: { title: "Review", needsLearner: true, load: () => import("./review.js") },
  quiz: { title: "Quiz", needsLearner: false, load: () => import("./quiz.js") },
  progress: { title: "Progress", needsLearner: true, load: () => import("./progress.js") },
  settings: { title: "Settings", needsLearner: true, load: () => import("./settings.js") },
};

/** What of one part means nothing to another. */
const ownParameters = { tab: null, quiz: null, count: null, generated: null, new_per_day: null };

class Study {
  constructor(root) {
    Object.assign(this, { root, url: here(), room: document.createElement("div"), shown: { key: "", view: null }, names: [], problem: null, token: 0 });
    this.leave = keepSending();
  }

  async update(url) {
    this.url = url;
    this.draw();
    const name = partOf(url);
    const learner = currentLearner();
    const key = parts[name].needsLearner ? `${name} ${learner}` : name;
    if (key === this.shown.key) {
      this.shown.view?.update(url);
      return;
    }
    const mine = ++this.token;
    this.close();
    setTitle(`${parts[name].title} · Study`);
    if (parts[name].needsLearner && learner === "") {
      await this.welcome();
      return;
    }
    render(skeleton(5), this.room);
    const { default: mount } = await parts[name].load().catch((failure) => ({ default: (room) => drawFailure(room, failure) }));
    if (mine === this.token) {
      const room = this.freshRoom();
      this.shown = { key, view: mount(room, { url: this.url, learner, reload: () => this.update(here()) }) };
    }
  }

  close() {
    this.shown.view?.unmount();
    this.shown = { key: "", view: null };
    this.freshRoom();
  }

  /** A part draws into an element of its own, so that nothing of the last one is left. */
  freshRoom() {
    const room = Object.assign(document.createElement("div"), { className: "study-room" });
    this.room.replaceWith(room);
    this.room = room;
    this.draw();
    return room;
  }

  draw() {
    const name = partOf(this.url);
    const learner = currentLearner();
    const to = (id) => changed({ ...ownParameters, tab: id === "review" ? null : id }, this.url);
    render(html`<div class="study">
      <header class="study-head">
        <h1>Study</h1>
        ${learner === "" ? nothing : html`<p class="who soft">as <a href=${to("settings")}>${learner}</a></p>`}
        <nav class="tabs" aria-label="Ways to study">${Object.entries(parts).map(([id, { title }]) => html`
          <a href=${to(id)} aria-current=${id === name ? "true" : nothing}>${title}</a>`)}</nav>
      </header>
      ${this.room}
    </div>`, this.root);
  }

  /** Asks who studies, and goes on with what was asked for. */
  async welcome() {
    const draw = () => render(html`<section class="card welcome">
      <h2>Who is studying?</h2>
      <p>What you review is kept under a name, on this server. Choose any; no account is needed.</p>
      ${this.problem === null ? nothing : problemNote(this.problem, { retry: () => this.take(this.wanted ?? "", draw) })}
      ${drawLearnerForm({ names: this.names, choose: (name) => this.take(name, draw) })}
    </section>`, this.room);
    draw();
    this.names = await knownLearners().catch(() => []);
    if (currentLearner() === "") {
      draw();
    }
  }

  async take(name, draw) {
    this.wanted = name;
    try {
      await chooseLearner(name);
      this.problem = null;
      this.update(here());
    } catch (problem) {
      this.problem = problem;
      draw();
    }
  }

  unmount() {
    this.token++;
    this.close();
    this.leave();
  }
}

/** Says that a part could not be loaded; it has nothing to update. */
function drawFailure(room, failure) {
  const problem = { title: "This part could not be loaded", detail: failure.message };
  render(problemNote(problem, { retry: () => window.location.reload() }), room);
  return { update() {}, unmount() {} };
}

/** Which part an address names. */
function partOf(url) {
  const tab = url.searchParams.get("tab") ?? "";
  return url.searchParams.has("quiz") ? "quiz" : Object.hasOwn(parts, tab) ? tab : "review";
}

export default {
  title: "Study",
  mount(root, location) {
    const study = new Study(root);
    render(html`<div class="study"><header class="study-head"><h1>Study</h1></header></div>`, root);
    let left = false;
    style("study.css").then(() => left || study.update(here()));
    return {
      update: (url) => study.update(url),
      unmount() {
        left = true;
        study.unmount();
      },
    };
  },
};
