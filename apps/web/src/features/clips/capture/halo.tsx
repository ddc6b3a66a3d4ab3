import { useEffect, useRef } from 'react';
import { liveHeight } from './level-meter.ts';

/** A glow that grows with the level of the voice, unless reduced motion is preferred. */
export function Halo({ level }: { level: () => number }) {
  const glow = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    let shown = 0;
    let frame = 0;
    const draw = () => {
      const now = liveHeight(level());
      // A fast rise and a slow decay avoid flicker between syllables.
      shown = Math.max(now, shown * 0.94);
      glow.current?.style.setProperty('scale', String(1 + shown * 0.3));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [level]);

  return (
    <span ref={glow} aria-hidden="true" className="absolute inset-0 rounded-full bg-voice/22" />
  );
}
