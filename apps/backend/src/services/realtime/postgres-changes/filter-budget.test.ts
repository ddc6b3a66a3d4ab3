import { describe, expect, it } from 'vitest';
import { FilterBudget, type ChannelClient } from './filter-budget.ts';

const limits = {
  filterTimePerClient: 200,
  filterTimeWindow: 1000,
  firstSuspension: 10_000,
  longestSuspension: 60_000,
};

const client = (
  socket: string,
  account: string | null = 'ann',
  address = '192.0.2.1',
): ChannelClient => ({
  socket,
  account,
  address,
});

const start = () => {
  let now = 0;
  const budget = new FilterBudget(limits, () => now);
  return { budget, pass: (milliseconds: number) => void (now += milliseconds) };
};

describe('a filter budget', () => {
  it('is spent by a socket, and refilled over time', () => {
    const { budget, pass } = start();
    expect(budget.spend(client('1'), 100)).toBe(true);
    pass(500);
    expect(budget.spend(client('1'), 50)).toBe(true);
    expect(budget.secondsToWait(client('1'))).toBe(0);
    expect(budget.spend(client('1'), 1)).toBe(false);
    expect(budget.secondsToWait(client('1'))).toBe(10);
  });

  it('is shared by the sockets of a client, and limited for the clients of an address', () => {
    const { budget } = start();
    for (const socket of ['1', '2']) expect(budget.spend(client(socket), 100)).toBe(true);
    expect(budget.spend(client('3'), 1)).toBe(false);
    expect(budget.secondsToWait(client('4'))).toBe(10);
    for (const account of ['bob', 'eve', 'joe', 'kim', 'lea']) {
      expect(budget.secondsToWait(client(account, account))).toBe(0);
      expect(budget.spend(client(account, account), 100)).toBe(true);
    }
    expect(budget.spend(client('7', 'mia'), 100)).toBe(false);
    expect(budget.secondsToWait(client('8', 'pia'))).toBe(10);
    expect(budget.secondsToWait(client('8', null))).toBe(10);
    expect(budget.secondsToWait(client('8', null, '192.0.2.2'))).toBe(0);
  });

  it('is separate for the anonymous clients of an address and for its accounts', () => {
    const { budget } = start();
    budget.suspend(client('1', null));
    expect(budget.secondsToWait(client('2', null))).toBe(10);
    expect(budget.secondsToWait(client('2'))).toBe(0);
  });

  it('suspends a client for twice as long each time, up to a limit, and starts over much later', () => {
    const { budget, pass } = start();
    const waits = Array.from({ length: 5 }, () => {
      budget.suspend(client('1'));
      // A filter that ran when the client was suspended does not count again.
      budget.suspend(client('1'));
      const seconds = budget.secondsToWait(client('1'));
      pass(seconds * 1000);
      expect(budget.secondsToWait(client('1'))).toBe(0);
      return seconds;
    });
    expect(waits).toEqual([10, 20, 40, 60, 60]);
    pass(limits.longestSuspension + 1);
    budget.suspend(client('1'));
    expect(budget.secondsToWait(client('1'))).toBe(10);
  });
});
