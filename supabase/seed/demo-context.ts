import type { Client, Member } from './member.ts';
import type { Username } from './people.ts';

/** The clients and the time that every step of the seeding uses. */
export interface DemoContext {
  /** Has the secret key: only it may change the times of rows. */
  readonly operator: Client;
  readonly members: ReadonlyMap<Username, Member>;
  /** The time of the seeding, to which all times of the demo are relative. */
  readonly now: Date;
}

export function memberOf({ members }: DemoContext, username: Username): Member {
  const found = members.get(username);
  if (!found) throw new Error(`${username} has not signed up`);
  return found;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** @param time ms before the seeding */
export const before = ({ now }: DemoContext, time: number): Date => new Date(now.getTime() - time);

/** @param time ms after the moment; the result is never in the future */
export const after = ({ now }: DemoContext, moment: Date, time: number): Date =>
  new Date(Math.min(moment.getTime() + time, now.getTime()));

/** Moments between `from` and now, denser towards `from`: most reactions follow soon after a post. */
export function spread({ now }: DemoContext, from: Date, count: number): Date[] {
  const span = now.getTime() - from.getTime();
  return Array.from({ length: count }, (_, index) => {
    const share = ((index + 1) / (count + 1)) ** 2;
    return new Date(from.getTime() + span * share);
  });
}
