// Loaded before a backend, or before the tests that run parts of one in their own process.
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import type * as Bcrypt from '@node-rs/bcrypt';

/**
 * The lowest cost that bcrypt has: 1 ms for a hash instead of the 60 ms that accounts made for other
 * tests would take. Tests of the cost, or of how long a sign-in takes, set FULL_PASSWORD_HASHES.
 */
const lowestCost = 4;

// The functions of a project run in threads and hash no passwords.
if (isMainThread) {
  const bcrypt: { hash: typeof Bcrypt.hash } = createRequire(import.meta.url)('@node-rs/bcrypt');
  const { hash } = bcrypt;
  // Modules that import bcrypt are loaded later, and get the replaced function.
  bcrypt.hash = (password, options) =>
    hash(
      password,
      process.env.FULL_PASSWORD_HASHES ? options : { version: '2a', cost: lowestCost },
    );
}
