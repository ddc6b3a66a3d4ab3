import { parseAst } from 'vite';
import type { LibraryFeatures } from './library-features.ts';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string'
    ? node['name']
    : '';

/** Nodes whose names are not uses: parts of imports and exports, and labels. */
const NAMES_ALONE = new Set([
  'ImportDeclaration',
  'ExportSpecifier',
  'LabeledStatement',
  'BreakStatement',
  'ContinueStatement',
]);

/**
 * Finds the static and global functions that a built script uses and a supported browser lacks. Unlike
 * `library-uses.ts` it includes libraries, but a script has no types, so methods are not found.
 *
 * @returns the names of the functions, such as `URL.parse`
 */
export function findNewerUsesInBuild(code: string, features: LibraryFeatures): Set<string> {
  const found = new Set<string>();

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (!isNode(value) || NAMES_ALONE.has(value.type)) return;
    const { type, computed, ...parts } = value;
    if (type === 'Identifier') {
      const name = nameOf(value);
      if (features.newerNames.has(name) && features.isNewer('', name, 'global')) found.add(name);
      return;
    }
    // `typeof` checks whether a function exists.
    if (type === 'UnaryExpression' && parts['operator'] === 'typeof' && nameOf(parts['argument'])) {
      return;
    }
    if (type === 'MemberExpression' && computed !== true) {
      const [owner, name] = [nameOf(parts['object']), nameOf(parts['property'])];
      if (features.isGlobal(owner) && features.isNewer(owner, name, 'static')) {
        found.add(`${owner}.${name}`);
      }
      visit(parts['object']);
      return;
    }
    // The name of a property or method.
    if (computed !== true) delete parts['key'];
    for (const part of Object.values(parts)) visit(part);
  };

  visit(parseAst(code));
  return found;
}
