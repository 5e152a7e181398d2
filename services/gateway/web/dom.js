// Small helpers over the page's elements.

import { errorText } from "./words.js";

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A new element with a class and content. */
export function element(name, className, ...content) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...content);
  return node;
}

/** A new choice of a list. */
export function option(value, text) {
  const node = element("option", "", text);
  node.value = value;
  return node;
}

/** Gives a person a text as a file. */
export function saveFile(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Sets a text only when it changes, so that it is not read aloud again. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets or takes away a data attribute. */
export function setData(node, name, value) {
  if (value === undefined || value === null) delete node.dataset[name];
  else node.dataset[name] = value;
}

/** Shows an error in words, or takes it away. */
export function showAlert(text) {
  const alert = byId("alert");
  alert.hidden = !text;
  setText(alert, text ?? "");
}

/** Does what a person asked for: the buttons wait, an error is said. Answers whether it was done. */
export async function attempt(buttons, act) {
  for (const button of buttons) button.disabled = true;
  showAlert(null);
  try {
    await act();
    return true;
  } catch (error) {
    showAlert(errorText(error));
    return false;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}
