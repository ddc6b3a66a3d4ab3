import { expect, it } from 'vitest';
import type { Comparison } from '../operators.ts';
import { writeCondition } from './condition.ts';
import { plainColumns } from './read-node.ts';
import { StatementParameters } from './statement.ts';

const resource = {
  name: 'drops',
  columns: plainColumns(['title']),
  computed: new Map<string, string>(),
  rowType: null,
  source: 'drops',
};

const parametersOf = (operator: Comparison): StatementParameters => {
  const parameters = new StatementParameters();
  writeCondition(
    { alias: 'drops', label: 'drops', resource, embeds: [] },
    {
      kind: 'filter',
      field: { name: 'title', path: [] },
      isNegated: false,
      operation: { operator, quantifier: null, value: 0 },
    },
    parameters,
    () => '',
  );
  return parameters;
};

it.each(['like', 'ilike', 'cs', 'ov'] as const)(
  'a statement with %s is planned by its values',
  (operator) => {
    expect(parametersOf(operator).isPlannedByValues).toBe(true);
  },
);

it.each(['eq', 'gte', 'lt', 'neq'] as const)(
  'a statement with %s is not planned by its values',
  (operator) => {
    expect(parametersOf(operator).isPlannedByValues).toBe(false);
  },
);
