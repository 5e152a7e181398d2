// Whether things may move on the screen.

/** Whether the person would rather see nothing move. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
