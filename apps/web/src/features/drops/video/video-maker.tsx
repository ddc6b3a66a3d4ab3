import { durationLabel } from '@undertone/domain/number-labels';
import { Download, Film, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { logFailure } from '#lib/log.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Slider } from '#ui/slider.tsx';
import { toast } from '#ui/toast.ts';
import { MAX_VIDEO_SECONDS } from './make-video.ts';
import { useVideo, type VideoState } from './use-video.ts';
import type { VideoEncoding } from './video-encoding.ts';
import type { VideoShape } from './video-layout.ts';
import { VideoPoster } from './video-poster.tsx';

const SHAPES: readonly { value: VideoShape; label: string }[] = [
  { value: 'square', label: 'Square' },
  { value: 'upright', label: 'Upright' },
];

/** Chooses a video's shape and part, makes it, and offers it. */
export function VideoMaker({ drop, encoding }: { drop: Drop; encoding: VideoEncoding }) {
  const [shape, setShape] = useState<VideoShape>('square');
  const [start, setStart] = useState(0);
  const { state, make, reset } = useVideo(drop);
  const content = useRef<HTMLDivElement>(null);
  const { step } = state;
  const lastStep = useRef(step);

  // The button that was pressed is gone.
  useEffect(() => {
    if (lastStep.current !== step) content.current?.focus();
    lastStep.current = step;
  }, [step]);

  return (
    <div ref={content} tabIndex={-1} className="grid gap-5 outline-none">
      {state.step === 'made' ? (
        <video
          src={state.url}
          controls
          playsInline
          aria-label="Video"
          className="mx-auto max-h-[50dvh] max-w-full rounded-lg bg-night"
        />
      ) : (
        <VideoPoster drop={drop} shape={shape} start={start} />
      )}
      {state.step === 'choosing' && (
        <>
          <SegmentedControl label="Shape" segments={SHAPES} value={shape} onChange={setShape} />
          {drop.duration > MAX_VIDEO_SECONDS && (
            <PartSlider duration={drop.duration} start={start} onChange={setStart} />
          )}
          <div>
            <FailureNote
              className="not-empty:mb-5"
              message={state.failed ? 'The video could not be made. Please try again.' : null}
            />
            <Button onClick={() => void make({ encoding, shape, start })}>
              <Film aria-hidden="true" /> Make video
            </Button>
          </div>
        </>
      )}
      {state.step === 'making' && <Making progress={state.progress} onCancel={reset} />}
      {state.step === 'made' && <Made video={state} title={drop.title} onReset={reset} />}
      <output className="sr-only">{step === 'made' && 'The video is made.'}</output>
    </div>
  );
}

interface PartSliderProps {
  /** Of the clip, in seconds. */
  duration: number;
  /** Seconds from the clip's start. */
  start: number;
  onChange: (start: number) => void;
}

/** Chooses the part of a clip that is longer than a video may be. */
function PartSlider({ duration, start, onChange }: PartSliderProps) {
  const part = `${durationLabel(start)} to ${durationLabel(start + MAX_VIDEO_SECONDS)}`;
  return (
    <div>
      <p className="mb-1.5 flex justify-between gap-3 text-sm">
        <span className="font-medium">Part</span>
        <span className="text-ink-soft tabular-nums">{part}</span>
      </p>
      <Slider
        label="Start of the part"
        value={start}
        max={Math.floor(duration - MAX_VIDEO_SECONDS)}
        valueText={part}
        onChange={onChange}
      />
    </div>
  );
}

interface MakingProps {
  progress: number | undefined;
  onCancel: () => void;
}

function Making({ progress, onCancel }: MakingProps) {
  return (
    <div className="flex items-center gap-4">
      <div className="grow">
        <ProgressBar label="Making the video" value={progress} />
        <p className="mt-1.5 text-sm text-ink-soft tabular-nums">
          {progress === undefined
            ? 'Preparing'
            : `Making the video: ${Math.floor(progress * 100)}%`}
        </p>
      </div>
      <Button variant="quiet" size="sm" className="max-sm:min-h-11" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface MadeProps {
  video: Extract<VideoState, { step: 'made' }>;
  title: string;
  onReset: () => void;
}

function Made({ video: { file, url }, title, onReset }: MadeProps) {
  const share = async () => {
    try {
      await navigator.share({ files: [file], title });
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      logFailure('A video could not be shared.', cause);
      toast.error('Share failed', { description: 'Please save the video, and share the file.' });
    }
  };
  const mayShare = 'canShare' in navigator && navigator.canShare({ files: [file] });
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {mayShare && (
        <Button onClick={() => void share()}>
          <Share2 aria-hidden="true" /> Share
        </Button>
      )}
      <a
        href={url}
        download={file.name}
        className={buttonClass({ variant: mayShare ? 'secondary' : 'primary' })}
      >
        <Download aria-hidden="true" /> Save
      </a>
      <Button variant="quiet" onClick={onReset}>
        Make another
      </Button>
      <p className="ml-auto text-sm text-ink-faint tabular-nums">
        {file.name.split('.').at(-1)?.toUpperCase()}, {(file.size / 1e6).toFixed(1)} MB
      </p>
    </div>
  );
}
