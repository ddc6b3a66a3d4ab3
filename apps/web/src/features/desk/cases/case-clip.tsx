import { MESSAGES_BUCKET } from '@undertone/domain/object-path';
import { durationLabel } from '@undertone/domain/number-labels';
import { filterName } from '@undertone/domain/voice-filter-name';
import { useMemo } from 'react';
import { TrackPlayback } from '#features/player/track-playback.tsx';
import type { Track } from '#features/player/track.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { Button } from '#ui/button.tsx';
import { Key } from '#features/desk/key.tsx';
import type { CaseFile, Evidence } from './case.ts';

/**
 * The clip of a piece of evidence as a track. Its id is not that of a drop: playing it counts nowhere, and a reload
 * does not restore it.
 *
 * @returns undefined for evidence without a clip
 */
function trackOf(evidence: Evidence, { case: item, subject }: CaseFile): Track | undefined {
  const { id, kind, bucket, path, author, facts } = evidence;
  // The file of a person is their picture.
  if (path === null || kind === 'person') return undefined;
  const isSubject = subject.audioPath === path;
  return {
    id: `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`,
    kind: 'evidence',
    title: evidence.words || 'Clip of a case',
    author: { userId: author?.userId ?? '', username: author?.username ?? undefined },
    audioPath: bucket === MESSAGES_BUCKET ? `${MESSAGES_BUCKET}:${path}` : path,
    // What it is while its length is not known.
    duration: facts.duration ?? (isSubject ? subject.duration : undefined) ?? 60,
    filter: facts.filterUsed ?? (isSubject ? subject.filterUsed : undefined) ?? 'original',
    waveform: facts.waveform ?? (isSubject ? subject.waveform : undefined) ?? [],
    page: `/desk/queue/${item.id}`,
  };
}

/** The clips of a case, that of what was reported first. */
export const clipTracks = (file: CaseFile): Track[] =>
  file.evidence
    .toSorted((one, other) => other.position - one.position)
    .flatMap((evidence) => trackOf(evidence, file) ?? []);

interface CaseClipProps {
  evidence: Evidence;
  file: CaseFile;
}

/** The clip of a piece of evidence, if it has one, also at twice the speed. */
export function CaseClip({ evidence, file }: CaseClipProps) {
  const track = useMemo(() => trackOf(evidence, file), [evidence, file]);
  const player = usePlayer();
  const isFast = usePlayerState((state) => state.track?.id === track?.id && state.speed === 2);
  if (!track) return null;
  const playlist = { source: `case ${file.case.id}`, tracks: [track] };
  const toggleSpeed = () => {
    if (player.getState().track?.id !== track.id) player.play(track, playlist);
    player.setSpeed(isFast ? 1 : 2);
  };
  return (
    <div>
      <TrackPlayback track={track} name="the clip" getPlaylist={() => playlist} />
      <div className="mt-2 flex items-center justify-between gap-3 text-sm text-ink-faint tabular-nums">
        <span>
          {durationLabel(track.duration)} · {filterName(track.filter)}
        </span>
        <Button
          variant={isFast ? 'primary' : 'secondary'}
          size="sm"
          aria-pressed={isFast}
          onClick={toggleSpeed}
        >
          2×
          <Key name="x" />
        </Button>
      </div>
    </div>
  );
}
