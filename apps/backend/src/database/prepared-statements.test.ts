import { describe, expect, it } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

describe('the prepared statements of a connection', () => {
  it('are the most recently used; the others are closed once', () => {
    const statements = new PreparedStatements({ most: 2 });
    statements.add('a', { name: 's1', columns: [] });
    statements.add('b', { name: 's2', columns: ['x'] });
    expect(statements.get('a')?.name).toBe('s1');
    expect(statements.takeClosing()).toEqual([]);
    statements.add('c', { name: 's3', columns: [] });
    expect(statements.get('b')).toBeUndefined();
    expect(statements.get('a')?.name).toBe('s1');
    expect(statements.takeClosing()).toEqual(['s2']);
    expect(statements.takeClosing()).toEqual([]);
  });

  it('are limited by the length of their texts', () => {
    const statements = new PreparedStatements({ text: 100 });
    const text = (letter: string, length: number) => letter.repeat(length);
    statements.add(text('a', 60), { name: 's1', columns: [] });
    statements.add(text('b', 40), { name: 's2', columns: [] });
    expect(statements.takeClosing()).toEqual([]);
    statements.add(text('c', 50), { name: 's3', columns: [] });
    expect(statements.takeClosing()).toEqual(['s1']);
    statements.add(text('d', 101), { name: 's4', columns: [] });
    expect(statements.get(text('d', 101))).toBeUndefined();
    expect(statements.takeClosing()).toEqual(['s4']);
    expect(statements.get(text('b', 40))?.name).toBe('s2');
    expect(statements.get(text('c', 50))?.name).toBe('s3');
  });

  it('have names that also differ from those of failed statements', () => {
    const statements = new PreparedStatements();
    const first = statements.newName();
    statements.discard(first);
    expect(statements.newName()).not.toBe(first);
    expect(statements.takeClosing()).toEqual([first]);
  });
});
