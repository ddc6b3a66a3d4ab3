import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));

/** The parts of a build for pages that the server renders for visitors. */
export interface VisitorBuild {
  /** Path on the site of the script that plays drops until the app takes over. */
  readonly earlyScript: string;
  /** Path on the site of the script with which the app takes over. */
  readonly appScript: string;
  /** Path on the disk of the script of the thread that renders pages. */
  readonly renderer: string;
}

/**
 * Reads where the build has the parts.
 * @returns null if the build has none, as in development
 */
export async function readVisitorBuild(folder: string): Promise<VisitorBuild | null> {
  const metadata = join(folder, '.vite');
  const fileOf = async (manifest: string, source: string) => {
    const text = await readFile(join(metadata, manifest), 'utf8').catch(() => '{}');
    const file = manifestSchema.parse(JSON.parse(text))[source]?.file;
    return file === undefined ? null : `/${file}`;
  };
  const renderer = join(metadata, 'server/render-thread.mjs');
  const [earlyScript, appScript, hasRenderer] = await Promise.all([
    fileOf('early.json', 'src/app/early/early-player.ts'),
    fileOf('manifest.json', 'src/app/visitor.tsx'),
    access(renderer).then(
      () => true,
      () => false,
    ),
  ]);
  return earlyScript !== null && appScript !== null && hasRenderer
    ? { earlyScript, appScript, renderer }
    : null;
}
