import { waveformBars } from '@undertone/domain/waveform-bars';
import { useEffect, useRef } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { logFailure } from '#lib/log.ts';
import { prepareStill } from './draw-still.ts';
import { drawWave, VIDEO_BARS } from './draw-wave.ts';
import { MAX_VIDEO_SECONDS } from './make-video.ts';
import { VIDEO_LAYOUTS, type VideoShape } from './video-layout.ts';

/** The moment that is shown. */
const MOMENT = { progress: 0.35, level: 0.6 };

interface VideoPosterProps {
  drop: Drop;
  shape: VideoShape;
  /** The second of the clip at which the video starts. */
  start: number;
}

/** A picture of the video before it is made. */
export function VideoPoster({ drop, shape, start }: VideoPosterProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const layout = VIDEO_LAYOUTS[shape];

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    let isCurrent = true;
    const draw = async () => {
      const drawStill = await prepareStill(layout, drop);
      if (!isCurrent) return;
      drawStill(context);
      drawWave(context, layout, heightsOfPart(drop, start), MOMENT);
    };
    draw().catch((cause: unknown) => logFailure('A poster could not be drawn.', cause));
    return () => {
      isCurrent = false;
    };
  }, [drop, layout, start]);

  return (
    <canvas
      ref={canvas}
      width={layout.width}
      height={layout.height}
      aria-hidden="true"
      className="mx-auto max-h-[50dvh] max-w-full rounded-lg"
    />
  );
}

/** The heights of the bars by the stored waveform, which has fewer peaks than the sound that the video is made of. */
function heightsOfPart({ waveform, duration }: Drop, start: number): number[] {
  const peakAt = (second: number) => Math.floor((second / duration) * waveform.length);
  const part = waveform.slice(peakAt(start), peakAt(start + MAX_VIDEO_SECONDS));
  return waveformBars(part, VIDEO_BARS);
}
