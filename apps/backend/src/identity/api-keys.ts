import { timingSafeEqual } from 'node:crypto';
import type { Role } from './caller.ts';

/** The api keys of an installation. */
export interface ApiKeys {
  /** The browser's: role `anon`. */
  readonly publishableKey: string;
  /** The operator's: role `service_role`, which passes every policy. */
  readonly secretKey: string;
}

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The role that an api key stands for; null for an unknown key. */
export const roleOfKey = ({ publishableKey, secretKey }: ApiKeys, key: string): Role | null => {
  if (isEqual(key, publishableKey)) return 'anon';
  if (isEqual(key, secretKey)) return 'service_role';
  return null;
};
