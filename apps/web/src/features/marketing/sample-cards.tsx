import { durationLabel } from '@undertone/domain/number-labels';
import { filterName } from '@undertone/domain/voice-filter-name';
import { clsx } from 'clsx';
import { Pause, Play } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { WAVEFORM_BARS_NARROW } from '#ui/waveform-bars.ts';
import { sampleClips } from './sample-clips.gen.ts';
import { useSamplePlayer } from './sample-player.ts';

interface Sample {
  filter: keyof typeof sampleClips;
  title: string;
  /** Classes for the card's position and rotation. */
  place: string;
}

const samples: readonly Sample[] = [
  {
    filter: 'veil',
    title: 'I still put two cups out',
    place: 'top-0 left-0 -rotate-2 [animation-delay:-1s]',
  },
  {
    filter: 'vintage',
    title: 'Grandfather’s weather report',
    place: 'top-8 right-0 rotate-1 lg:top-32 [animation-delay:-4s]',
  },
  {
    filter: 'robot',
    title: 'I told them I quit. I was fired',
    place: 'top-44 left-10 rotate-1 lg:top-68 lg:left-6 [animation-delay:-6s]',
  },
  {
    filter: 'chipmunk',
    title: 'Mum, the plant is alive',
    place: 'top-54 right-10 -rotate-1 lg:top-100 lg:right-4 [animation-delay:-2s]',
  },
];

/** Playable sample drops beside the hero, on wide screens. */
export function SampleCards() {
  const { playing, progress, toggle } = useSamplePlayer();
  return (
    <ul aria-label="Listen to a few" className="relative h-92 max-md:hidden lg:h-136">
      {samples.map(({ filter, title, place }) => {
        const isPlaying = playing === filter;
        const { duration, peaks } = sampleClips[filter];
        return (
          <li
            key={filter}
            className={clsx(
              'absolute w-80 rounded-xl border bg-paper-raised p-5 shadow-high lg:w-72 hover:[animation-play-state:paused] has-focus-visible:[animation-play-state:paused] motion-safe:animate-drift',
              isPlaying ? 'border-voice' : 'border-line',
              place,
            )}
          >
            <p className="font-display text-lg leading-snug">{title}</p>
            <div className="mt-3 flex items-center gap-4">
              <IconButton
                variant="voice"
                label={isPlaying ? `Stop ${title}` : `Play ${title}`}
                tooltip=""
                onClick={() => toggle(filter)}
              >
                {isPlaying ? (
                  <Pause fill="currentColor" strokeWidth={1} />
                ) : (
                  <Play fill="currentColor" strokeWidth={1} className="translate-x-[6%]" />
                )}
              </IconButton>
              <div className="min-w-0 grow">
                <Waveform
                  peaks={peaks}
                  bars={WAVEFORM_BARS_NARROW}
                  progress={isPlaying ? progress : 0}
                  className={clsx('h-9', !isPlaying && 'motion-safe:animate-breathe')}
                />
                <p className="mt-1 flex justify-between text-xs text-ink-faint">
                  <span>{filterName(filter)}</span>
                  <span className="tabular-nums">{durationLabel(duration)}</span>
                </p>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
