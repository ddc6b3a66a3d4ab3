import type { DropRow } from '#features/drops/drop.ts';
import { dropRow } from './drop-rows.ts';
import { json } from './fake-backend.ts';
import { memberBackend } from './member-backend.ts';

/** The row of a drop that was posted at a minute, by which it is named. */
export const dropAt = (minute: number, changes: Parameters<typeof dropRow>[1] = {}): DropRow =>
  dropRow(`drop-${minute}`, {
    created_at: `2026-01-01T12:${String(minute).padStart(2, '0')}:00+00:00`,
    ...changes,
  });

/** Answers of a backend whose drops change. @param visible returns those that the viewer may see */
export const answersWith = (visible: () => DropRow[]) => ({
  ...memberBackend,
  'GET /rest/v1/voice_drops': ({ url }: Request) => {
    const ids = new URL(url).searchParams.get('id');
    return json(ids ? visible().filter(({ id }) => ids.includes(id)) : visible());
  },
});
