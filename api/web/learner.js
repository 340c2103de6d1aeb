// Who studies: a name that a person chooses once, and that this browser keeps. It promises that
// a learner who is new begins with the time zone of this browser, and that one who is not keeps
// their settings.
import { send } from "./api.js";
import { html, nothing } from "./dom.js";
import { everything } from "./pages.js";

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

/** The names that the server knows. */
export const knownLearners = async () => (await everyLearner()).map(({ name }) => name);

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

const everyLearner = () => everything("/v1/study/learners");

/** What the server has of a learner; null for one who is new. The list says so without an error. */
async function known(name) {
  return (await everyLearner()).find((learner) => learner.name === name) ?? null;
}
