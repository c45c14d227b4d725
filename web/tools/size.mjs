/** What the built client weighs, gzipped: `npm run build && npm run size`. Fails above the budget. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = 200_000;
const dist = new URL("../dist/", import.meta.url).pathname;
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const sums = new Map();
let total = 0;
for (const file of files) {
  const size = gzipSync(readFileSync(file), { level: 9 }).length;
  sums.set(extname(file), (sums.get(extname(file)) ?? 0) + size);
  total += size;
  console.log(`${String(size).padStart(7)}  ${file.slice(dist.length)}`);
}
for (const [kind, size] of sums) console.log(`${String(size).padStart(7)}  all ${kind}`);
console.log(`${String(total).padStart(7)}  of ${BUDGET} bytes`);
process.exitCode = total > BUDGET ? 1 : 0;
