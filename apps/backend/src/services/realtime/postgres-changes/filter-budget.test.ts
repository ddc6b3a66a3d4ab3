import { describe, expect, it } from 'vitest';
import { FilterBudget, type Payer } from './filter-budget.ts';

const limits = {
  filterTimePerClient: 200,
  filterTimeWindow: 1000,
  firstWait: 10_000,
  longestWait: 60_000,
};

const payer = (socket: string, account: string | null = 'ann', address = '192.0.2.1'): Payer => ({
  socket,
  account,
  address,
});

const start = () => {
  let now = 0;
  const budget = new FilterBudget(limits, () => now);
  return { budget, pass: (milliseconds: number) => void (now += milliseconds) };
};

describe('FilterBudget', () => {
  it('lets a socket spend its time, and again as it comes back', () => {
    const { budget, pass } = start();
    expect(budget.spend(payer('1'), 100)).toBe(true);
    pass(500);
    expect(budget.spend(payer('1'), 50)).toBe(true);
    expect(budget.secondsToWait(payer('1'))).toBe(0);
    expect(budget.spend(payer('1'), 1)).toBe(false);
    expect(budget.secondsToWait(payer('1'))).toBe(10);
  });

  it('counts the sockets of a client together, and the clients of an address', () => {
    const { budget } = start();
    for (const socket of ['1', '2']) expect(budget.spend(payer(socket), 100)).toBe(true);
    expect(budget.spend(payer('3'), 1)).toBe(false);
    expect(budget.secondsToWait(payer('4'))).toBe(10);
    for (const account of ['bob', 'eve', 'joe', 'kim', 'lea']) {
      expect(budget.secondsToWait(payer(account, account))).toBe(0);
      expect(budget.spend(payer(account, account), 100)).toBe(true);
    }
    expect(budget.spend(payer('7', 'mia'), 100)).toBe(false);
    expect(budget.secondsToWait(payer('8', 'somebody else'))).toBe(10);
    expect(budget.secondsToWait(payer('8', null))).toBe(10);
    expect(budget.secondsToWait(payer('8', null, '192.0.2.2'))).toBe(0);
  });

  it('has visitors of an address wait, and not who is signed in there', () => {
    const { budget } = start();
    budget.cutOff(payer('1', null));
    expect(budget.secondsToWait(payer('2', null))).toBe(10);
    expect(budget.secondsToWait(payer('2'))).toBe(0);
  });

  it('has a client wait twice as long each time, up to the longest, until that is long ago', () => {
    const { budget, pass } = start();
    const waits = Array.from({ length: 5 }, () => {
      budget.cutOff(payer('1'));
      // What was under way when it was cut off does not count again.
      budget.cutOff(payer('1'));
      const seconds = budget.secondsToWait(payer('1'));
      pass(seconds * 1000);
      expect(budget.secondsToWait(payer('1'))).toBe(0);
      return seconds;
    });
    expect(waits).toEqual([10, 20, 40, 60, 60]);
    pass(limits.longestWait + 1);
    budget.cutOff(payer('1'));
    expect(budget.secondsToWait(payer('1'))).toBe(10);
  });
});
