import { writeFile } from 'node:fs/promises';
import { figuresOf, type Summary } from './summary.ts';

const HEAD = `// Written by \`node packages/voice/bench/anonymity.bench.ts --write\`: not to be changed by hand.
import type { VoiceFilterId } from '../src/filter-ids.ts';
import type { Figures } from './anonymity/classes.ts';

/** What was measured of each filter, and of the McAdams baseline, on synthetic speakers. */
export const MEASURED: Readonly<Record<VoiceFilterId | 'mcadams', Figures>> = {
`;

/** Keeps the figures where the tests look for them. */
export async function writeFigures(summaries: readonly Summary[]): Promise<void> {
  const lines = summaries.map((summary) => {
    const entries = Object.entries(figuresOf(summary)).map(([name, value]) => `${name}: ${value}`);
    return `  ${summary.id}: { ${entries.join(', ')} },\n`;
  });
  const file = new URL('../anonymity.gen.ts', import.meta.url);
  await writeFile(file, `${HEAD}${lines.join('')}};\n`);
}
