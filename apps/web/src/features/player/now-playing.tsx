import { useTimes } from './player-progress.tsx';
import { usePlayerState } from './use-player.ts';

/** Title and username of the current track. The mobile layout adds the time. */
export function NowPlaying({ withTime = false }: { withTime?: boolean }) {
  const track = usePlayerState((state) => state.track);
  const username = track?.author.username;
  return (
    <>
      <p dir="auto" className="truncate leading-snug font-medium">
        {track?.title}
      </p>
      <p className="flex gap-2 text-sm leading-snug text-ink-soft">
        {/* With large text, the time needs the whole line. */}
        <span className="truncate @max-3xs:hidden">{username ? `@${username}` : 'Anonymous'}</span>
        {withTime && <Time />}
      </p>
    </>
  );
}

function Time() {
  const { position, duration } = useTimes();
  return (
    <span className="shrink-0 tabular-nums">
      {position} / {duration}
    </span>
  );
}
