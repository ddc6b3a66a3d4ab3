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
  filter: 'veil' | 'vintage' | 'robot' | 'chipmunk';
  title: string;
  /** Classes for the card's position and rotation. */
  place: string;
}

const samples: readonly [Sample, ...Sample[]] = [
  {
    filter: 'veil',
    title: 'I still put two cups out',
    place: 'top-0 left-0 -rotate-2 [animation-delay:-1s]',
  },
  {
    filter: 'vintage',
    title: 'Grandfather’s weather report',
    place: 'top-8 right-0 rotate-1 lg:top-38 [animation-delay:-4s]',
  },
  {
    filter: 'robot',
    title: 'I told them I quit. I was fired',
    place: 'top-44 left-10 rotate-1 lg:top-82 lg:left-6 [animation-delay:-6s]',
  },
  {
    filter: 'chipmunk',
    title: 'Mum, the plant is alive',
    place: 'top-54 right-10 -rotate-1 lg:top-120 lg:right-4 [animation-delay:-2s]',
  },
];

/** Playable sample drops beside the hero. They drift, and rest while the pointer or the focus is among them. */
export function SampleCards() {
  const player = useSamplePlayer();
  return (
    <ul aria-label="Listen to a few" className="group relative h-96 lg:h-160">
      {samples.map((sample, index) => (
        <li
          key={sample.filter}
          className={clsx(
            'absolute w-80 group-hover:[animation-play-state:paused] group-has-focus-visible:[animation-play-state:paused] motion-safe:animate-drift lg:w-72',
            sample.place,
          )}
        >
          <SampleCard
            sample={sample}
            player={player}
            isFirst={index === 0}
            className="shadow-high"
          />
        </li>
      ))}
    </ul>
  );
}

/** The first of the samples, for a phone. */
export function OneSample() {
  const player = useSamplePlayer();
  const [sample] = samples;
  return <SampleCard sample={sample} player={player} isFirst className="mt-5" />;
}

interface SampleCardProps {
  sample: Sample;
  player: ReturnType<typeof useSamplePlayer>;
  /** Whether its play button is filled while none of the samples plays. */
  isFirst: boolean;
  className: string;
}

function SampleCard({ sample, player, isFirst, className }: SampleCardProps) {
  const { filter, title } = sample;
  const original = `${filter}-original` as const;
  const isUnmasked = player.playing === original;
  const isPlaying = player.playing === filter || isUnmasked;
  const { duration, peaks } = sampleClips[isUnmasked ? original : filter];
  return (
    <div
      className={clsx(
        'relative rounded-xl border bg-paper-raised p-5',
        isPlaying ? 'border-voice' : 'border-line',
        className,
      )}
    >
      <p className="font-display text-lg leading-snug">{title}</p>
      <div className="mt-3 flex items-center gap-4">
        <IconButton
          variant={isPlaying || (isFirst && player.playing === undefined) ? 'voice' : 'play'}
          label={isPlaying ? `Stop ${title}` : `Play ${title}`}
          tooltip=""
          onClick={() => player.toggle(isUnmasked ? original : filter)}
          // The whole card can be pressed, since a card that drifts is hard to hit. A scaled button would
          // take that area with it while it is pressed, and the waveform, which moves, would lie above it.
          className="after:absolute after:inset-0 after:z-1 after:rounded-xl active:scale-none!"
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
            progress={isPlaying ? player.progress : 0}
            className={clsx('h-9', !isPlaying && 'motion-safe:animate-breathe')}
          />
          <p className="mt-1 flex justify-between text-xs text-ink-faint">
            <span>{isUnmasked ? 'Without mask' : filterName(filter)}</span>
            <span className="tabular-nums">{durationLabel(duration)}</span>
          </p>
        </div>
      </div>
      {/* Above the play button's area, which is the whole card. */}
      <button
        type="button"
        aria-label={`${isUnmasked ? 'With' : 'Without'} mask: ${title}`}
        onClick={() => player.toggle(isUnmasked ? filter : original)}
        className="relative z-2 -mb-2 ml-15 min-h-8 rounded-sm text-sm text-ink-soft underline decoration-1 underline-offset-3 hover:text-ink"
      >
        {isUnmasked ? 'With mask' : 'Without mask'}
      </button>
    </div>
  );
}
