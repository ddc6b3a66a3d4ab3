import { comparisons, isOperands } from '../operators.ts';
import type { Condition, Filter } from '../parser/syntax-tree.ts';
import { writeField } from './field.ts';
import type { Embed, ReadNode } from './read-node.ts';
import type { StatementParameters } from './statement.ts';

/** Writes the condition that an embedded row exists, which differs between reading and counting. */
export type WriteExistence = (embed: Embed) => string;

type Target = Pick<ReadNode, 'alias' | 'label' | 'resource' | 'embeds'>;

/** The embed that a filter `is.null` names, which is true if no row is embedded. */
const embedFiltered = (node: Target, { field, operation }: Filter): Embed | undefined =>
  operation.operator === 'is' && operation.operand === 'null' && field.path.length === 0
    ? node.embeds.find(({ name }) => name === field.name)
    : undefined;

function writeFilter(
  node: Target,
  filter: Filter,
  parameters: StatementParameters,
  writeExistence: WriteExistence,
): string {
  const { field, isNegated, operation } = filter;
  const embed = embedFiltered(node, filter);
  if (embed) return isNegated ? writeExistence(embed) : `not ${writeExistence(embed)}`;

  const sql = writeField(field, node, parameters);
  const not = isNegated ? 'not ' : '';
  switch (operation.operator) {
    case 'is':
      return `${not}(${sql} is ${isOperands[operation.operand]})`;
    case 'in':
      return `${not}(${sql} = any (${parameters.value(operation.value)}))`;
    default: {
      const comparison = comparisons[operation.operator];
      const value = parameters.value(operation.value);
      if (comparison.isPlannedByValue) parameters.isPlannedByValues = true;
      const operand = operation.quantifier === null ? value : `${operation.quantifier} (${value})`;
      return `${not}(${sql} ${comparison.sql} ${operand})`;
    }
  }
}

/** Writes a condition on a resource. */
export function writeCondition(
  node: Target,
  condition: Condition,
  parameters: StatementParameters,
  writeExistence: WriteExistence,
): string {
  if (condition.kind === 'filter') return writeFilter(node, condition, parameters, writeExistence);
  const parts = condition.conditions.map((part) =>
    writeCondition(node, part, parameters, writeExistence),
  );
  return `${condition.isNegated ? 'not ' : ''}(${parts.join(` ${condition.connective} `)})`;
}
