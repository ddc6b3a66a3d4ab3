import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));

/** The parts of a build for pages that the server renders for visitors. */
export interface VisitorBuild {
  /** The app's style sheet. */
  readonly styles: string;
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
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => null);
  const fileOf = async (manifest: string, source: string) => {
    const text = (await read(join('.vite', manifest))) ?? '{}';
    return manifestSchema.parse(JSON.parse(text))[source]?.file;
  };
  const renderer = join(folder, '.vite/server/render-thread.mjs');
  const [earlyScript, appScript, styleSheet, hasRenderer] = await Promise.all([
    fileOf('early.json', 'src/app/early/early-player.ts'),
    fileOf('manifest.json', 'src/app/visitor.tsx'),
    fileOf('manifest.json', 'style.css'),
    access(renderer).then(
      () => true,
      () => false,
    ),
  ]);
  const styles = styleSheet === undefined ? null : await read(styleSheet);
  return earlyScript !== undefined && appScript !== undefined && styles !== null && hasRenderer
    ? { styles, earlyScript: `/${earlyScript}`, appScript: `/${appScript}`, renderer }
    : null;
}
