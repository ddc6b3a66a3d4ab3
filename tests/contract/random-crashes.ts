// node tests/contract/random-crashes.ts [rounds] [seed]
// Kills the backend and PostgreSQL at random moments during writes, 50 times by default.
import { randomInt } from 'node:crypto';
import { crashRepeatedly } from './fixtures/crash-repeatedly.ts';

const [rounds = '50', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
console.log(`${rounds} rounds, seed ${seed}`);
const report = await crashRepeatedly(Number(rounds), Number(seed), console.log);
console.log(`Nothing acknowledged was lost: ${JSON.stringify(report)}`);
