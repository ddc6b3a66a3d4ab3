import { useQuery } from '@tanstack/react-query';
import { ANONYMOUS } from '@undertone/domain/display-name';
import { durationLabel } from '@undertone/domain/number-labels';
import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { useEffect, useRef, useState } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { addPlay } from '#features/player/add-play.ts';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { clipOf } from '#features/player/track.ts';
import { useClient } from '#lib/app.ts';
import { playablePosition } from '#lib/playable-position.ts';
import { logFailure } from '#lib/log.ts';
import { signObjects } from '#lib/sign-objects.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LogoMark } from '#ui/logo.tsx';
import { Sleeve } from '#ui/sleeve.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { embeddedDropOptions, type EmbeddedDrop } from './queries.ts';

interface EmbedPlayerProps {
  /** The drop's id. */
  id: string;
  /** The second at which it starts; ignored beyond its end. */
  moment?: number | undefined;
}

/** The player of a public drop on another site's page, with its author and a link to the drop. */
export function EmbedPlayer({ id, moment = 0 }: EmbedPlayerProps) {
  const client = useClient();
  const { data: drop, error } = useQuery(embeddedDropOptions(client, id));
  if (drop) return <Player drop={drop} start={moment < drop.duration ? moment : 0} />;
  return (
    <main className="flex min-h-dvh items-center gap-3 bg-paper-raised px-6 text-ink-soft">
      <LogoMark className="text-ink-faint" />
      {(drop === null || error) && <p>This voice drop is not available.</p>}
    </main>
  );
}

function Player({ drop, start }: { drop: EmbeddedDrop; start: number }) {
  const client = useClient();
  const audio = useRef<HTMLAudioElement>(undefined);
  const [status, setStatus] = useState<'idle' | 'asking' | 'waiting' | 'playing' | 'failed'>(
    'idle',
  );
  const [position, setPosition] = useState(start);
  const page = `${location.origin}/voice-drop/${drop.id}`;
  const title = drop.title ?? 'Voice Drop';
  const active = status === 'playing' || status === 'waiting';

  useEffect(() => {
    const element = new Audio();
    audio.current = element;
    element.addEventListener('playing', () => setStatus('playing'));
    element.addEventListener('pause', () => setStatus('idle'));
    element.addEventListener('error', () => setStatus('failed'));
    element.addEventListener('timeupdate', () => setPosition(element.currentTime));
    element.addEventListener('ended', () => setPosition(0));
    return () => element.pause();
  }, []);

  const play = async (from = position) => {
    const element = audio.current;
    if (!element) return;
    if (drop.isSensitive && !element.currentSrc && status === 'idle') {
      setStatus('asking');
      return;
    }
    setStatus('waiting');
    try {
      if (element.error || !element.currentSrc) {
        const urls = await signObjects(client, [drop.audioPath], AUDIO_URL_SECONDS);
        const url = urls.get(drop.audioPath);
        if (!url) throw new Error('The clip does not exist.');
        element.src = url;
        void addPlay(client, drop.id).catch((cause: unknown) =>
          logFailure('A play could not be counted.', cause),
        );
      }
      element.currentTime = playablePosition(from, drop.duration);
      await element.play();
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      logFailure('The drop could not be played.', cause);
      setStatus('failed');
    }
  };

  return (
    <main className="flex min-h-dvh items-center gap-4 bg-paper-raised px-4 sm:px-5">
      {/* In a narrow frame, the button is on the sleeve. */}
      <div className="grid shrink-0 place-items-center *:[grid-area:1/1] sm:flex sm:gap-4">
        <Sleeve clip={clipOf(drop)} className="size-20 rounded-sm sm:size-28 sm:rounded-md" />
        <IconButton
          variant="voice"
          size="lg"
          label={active ? `Pause ${title}` : `Play ${title}`}
          tooltip=""
          onClick={() => (active ? audio.current?.pause() : void play())}
        >
          <PlayIcon playing={active} waiting={status === 'waiting'} />
        </IconButton>
      </div>
      <div className="min-w-0 grow">
        <div className="flex items-center justify-between gap-3">
          <h1 dir="auto" className="truncate text-lg">
            <a href={page} target="_blank" rel="noopener" className="rounded-sm hover:underline">
              {title}
            </a>
          </h1>
          <a
            href={page}
            target="_blank"
            rel="noopener"
            aria-label="Open on Undertone"
            className="-m-2 shrink-0 rounded-sm p-2 text-ink-faint hover:text-ink"
          >
            <LogoMark />
          </a>
        </div>
        <Waveform
          peaks={drop.waveform}
          progress={position / drop.duration}
          seek={{
            label: `Seek in ${title}`,
            valueText: `${durationLabel(position)} of ${durationLabel(drop.duration)}`,
            textAt: (share) => durationLabel(share * drop.duration),
            onSeek: (share) => void play(share * drop.duration),
          }}
          className="mt-1.5 h-9"
        />
        <p className="mt-1.5 flex h-6 items-center justify-between gap-3 text-sm text-ink-faint">
          {status === 'failed' || status === 'asking' ? (
            <span role="alert" className="truncate">
              {status === 'failed' ? 'It could not be played.' : 'Sensitive. Press again to play.'}
            </span>
          ) : (
            <span className="flex min-w-0 items-center gap-2">
              <PersonAvatar person={drop.author} size="xs" />
              <span dir="auto" className="truncate">
                @{drop.author.username ?? ANONYMOUS}
              </span>
            </span>
          )}
          <span className="shrink-0 tabular-nums">
            {durationLabel(position)} / {durationLabel(drop.duration)}
          </span>
        </p>
      </div>
    </main>
  );
}
