/** Separates two notes on a line. Hidden from screen readers. */
export function Dot() {
  return (
    <span aria-hidden="true" className="text-ink-faint">
      ·
    </span>
  );
}
