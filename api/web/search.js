// The view "Search". It promises that its state is in the address.
import { html, render } from "./dom.js";

export default {
  title: "Search",
  mount(root, location) {
    const draw = (url) => render(html`<h1>Search</h1><p>${url.pathname}${url.search}</p>`, root);
    draw(location);
    return { update: draw, unmount() {} };
  },
};
