import type { Client, Member } from './member.ts';
import type { Username } from './people.ts';

/** Who takes part in making the demo. */
export interface Stage {
  /** May do everything; sets back times, which no client may. */
  readonly operator: Client;
  readonly members: ReadonlyMap<Username, Member>;
  /** When the demo is made; all its times are counted back from here. */
  readonly now: Date;
}

export function memberOf({ members }: Stage, username: Username): Member {
  const found = members.get(username);
  if (!found) throw new Error(`${username} has not signed up`);
  return found;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** So long before the demo was made, milliseconds. */
export const before = ({ now }: Stage, time: number): Date => new Date(now.getTime() - time);

/** A moment after another one, but not in the future. */
export const after = ({ now }: Stage, moment: Date, time: number): Date =>
  new Date(Math.min(moment.getTime() + time, now.getTime()));

/** That many moments from one to now, ever closer to each other: most happens when something is new. */
export function spread({ now }: Stage, from: Date, count: number): Date[] {
  const span = now.getTime() - from.getTime();
  return Array.from({ length: count }, (_, index) => {
    const share = ((index + 1) / (count + 1)) ** 2;
    return new Date(from.getTime() + span * share);
  });
}
