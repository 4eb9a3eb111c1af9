// Tests which files scripts/web-assemble leaves in its folder: scripts/test-web scripts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../../scripts/web-assemble", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "chuhe-assemble-"));
after(() => rmSync(scratch, { recursive: true }));
const [out, work] = ["out", "work"].map((name) => join(scratch, name));
const record = join(out, ".replaced.json");
mkdirSync(work);
writeFileSync(join(work, "gl.js"), "");

/** Assembles a build whose programs have this content; returns the names of its files. */
function assemble(content) {
  for (const name of ["chuhe.wasm", "chuhe-worker.wasm"]) writeFileSync(join(work, name), content);
  execFileSync("python3", [script, join(work, "chuhe.wasm"), join(work, "gl.js"), out, "--plain"]);
  return readdirSync(out);
}

/** The programs of the workers among these files. */
const workers = (files) => files.filter((name) => /^worker\..*\.wasm$/.test(name)).length;

test("parts of earlier builds stay for a week after they were replaced", () => {
  assert.equal(workers(assemble("a")), 1);
  writeFileSync(join(out, "leftover.txt"), "of no build");
  const second = assemble("b");
  assert.equal(workers(second), 2, "a page that was opened before finds its worker");
  assert.ok(!second.includes("leftover.txt"));
  assert.equal(workers(assemble("b")), 2, "the same build again");

  const old = JSON.parse(readFileSync(record, "utf8"));
  const week = 7 * 24 * 3600;
  for (const name of Object.keys(old)) old[name] -= week;
  writeFileSync(record, JSON.stringify(old));
  const third = assemble("c");
  assert.equal(workers(third), 2, "that of the first build is gone, that of the second has just been replaced");
  assert.equal(workers(assemble("b")), 2, "a build that comes back is no earlier one");
  assert.ok(!Object.keys(JSON.parse(readFileSync(record, "utf8"))).some((name) => name.startsWith("index")));
});
