// Small helpers over the page's elements.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A new element with a class and content. */
export function element(name, className, ...content) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...content);
  return node;
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
