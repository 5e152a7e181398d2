// The title of the page's tab: what is shown, unless a game waits for the player.

let page = "Shashki";
let waiting = false;

/** The title, from what the page shows and whether any game waits. */
export const titleText = (shown, waits) => (waits ? "(•) your turn · Shashki" : shown);

const render = () => {
  document.title = titleText(page, waiting);
};

/** Says what the page shows. */
export function setPageTitle(text) {
  page = text;
  render();
}

/** Says whether any game waits for the player. */
export function setWaiting(waits) {
  waiting = waits;
  render();
}
