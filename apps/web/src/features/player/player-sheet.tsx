import { useId } from 'react';
import { BottomSheet } from '#ui/bottom-sheet.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { Sleeve } from '#ui/sleeve.tsx';
import { clipOf, isDrop } from './track.ts';
import { NextLine } from './next-line.tsx';
import { PlayButton, SeekButton, SkipButton } from './player-buttons.tsx';
import type { PlayerParts } from './player-parts.ts';
import { PlayerProblem } from './player-problem.tsx';
import { SeekableWave, useTimes } from './player-progress.tsx';
import { SkipSilenceSwitch } from './silence/skip-silence-switch.tsx';
import { SleepAnnouncement } from './sleep-announcement.tsx';
import { SleepSelect } from './sleep-select.tsx';
import { SpeedChoice } from './speed-choice.tsx';
import { QueueAndUpNext } from './up-next.tsx';
import { usePlayerState } from './use-player.ts';
import { VolumeControl } from './volume-control.tsx';

/** Bars of the sheet's waveform, which is drawn close to the width of a phone. */
const BARS = 64;

/** How many tracks are offered after the last one. */
const SUGGESTIONS = 3;

interface PlayerSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  parts: PlayerParts;
}

/** The player on the whole screen of a phone. */
export default function PlayerSheet({ open, onOpenChange, parts }: PlayerSheetProps) {
  const dropId = usePlayerState(({ track }) => (track && isDrop(track) ? track.id : undefined));
  const failed = usePlayerState(({ problem }) => problem !== undefined);
  const nextId = useId();
  return (
    <BottomSheet
      open={open}
      onOpenChange={onOpenChange}
      title="Player"
      // As high as possible, so that what comes below the controls does not move them.
      className="h-[94dvh] bg-[radial-gradient(130%_55%_at_50%_100%,var(--voice-wash),transparent)]"
    >
      <div className="mx-auto flex max-w-md flex-col px-6 pt-3 pb-5 [@media(height<42rem)]:pt-0 [@media(height<42rem)]:pb-2">
        <TrackSleeve />
        <TitleAndAuthor onFollow={() => onOpenChange(false)} />
        <NextLine />
        <div className="mt-5 [@media(height<42rem)]:mt-4">
          <SeekableWave bars={BARS} className="h-20" />
          <Times />
        </div>
        {failed && (
          <div className="mt-4">
            <PlayerProblem />
          </div>
        )}
        <div className="mt-5 flex items-center justify-between [@media(height<42rem)]:mt-2">
          <SkipButton by={-1} size="md" />
          <SeekButton direction="back" size="lg" />
          <PlayButton size="xl" />
          <SeekButton direction="forward" size="lg" />
          <SkipButton by={1} size="md" />
        </div>
        <div className="mt-7 grid gap-3 [@media(height<42rem)]:mt-3 [@media(height<42rem)]:gap-1">
          <SpeedChoice />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <SleepSelect />
            <div className="grow">
              <SkipSilenceSwitch />
            </div>
          </div>
          <SleepAnnouncement />
          <VolumeControl size="md" className="-ml-1 pr-3" />
        </div>
        {dropId !== undefined && (
          <div className="mt-4 border-t border-line pt-2">
            <parts.TrackActions trackId={dropId} />
          </div>
        )}
        <section aria-labelledby={nextId} className="mt-2 border-t border-line pt-3">
          <h2 id={nextId} className="text-lg">
            Up next
          </h2>
          <QueueAndUpNext {...parts} count={SUGGESTIONS} />
        </section>
      </div>
    </BottomSheet>
  );
}

/** The track's sleeve, as large as the controls leave place for; none in a low window. */
function TrackSleeve() {
  const track = usePlayerState((state) => state.track);
  if (!track) return null;
  return (
    <Sleeve
      clip={clipOf(track)}
      className="mb-4 size-[min(16rem,100svh-46.5rem)] self-center rounded-lg [@media(height<50.5rem)]:hidden"
    />
  );
}

/** The track's title and author, with links to their pages. */
function TitleAndAuthor({ onFollow }: { onFollow: () => void }) {
  const track = usePlayerState((state) => state.track);
  if (!track) return null;
  const linkClass = 'rounded-sm decoration-1 underline-offset-4 hover:underline';
  return (
    <>
      <p
        dir="auto"
        className="line-clamp-3 font-display text-[1.75rem] leading-tight wrap-anywhere [@media(height<42rem)]:line-clamp-2 [@media(height<42rem)]:text-2xl"
      >
        <SiteLink
          href={track.page ?? `/voice-drop/${track.id}`}
          onClick={onFollow}
          className={linkClass}
        >
          {track.title}
        </SiteLink>
      </p>
      <p className="mt-1.5 text-ink-soft">
        {track.author.username === undefined ? (
          'Anonymous'
        ) : (
          <SiteLink
            href={`/${encodeURIComponent(track.author.username)}`}
            onClick={onFollow}
            className={linkClass}
          >
            @{track.author.username}
          </SiteLink>
        )}
      </p>
    </>
  );
}

function Times() {
  const { position, duration } = useTimes();
  return (
    <p className="mt-2.5 flex justify-between text-sm text-ink-soft tabular-nums">
      <span>{position}</span>
      <span>{duration}</span>
    </p>
  );
}
