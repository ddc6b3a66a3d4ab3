/** A count as stats show it: `999`, then `1.0K`. */
export function countLabel(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}K`;
}

/** Seconds as `m:ss`, rounded down; `0:00` for negative and non-finite values. */
export function durationLabel(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
