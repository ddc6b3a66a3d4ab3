import type { Inverse } from './inverse-search.ts';
import type { MaskId } from './masks.ts';
import {
  inverses,
  linkingStatistics,
  understandings,
  type Extent,
  type SpeakerClip,
  type Understanding,
} from './measures.ts';
import { wordErrors, type WordErrors } from './recognized-words.ts';

/** What one thread measures at a time. */
export type Job =
  | { kind: 'linking' | 'understanding' | 'words'; id: MaskId; extent: Extent }
  | { kind: 'inverse'; id: MaskId | 'chance'; extent: Extent };

export type Result =
  | { kind: 'linking'; id: MaskId; clips: SpeakerClip[] }
  | { kind: 'inverse'; id: MaskId | 'chance'; found: Inverse[] }
  | { kind: 'understanding'; id: MaskId; found: Understanding[] }
  | { kind: 'words'; id: MaskId; found: WordErrors };

export async function doJob(job: Job): Promise<Result> {
  if (job.kind === 'inverse') {
    return { kind: 'inverse', id: job.id, found: await inverses(job.id, job.extent) };
  }
  const { kind, id, extent } = job;
  if (kind === 'linking') return { kind, id, clips: await linkingStatistics(id, extent) };
  if (kind === 'words') return { kind, id, found: await wordErrors(id) };
  return { kind, id, found: await understandings(id, extent) };
}
