import assert from "node:assert/strict";
import { test } from "node:test";

import { gamePath, invitePath, playerPath, ratingsPath, routeOf } from "../routes.js";

test("every view has an address that leads to it", () => {
  const views = [
    [gamePath, "game"],
    [invitePath, "invite"],
    [playerPath, "profile"],
    [ratingsPath, "ratings"],
  ];
  for (const [path, view] of views) {
    assert.deepEqual(routeOf(path("a b/c")), { view, name: "a b/c" });
    assert.deepEqual(routeOf(`${path("x")}/`), { view, name: "x" });
  }
});

test("everything else is the start", () => {
  for (const path of ["/", "/game", "/game/", "/players/a/b", "/nothing"]) {
    assert.deepEqual(routeOf(path), { view: "start", name: null });
  }
});

test("an address that was mangled is still one", () => {
  assert.deepEqual(routeOf("/game/%zz"), { view: "game", name: "%zz" });
});
