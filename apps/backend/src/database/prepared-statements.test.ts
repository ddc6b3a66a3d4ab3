import { describe, expect, it } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

describe('the statements that a connection keeps', () => {
  it('are those used last; the others are closed, once', () => {
    const statements = new PreparedStatements(2);
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

  it('never share a name, nor take that of one that failed', () => {
    const statements = new PreparedStatements();
    const first = statements.newName();
    statements.discard(first);
    expect(statements.newName()).not.toBe(first);
    expect(statements.takeClosing()).toEqual([first]);
  });
});
