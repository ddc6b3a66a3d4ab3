import { timingSafeEqual } from 'node:crypto';
import type { Role } from './caller.ts';

/** The api keys of an installation. */
export interface ApiKeys {
  /** The key of browsers: role `anon`. */
  readonly publishableKey: string;
  /** The key of the operator: role `service_role`, to which no policy applies. */
  readonly secretKey: string;
}

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The role of an api key; null for an unknown key. */
export const roleOfKey = ({ publishableKey, secretKey }: ApiKeys, key: string): Role | null => {
  if (isEqual(key, publishableKey)) return 'anon';
  if (isEqual(key, secretKey)) return 'service_role';
  return null;
};
