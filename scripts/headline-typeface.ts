// npm run headline-typeface: reduces Fraunces to the weight of headlines, at all optical sizes, which halves its bytes.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './lib/run.ts';

/** The weight of headlines in the theme and base styles. */
const WEIGHT = 500;

const require = createRequire(import.meta.url);
const folder = join(root, 'apps/web/src/styles/fraunces');
const stylesheet = require.resolve('@fontsource-variable/fraunces/opsz.css');

/** All characters of a stylesheet's `unicode-range`, such as `U+0000-00FF,U+0131`. */
function signsOf(range: string): string {
  const codes = range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return String.fromCodePoint(...codes);
}

const faces = [];
await mkdir(folder, { recursive: true });
for (const [, face = ''] of (await readFile(stylesheet, 'utf8')).matchAll(/@font-face {(.*?)}/gs)) {
  const [, source = ''] = /url\((.*?)\)/.exec(face) ?? [];
  const [, range = ''] = /unicode-range: (.*?);/.exec(face) ?? [];
  const [, subset = ''] = /fraunces-(.*)-opsz-normal/.exec(source) ?? [];
  const file = `${subset}-fraunces.woff2`;
  const whole = await readFile(join(stylesheet, '..', source));
  const variationAxes = { wght: WEIGHT };
  const font = await subsetFont(whole, signsOf(range), { targetFormat: 'woff2', variationAxes });
  await writeFile(join(folder, file), font);
  faces.push(
    face
      .replace(/font-weight: .*?;/, `font-weight: ${WEIGHT};`)
      .replace(source, `./${file}`)
      .trim(),
  );
  console.log(`${file}: ${whole.length} bytes made ${font.length}`);
}
await writeFile(
  join(folder, 'fraunces.gen.css'),
  [
    '/* Made by npm run headline-typeface from Fraunces (SIL Open Font License 1.1). */',
    ...faces.map((face) => `@font-face {\n  ${face}\n}`),
    '',
  ].join('\n'),
);
