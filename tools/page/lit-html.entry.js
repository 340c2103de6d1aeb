// What the page uses of lit-html. unsafeHTML is left out: trusted fragments are
// nodes made by markup() of dom.js, which takes TrustedHTML only.
export { html, svg, render, nothing, noChange } from "lit-html";
export { directive, Directive, PartType } from "lit-html/directive.js";
export { classMap } from "lit-html/directives/class-map.js";
export { ifDefined } from "lit-html/directives/if-defined.js";
export { keyed } from "lit-html/directives/keyed.js";
export { live } from "lit-html/directives/live.js";
export { createRef, ref } from "lit-html/directives/ref.js";
export { repeat } from "lit-html/directives/repeat.js";
