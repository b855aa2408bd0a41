// Make the page: one HTML file with its script and style inside, which asks nobody for anything.
//
// The policy in its head names script and style by their hashes, so nothing else ever runs in it.

import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "..", "src", "treetop", "view", "page.html");

const bundle = async (entry) => {
  const made = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "ascii", // the page may be read in any encoding
    legalComments: "eof", // licences of what is bundled stay with it
    logLevel: "warning",
  });
  return made.outputFiles[0].text.trim();
};

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const style = await bundle("style.css");
// Within a page "</script" would end the script, wherever it stands.
const script = (await bundle("main.ts")).replaceAll("</script", "<\\/script");
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "img-src data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

// A function as replacement: "$&" within minified code means nothing then.
const page = (await readFile(join(here, "index.html"), "utf8"))
  .replace("PAGE_POLICY", () => policy)
  .replace("PAGE_STYLE", () => style)
  .replace("PAGE_SCRIPT", () => script);
for (const word of ["TREETOP_DATA", "TREETOP_TITLE"])
  if (page.split(word).length !== 2) throw new Error(`the page has to hold ${word} once`);

await writeFile(`${target}.new`, page);
await rename(`${target}.new`, target); // whole or not at all
console.log(`${target}: ${(page.length / 1e3).toFixed(0)} kB`);
