// Writes what the kit takes from the description of the API into a folder: types as `api.ts`, and what
// has to be known of calls while they run as `operations.ts`.

import { readFile, writeFile } from "node:fs/promises";

import openapiTS, { astToString } from "openapi-typescript";

const DESCRIPTION = new URL("../../proto/openapi.json", import.meta.url);
const HEAD = "// Made from proto/openapi.json by ./build: do not edit.\n\n";

const description = JSON.parse(await readFile(DESCRIPTION, "utf8"));

/** Every operation: `[method, path, operation]`. */
function operations() {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation]),
  );
}

/** What is not needed for types makes them five times as long. */
function withoutExamplesAndRefusals(value, key) {
  if (Array.isArray(value)) return value.map((each) => withoutExamplesAndRefusals(each));
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([name]) => {
    // All refusals are the one `Problem`.
    if (key === "responses") return name === "200";
    // `not` says that one member of a oneof is set at most, which a type cannot say.
    return !["example", "examples", "not"].includes(name);
  });
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutExamplesAndRefusals(each, name)]));
}

function listOf(name, about, chosen) {
  const lines = chosen.map(([method, path]) => `  ${JSON.stringify(`${method} ${path}`)},\n`);
  return `/** ${about} */\nexport const ${name}: ReadonlySet<string> = new Set([\n${lines.join("")}]);\n`;
}

const isKeyed = ([, , { parameters = [] }]) => parameters.some(({ name }) => name === "Idempotency-Key");
const isOpen = ([, , { security }]) => security?.length === 0;

const [folder] = process.argv.slice(2);
const types = await openapiTS(withoutExamplesAndRefusals(description));
await writeFile(`${folder}/api.ts`, HEAD + astToString(types));
await writeFile(
  `${folder}/operations.ts`,
  HEAD +
    [
      listOf("KEYED", "Calls that make something new: they take an `Idempotency-Key`.", operations().filter(isKeyed)),
      listOf("OPEN", "Calls that take no token.", operations().filter(isOpen)),
    ].join("\n"),
);
