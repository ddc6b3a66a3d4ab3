import { useEffect, useLayoutEffect, useState } from 'react';
import { useIsMobile, useMediaQuery } from '#lib/use-media-query.ts';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { bindMediaSession } from './media-session.ts';
import { isDrop } from './track.ts';
import { NextLine } from './next-line.tsx';
import { NowPlaying } from './now-playing.tsx';
import { hasEnded } from './player-reducer.ts';
import type { PlayerParts } from './player-parts.ts';
import { PlayerProblem } from './player-problem.tsx';
import { bindShortcuts } from './player-shortcuts.ts';
import { EdgeProgress, LineProgress, WaveProgress } from './player-progress.tsx';
import { CloseButton, PlayButton, SeekButton, SkipButton } from './player-buttons.tsx';
import { QueueButton } from './queue/queue-button.tsx';
import { SleepAnnouncement } from './sleep-announcement.tsx';
import { SleepButton } from './sleep-button.tsx';
import { ShareMomentButton } from './share-moment-button.tsx';
import { SpeedButton } from './speed-button.tsx';
import { UpNext } from './up-next.tsx';
import { usePlayer, usePlayerState } from './use-player.ts';
import { VolumeControl, VolumeMenu } from './volume-control.tsx';

const PlayerSheet = lazyPopup(() => import('./player-sheet.tsx'));

/** Height of the bar. The page and the toasts reserve space for it. */
const HEIGHT = 'calc(var(--spacing) * 18)';

/** Bars of the waveform in a window that is not wide, and beside what is offered at the end of a list. */
const FEW_BARS = 30;

interface PlayerBarProps {
  parts: PlayerParts;
}

/** The player at the bottom of every page, in its mobile or its desktop layout. */
export default function PlayerBar({ parts }: PlayerBarProps) {
  const mobile = useIsMobile();
  const player = usePlayer();

  // Bound here because the bar, like the shortcuts and system controls, exists only while a track is set.
  useEffect(() => {
    const ends = [bindMediaSession(player), bindShortcuts(player)];
    return () => ends.forEach((end) => end());
  }, [player]);

  useLayoutEffect(() => {
    const root = document.documentElement.style;
    root.setProperty('--player-height', HEIGHT);
    return () => void root.removeProperty('--player-height');
  }, []);

  return (
    <section
      id="player"
      tabIndex={-1}
      aria-label="Player"
      style={{ '--height': HEIGHT }}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom,0px))] @container z-30 h-(--height) animate-rise border-t border-line bg-paper-raised transition-[left] duration-160 md:bottom-0 md:left-(--sidebar-width)"
    >
      {mobile ? <MobileLayout parts={parts} /> : <DesktopLayout parts={parts} />}
      <SleepAnnouncement />
    </section>
  );
}

/** Pressing title and author opens the sheet, which has the other controls. */
function MobileLayout({ parts }: PlayerBarProps) {
  const failed = usePlayerState(({ problem }) => problem !== undefined);
  const ended = usePlayerState(hasEnded);
  const [open, setOpen] = useState(false);
  return (
    <>
      <EdgeProgress />
      <div className="flex h-full items-center pr-0.5 pl-3">
        <PlayButton />
        {failed ? (
          <div className="max-h-full min-w-0 grow overflow-hidden pr-1 pl-3">
            <PlayerProblem />
          </div>
        ) : (
          // With large text, the line about what comes next wraps out of sight.
          <div className="relative mr-1 ml-3 flex h-full min-w-0 grow flex-col flex-wrap content-start justify-center overflow-hidden *:w-full">
            <NowPlaying withTime />
            <NextLine />
            <button
              type="button"
              aria-label="Open player"
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(true)}
              className="absolute inset-x-0 inset-y-2 rounded-md -outline-offset-2!"
            />
          </div>
        )}
        {ended && !failed ? (
          <EndActions {...parts} />
        ) : (
          <>
            <SkipButton by={-1} size="md" />
            <SkipButton by={1} size="md" />
          </>
        )}
        <CloseButton size="md" />
      </div>
      <PlayerSheet open={open} onOpenChange={setOpen} parts={parts} />
    </>
  );
}

function EndActions({ TrackActions }: Pick<PlayerParts, 'TrackActions'>) {
  const dropId = usePlayerState(({ track }) => (track && isDrop(track) ? track.id : undefined));
  return dropId === undefined ? null : <TrackActions compact trackId={dropId} />;
}

function DesktopLayout({ parts }: PlayerBarProps) {
  // Below this width even a few bars of the waveform would overlap.
  const narrow = useMediaQuery('(width < 80rem)');
  const wide = useMediaQuery('(width >= 90rem)');
  const failed = usePlayerState(({ problem }) => problem !== undefined);
  const ended = usePlayerState(hasEnded);
  const bars = ended || !wide ? FEW_BARS : undefined;
  return (
    <div className="flex h-full items-center gap-3 px-4 lg:gap-5 lg:px-6">
      <div className="flex items-center gap-1">
        <SkipButton by={-1} size="sm" />
        <SeekButton direction="back" size="sm" className="@max-6xl:hidden" />
        <PlayButton />
        <SeekButton direction="forward" size="sm" className="@max-6xl:hidden" />
        <SkipButton by={1} size="sm" />
      </div>
      <div className="w-44 shrink-0 @max-4xl:w-36 @max-xl:w-28 lg:w-52">
        <NowPlaying />
        <NextLine />
      </div>
      <div className="min-w-16 grow">
        {failed ? <PlayerProblem /> : narrow ? <LineProgress /> : <WaveProgress bars={bars} />}
      </div>
      {ended && (
        <>
          <EndActions {...parts} />
          <div className="w-64 min-w-0 border-l border-line pl-4 @max-[84rem]:hidden">
            <UpNext {...parts} count={1} />
          </div>
        </>
      )}
      <div className="flex items-center gap-1">
        <QueueButton {...parts} />
        {/* At the end, the actions take the place of what concerns the playback. */}
        {!ended && (
          <>
            <SpeedButton />
            <SleepButton />
            <ShareMomentButton />
          </>
        )}
        {narrow ? <VolumeMenu /> : <VolumeControl className="w-32 lg:w-40" />}
        <CloseButton size="sm" />
      </div>
    </div>
  );
}
