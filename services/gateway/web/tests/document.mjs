// As much of a browser's document as the page's logic asks for.

import { settle } from "../../../../clients/typescript/tests/sockets.mjs";

class Node {
  children = [];
  dataset = {};
  hidden = false;
  disabled = false;
  value = "";
  #text = "";

  append(...content) {
    this.children.push(...content);
  }

  prepend(...content) {
    this.children.unshift(...content);
  }

  replaceChildren(...content) {
    this.children = content;
  }

  get textContent() {
    return this.#text + this.children.map((child) => child.textContent ?? `${child}`).join(" ");
  }

  set textContent(text) {
    this.#text = text;
    this.children = [];
  }

  setAttribute() {}

  focus() {}

  reportValidity() {
    return true;
  }

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
  }

  querySelector() {
    return new Node();
  }
}

/** Puts an empty document in place; its elements are there as soon as they are asked for. */
export function newDocument() {
  const nodes = new Map();
  globalThis.document = {
    getElementById: (id) => nodes.get(id) ?? nodes.set(id, new Node()).get(id),
    createElement: () => new Node(),
    createElementNS: () => new Node(),
  };
}

/** An answer of the API: a problem where there is a code. */
export function response(json) {
  const ok = !json.code;
  const headers = new Headers({ "content-type": ok ? "application/json" : "application/problem+json" });
  return { ok, status: ok ? 200 : 400, headers, json: async () => json };
}

/**
 * A server whose answers the test gives when it likes: `answer(part of the path, json or error)`. What
 * was asked for with it is answered: the body that was sent, if any.
 */
export function slowServer(mock) {
  const waiting = [];
  mock.method(globalThis, "fetch", (path, { body }) => new Promise((resolve) => waiting.push({ path, body, resolve })));
  return async (part, json) => {
    await settle();
    const at = waiting.findIndex(({ path }) => path.includes(part));
    if (at < 0) throw new Error(`nobody asks for ${part}`);
    const [{ body, resolve }] = waiting.splice(at, 1);
    resolve(response(json));
    await settle();
    return body && JSON.parse(body);
  };
}

export { settle };
