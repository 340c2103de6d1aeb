// Who studies: a name that a person chooses once, and that this browser keeps. It promises that
// a learner who is new begins with the time zone of this browser, and that one who is not keeps
// their settings.
import { get, send } from "./api.js";
import { html, nothing } from "./dom.js";

const storageName = "quarry.learner";

/** The name that was chosen here, or "". */
export const currentLearner = () => localStorage.getItem(storageName) ?? "";

/** Where the API has a learner. */
export const learnerPath = (name) => `/v1/study/learners/${encodeURIComponent(name)}`;

/** Takes a name, which is new or known; answers what the server knows of it. */
export async function chooseLearner(name) {
  const learner = await known(name) ?? await send("PUT", learnerPath(name), { settings: { timezone: ownTimezone() } });
  localStorage.setItem(storageName, name);
  return learner;
}

/** Forgets who studies here; the server keeps everything. */
export const forgetLearner = () => localStorage.removeItem(storageName);

/** The time zone of this browser, such as "Europe/Vienna". */
export const ownTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The names that the server knows; none where it tells them to nobody. */
export async function knownLearners() {
  const { items } = await get("/v1/study/learners", { limit: 100 });
  return items.map(({ name }) => name);
}

/** A form that asks who studies; choose(name) is called with what was said. */
export function drawLearnerForm({ names, choose, label = "Your name" }) {
  const submit = (event) => {
    event.preventDefault();
    choose(new FormData(event.target).get("learner").trim());
  };
  return html`
    <form class="learner-form" @submit=${submit}>
      <label class="field grow"><span>${label}</span>
        <input name="learner" required maxlength="64" autocomplete="nickname" spellcheck="false" autocapitalize="off"></label>
      <button class="button primary">Begin</button>
    </form>
    ${names.length === 0 ? nothing : html`<p class="hint" id="known-learners">Or go on as</p>
      <ul class="chips" aria-labelledby="known-learners">${names.map((name) => html`<li>
        <button type="button" class="chip" @click=${() => choose(name)}>${name}</button></li>`)}</ul>`}`;
}

async function known(name) {
  try {
    return await get(learnerPath(name));
  } catch (problem) {
    if (problem.status === 404) {
      return null;
    }
    throw problem;
  }
}
