import type { Layout } from './layout.ts';

/** Draws the code as an SVG file, black on white, one path for all dark modules. */
export function drawSvg({ size, modules, scale, offset, isDark }: Layout): string {
  const runs: string[] = [];
  for (let row = 0; row < modules; row += 1) {
    for (let column = 0; column < modules; column += 1) {
      const start = column;
      while (column < modules && isDark(column, row)) column += 1;
      if (column > start) runs.push(`M${start} ${row}h${column - start}v1h${start - column}z`);
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path transform="translate(${offset} ${offset}) scale(${scale})" d="${runs.join('')}"/></svg>\n`
  );
}
