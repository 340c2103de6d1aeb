// Lists that are read to their end. They promise to hold each entry once, in the server's order.
import { get } from "./api.js";

/** All entries of a list of the API. */
export async function everything(path, params = {}) {
  const items = [];
  let cursor = "";
  do {
    const page = await get(path, { ...params, limit: 100, cursor });
    items.push(...page.items);
    cursor = page.next_cursor ?? "";
  } while (cursor !== "");
  return items;
}
