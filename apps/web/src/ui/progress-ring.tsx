/** The ring's radius and circumference in its view box. */
const RADIUS = 9;
const AROUND = 2 * Math.PI * RADIUS;

/**
 * How far work is, as a ring in the colour of the surrounding text that fills clockwise. Hidden from screen
 * readers: put a labelled `<progress>` beside it.
 *
 * @param share 0 to 1
 */
export function ProgressRing({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className="size-[1.15em] -rotate-90">
      <circle cx="12" cy="12" r={RADIUS} stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
      <circle
        cx="12"
        cy="12"
        r={RADIUS}
        stroke="currentColor"
        strokeWidth="2.5"
        strokeDasharray={AROUND}
        strokeDashoffset={AROUND * (1 - share)}
        className="transition-[stroke-dashoffset] motion-reduce:transition-none"
      />
    </svg>
  );
}
