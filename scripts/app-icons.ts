// npm run app-icons: the icons that a device shows for the installed app, drawn from the mark.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from './lib/chromium.ts';
import { root } from './lib/run.ts';

const folder = join(root, 'apps/web/public/icons');

/** The mark's bars on a grid of 32, as in favicon.svg. */
const bars = 'M8.9 8.5v9.6M12.45 16v5.4M16 18.9v4.6M19.55 16v5.4M23.1 8.5v9.6';

/** @param inset share of the side that a device may cut off around a maskable icon */
const drawing = (size: number, { inset, radius }: { inset: number; radius: number }) => {
  const scale = 1 - 2 * inset;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32" fill="none">
    <rect width="32" height="32" rx="${radius}" fill="#231b16"/>
    <path transform="translate(${32 * inset} ${32 * inset}) scale(${scale})" d="${bars}"
      stroke="#f9f4ea" stroke-width="2.3" stroke-linecap="round"/>
  </svg>`;
};

const icons = [
  { name: 'icon-192.png', size: 192, inset: 0, radius: 9 },
  { name: 'icon-512.png', size: 512, inset: 0, radius: 9 },
  { name: 'icon-maskable-512.png', size: 512, inset: 0.1, radius: 0 },
  // iOS rounds the corners itself.
  { name: 'apple-touch-icon.png', size: 180, inset: 0.04, radius: 0 },
];

await mkdir(folder, { recursive: true });
const browser = await launchChromium();
for (const { name, size, inset, radius } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>*{margin:0;background:transparent}svg{display:block}</style>${drawing(size, { inset, radius })}`,
  );
  await writeFile(join(folder, name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
