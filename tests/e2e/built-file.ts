import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules that `vite.config.ts` puts into one file with others, with the name of that file's group. */
const groups: Partial<Record<string, string>> = {
  'features/drops/list/list-background.tsx': 'list-parts',
  'features/drops/list/newest-pill.tsx': 'list-parts',
  'features/notifications/live-notifications.tsx': 'member-background',
  'features/notifications/notification-bell.tsx': 'frame',
  'shell/frame-background.tsx': 'frame',
  'shell/member-background.tsx': 'member-background',
  'shell/player-background.tsx': 'background',
  'ui/announcements.tsx': 'background',
  'ui/focus-recovery.tsx': 'background',
  'ui/tooltip-layer.tsx': 'background',
};

const manifest: Record<string, { file: string; name?: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../apps/web/dist/.vite/manifest.json'), 'utf8'),
);

/**
 * Returns the path of the built file of a module that the site loads lazily.
 *
 * @param source the module's path in `apps/web/src`
 */
export function builtFile(source: string): string {
  const group = groups[source];
  const chunk =
    group === undefined
      ? manifest[`src/${source}`]
      : Object.values(manifest).find(({ name }) => name === group);
  if (!chunk) throw new Error(`The build has no separate file for ${source}.`);
  return `/${chunk.file}`;
}
