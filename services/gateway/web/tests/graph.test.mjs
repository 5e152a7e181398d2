import assert from "node:assert/strict";
import { test } from "node:test";

import { axisOf, pointsOf, valuesOf } from "../graph.js";

test("a graph begins with what was before the first game", () => {
  const changes = [
    { before: 1512, after: 1505, at: "2026-12-02T00:00:00Z" },
    { before: 1500, after: 1512, at: "2026-12-01T00:00:00Z" },
  ];
  assert.deepEqual(valuesOf(changes), [
    { value: 1500, at: null },
    { value: 1512, at: "2026-12-01T00:00:00Z" },
    { value: 1505, at: "2026-12-02T00:00:00Z" },
  ]);
  assert.deepEqual(valuesOf([]), []);
});

test("the axis holds all values, on round numbers", () => {
  for (const values of [[1500, 1512], [1387, 1622], [0, 25], [7, 7], [0, 2400]]) {
    const { low, high, step } = axisOf(values);
    assert.ok(low <= Math.min(...values) && high >= Math.max(...values), `${values}`);
    assert.ok(Number.isInteger(low / step) && Number.isInteger(high / step), `${values}`);
    assert.ok(low >= 0, `${values}`);
    const lines = (high - low) / step;
    assert.ok(lines >= 2 && lines <= 7, `${values}: ${lines}`);
  }
});

test("higher values stand higher, later ones further right", () => {
  const points = pointsOf([1500, 1520, 1490], { low: 1480, high: 1540 });
  assert.ok(points[1].y < points[0].y && points[0].y < points[2].y);
  assert.ok(points[0].x < points[1].x && points[1].x < points[2].x);
});
