import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findNewerUsesInBuild } from '../floor/built-uses.ts';
import { BUILT_EXCEPTIONS } from '../floor/exceptions.ts';
import { LibraryFeatures } from '../floor/library-features.ts';
import { firstLoadFiles, type Manifest, type Preloads } from './first-load.ts';
import { importCycle } from './import-cycle.ts';

/** The pages with a budget for the JavaScript of their first load, in gzipped bytes, by the manifest of their build. */
const FIRST_LOADS = {
  '/': { manifest: 'manifest.json', document: 'landing.html', limit: 80_000 },
  '/auth': { manifest: 'manifest.json', document: 'index.html', limit: 142_000 },
  '/app': { manifest: 'manifest.json', document: 'index.html', limit: 146_100 },
  '/embed/1': { manifest: 'embed.json', document: 'embed.html', limit: 91_500 },
};

/** The script that plays a rendered page's drops before the app's code is there, and its limit, in gzipped bytes. */
const EARLY_SCRIPT = { source: 'src/app/early/early-player.ts', limit: 20_000 };

/*
 * Prints the size of each page's first load. Fails when a page is over its limit, when files of the
 * build import each other in a cycle, or when they use a function that a supported browser lacks.
 */

const dist = join(import.meta.dirname, '../dist');
const read = (name: string): string => readFileSync(join(dist, '.vite', name), 'utf8');
const readManifest = (name: string): Manifest => JSON.parse(read(name));
const preloads: Preloads = JSON.parse(read('preloads.json'));

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const weigh = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

for (const [page, { manifest, document, limit }] of Object.entries(FIRST_LOADS)) {
  const sizes = firstLoadFiles(readManifest(manifest), preloads, document, page)
    .map((file) => ({ file, bytes: weigh(file) }))
    .sort((one, other) => other.bytes - one.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `First load of ${page}: ${kilobytes(total)} of JavaScript, gzipped, in ${sizes.length} files ` +
      `(limit ${kilobytes(limit)})`,
  );
  if (total > limit) {
    for (const { file, bytes } of sizes) console.log(`  ${kilobytes(bytes).padStart(9)}  ${file}`);
    process.exitCode = 1;
  }
}

const early = readManifest('early.json');
const earlyBytes = weigh(early[EARLY_SCRIPT.source]?.file ?? '');
console.log(
  `Script of a page that is rendered for visitors: ${kilobytes(earlyBytes)}, gzipped ` +
    `(limit ${kilobytes(EARLY_SCRIPT.limit)})`,
);
if (earlyBytes > EARLY_SCRIPT.limit) process.exitCode = 1;

for (const name of ['manifest.json', 'embed.json']) {
  const cycle = importCycle(readManifest(name));
  if (cycle.length === 0) continue;
  console.log(`These files import each other in a cycle: ${cycle.join(', ')}`);
  process.exitCode = 1;
}

const features = new LibraryFeatures();
const used = new Set<string>();
for (const file of readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))) {
  for (const feature of findNewerUsesInBuild(
    readFileSync(join(dist, 'assets', file), 'utf8'),
    features,
  )) {
    used.add(feature);
    if (BUILT_EXCEPTIONS.some((each) => each.feature === feature)) continue;
    console.log(
      `${file} uses ${feature}, which the oldest supported browsers lack (floor/floor.ts)`,
    );
    process.exitCode = 1;
  }
}
for (const { feature } of BUILT_EXCEPTIONS.filter((each) => !used.has(each.feature))) {
  console.log(`No built file uses ${feature}: remove it from floor/exceptions.ts`);
  process.exitCode = 1;
}
