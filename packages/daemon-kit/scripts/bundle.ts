// Bundles a program into one ESM file: node bundle.ts <entry.ts> <out.mjs> [--external:<name> ...]

import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** CommonJS dependencies ask for these names, which an ES module does not have. */
const BANNER = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  "const __dirname = __fileURLToPath(new URL('.', import.meta.url));",
].join('\n');

/** Native code cannot be bundled. */
const EXTERNAL = ['koffi'];

const [entry, outfile, ...flags] = process.argv.slice(2);
if (!entry || !outfile) {
  process.stderr.write('usage: bundle.ts <entry.ts> <out.mjs> [--external:<name> ...]\n');
  process.exit(2);
}

const { metafile } = await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  external: [...EXTERNAL, ...flags.flatMap((flag) => flag.match(/^--external:(.+)$/)?.[1] ?? [])],
  banner: { js: BANNER },
  // Shorter source is memory saved in every process; names stay, so that stack traces are readable.
  minifyWhitespace: true,
  minifySyntax: true,
  keepNames: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

// One letter beyond ASCII, and the engine keeps the whole source with two bytes per letter. esbuild escapes them in strings,
// in regular expressions it cannot.
const foreign = readFileSync(outfile, 'utf8').match(/.{0,40}[^\0-\x7f]/u);
if (foreign) {
  process.stderr.write(`${outfile} has a letter beyond ASCII, which must be escaped in its source: ${foreign[0]}\n`);
  process.exit(1);
}

// The npm packages that are in the bundle, as package-lock.json names them, for the list of what is in an image.
const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
const used = inputs.flatMap(([path, { bytesInOutput }]) => {
  const found = /node_modules\/((?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found && bytesInOutput > 0 ? [found[1]] : [];
});
writeFileSync(`${outfile}.packages.json`, `${JSON.stringify([...new Set(used)].sort())}\n`);
