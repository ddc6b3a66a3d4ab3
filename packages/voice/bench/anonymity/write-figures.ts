import { writeFile } from 'node:fs/promises';
import { figuresOf, type Summary } from './summary.ts';

const HEAD = `// Written by \`node packages/voice/bench/anonymity.bench.ts --write\`: not to be changed by hand.
import type { VoiceFilterId } from '../src/filter-ids.ts';
import type { Figures } from './anonymity/classes.ts';

/** The figures of each filter, and of the McAdams baseline, for synthetic speakers. */
export const MEASURED: Readonly<Record<VoiceFilterId | 'mcadams', Figures>> = {
`;

/** Stores the figures in the file that the tests read. */
export async function writeFigures(summaries: readonly Summary[]): Promise<void> {
  const lines = summaries.map((summary) => {
    const entries = Object.entries(figuresOf(summary)).map(([name, value]) => `${name}: ${value}`);
    return `  ${summary.id}: { ${entries.join(', ')} },\n`;
  });
  const file = new URL('../anonymity.gen.ts', import.meta.url);
  await writeFile(file, `${HEAD}${lines.join('')}};\n`);
}
