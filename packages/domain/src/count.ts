/** A count as stats show it: `999`, then `1.0K`. */
export function countLabel(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}K`;
}
