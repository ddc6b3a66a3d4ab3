import { TrackRow } from '#features/player/track-row.tsx';
import { usePlayer } from '#features/player/use-player.ts';
import { useNextDrops } from './use-next-drops.ts';

interface NextDropsProps {
  /** The drop that was played last, if they follow one. */
  trackId?: string;
  /** How many drops are shown at most. */
  count: number;
}

/** Offers drops to play after the last one of a list. */
export default function NextDrops({ trackId, count }: NextDropsProps) {
  const player = usePlayer();
  const tracks = useNextDrops(trackId, count);
  const playlist = { source: `after ${trackId ?? 'a list'}`, tracks };
  return (
    <ul>
      {tracks.map((track) => (
        <li key={track.id}>
          <TrackRow track={track} onPlay={() => player.play(track, playlist)} />
        </li>
      ))}
    </ul>
  );
}
