/** What the built client weighs, gzipped: `npm run build && npm run size`. Fails above the budgets. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** All pages in all languages, and what somebody waits for who opens the lobby in English. */
const BUDGETS = { everything: 700_000, "first page": 115_000 };
const FIRST_PAGE = /^(index\.html|favicon\.svg|assets\/(index|client|LobbyPage)-.*)$/;

const dist = new URL("../dist/", import.meta.url).pathname;
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length));
const sums = new Map();
const weights = { everything: 0, "first page": 0 };
for (const file of files) {
  const size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  sums.set(extname(file), (sums.get(extname(file)) ?? 0) + size);
  weights.everything += size;
  if (FIRST_PAGE.test(file)) weights["first page"] += size;
  console.log(`${String(size).padStart(7)}  ${file}`);
}
for (const [kind, size] of sums) console.log(`${String(size).padStart(7)}  all ${kind}`);
for (const [what, budget] of Object.entries(BUDGETS)) {
  console.log(`${String(weights[what]).padStart(7)}  ${what}, of ${budget} bytes`);
  if (weights[what] > budget) process.exitCode = 1;
}
// Files that need each other do not start, and whatever else the client needed would belong to the first page.
const client = files.find((file) => /^assets\/client-.*\.js$/.test(file));
if (!client || /from"\.\//.test(readFileSync(join(dist, client), "utf8"))) {
  console.log("the client needs another file to start");
  process.exitCode = 1;
}
