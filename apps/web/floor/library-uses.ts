import {
  isClassDeclaration,
  isExportDeclaration,
  isExpressionWithTypeArguments,
  isIdentifier,
  isImportDeclaration,
  isInterfaceDeclaration,
  isModuleDeclaration,
  isPropertyAccessExpression,
  isTypeAliasDeclaration,
  isTypeNode,
  isTypeOfExpression,
  isVariableDeclaration,
  type Identifier,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';
import { GLOBAL_OBJECTS, type LibraryFeatures, type Place } from './library-features.ts';

/** A use of a function or property of the browser's library. */
export interface LibraryUse {
  /** Absolute path of the file. */
  file: string;
  /** Counted from 1. */
  line: number;
  /** `URL.parse`, `Element.checkVisibility` or `requestIdleCallback`. */
  feature: string;
}

/** The declarations of the browser's library, which are part of TypeScript. */
const LIBRARY = /\/lib\.[\w.]+\.d\.ts$/;

/**
 * Finds the places where a TypeScript project uses features that a supported browser lacks. Types
 * distinguish a `Set`'s `union` from any other. Names in strings and in destructuring are not found.
 *
 * @param config path of the project's tsconfig.json
 * @param isShipped whether a file's code runs in browsers
 */
export function findNewerUses(
  config: string,
  isShipped: (file: string) => boolean,
  features: LibraryFeatures,
): LibraryUse[] {
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is not a TypeScript project.`);
    const { program, checker } = project;
    return program
      .getSourceFileNames()
      .filter((file) => !file.endsWith('.d.ts') && isShipped(file))
      .flatMap((name) => {
        const file = program.getSourceFile(name);
        return file ? newerUsesIn(file, checker, features) : [];
      });
  } finally {
    api.close();
  }
}

function newerUsesIn(file: SourceFile, checker: Checker, features: LibraryFeatures): LibraryUse[] {
  const names = namesIn(file, features);
  if (names.length === 0) return [];
  const symbols = checker.getSymbolAtLocation(names);
  return names.flatMap((name, index) => {
    const text = name.getText(file);
    for (const declaration of symbols[index]?.declarations ?? []) {
      // Names declared elsewhere belong to the project.
      if (!LIBRARY.test(declaration.path)) continue;
      const node = declaration.resolve();
      const { owner, place } = node ? ownerOf(node) : { owner: '', place: 'global' as const };
      if (!features.isNewer(owner, text, place)) continue;
      const { line } = file.getLineAndCharacterOfPosition(name.getStart(file));
      const feature = owner === '' ? text : `${owner}.${text}`;
      return [{ file: file.fileName, line: line + 1, feature }];
    }
    return [];
  });
}

/**
 * The identifiers of a file's code, but not of its types, that may name a newer feature. One that is not a
 * property's name can only name a global one. The fewer identifiers there are, the fewer types are inferred.
 */
function namesIn(file: SourceFile, features: LibraryFeatures): Node[] {
  const found: Node[] = [];
  const mayBeNewer = (name: Identifier): boolean =>
    isPropertyAccessExpression(name.parent) && name.parent.name === name
      ? features.newerNames.has(name.text)
      : features.isNewer('', name.text, 'global');
  const visit = (node: Node): void => {
    if (
      isImportDeclaration(node) ||
      isExportDeclaration(node) ||
      isInterfaceDeclaration(node) ||
      isTypeAliasDeclaration(node) ||
      // `typeof` checks whether a function exists.
      (isTypeOfExpression(node) && isIdentifier(node.expression))
    ) {
      return;
    }
    // TypeScript parses the base of a class as a type, although it is code.
    if (isTypeNode(node) && !isExpressionWithTypeArguments(node)) return;
    if (isIdentifier(node) && mayBeNewer(node)) found.push(node);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

/** The interface, class or namespace to which a declaration of the library belongs, and its place there. */
function ownerOf(declaration: Node): { owner: string; place: Place } {
  for (let node = declaration.parent; node; node = node.parent) {
    if (isInterfaceDeclaration(node) || isClassDeclaration(node)) {
      const name = node.name?.getText() ?? '';
      if (GLOBAL_OBJECTS.has(name)) return { owner: '', place: 'global' };
      // TypeScript declares this namespace as an object with an interface.
      if (name === 'Console') return { owner: 'console', place: 'static' };
      return name.endsWith('Constructor')
        ? { owner: name.replace(/Constructor$/, ''), place: 'static' }
        : { owner: instanceOwner(name), place: 'instance' };
    }
    // `declare var URL: { prototype: URL; parse(…): … }`
    if (isVariableDeclaration(node)) return { owner: node.name.getText(), place: 'static' };
    // `declare namespace Intl { var Segmenter: … }`
    if (isModuleDeclaration(node)) {
      const name = node.name.getText();
      if (name !== 'global') return { owner: name, place: 'static' };
    }
  }
  return { owner: '', place: 'global' };
}

/** The name under which MDN lists the members of an interface of TypeScript's library. */
const instanceOwner = (name: string): string =>
  name
    .replace(/^Readonly(?=Array|Map|Set)/, '')
    .replace(/^(Big)?(Int|Uint|Float)\d+(Clamped)?Array$/, 'TypedArray')
    .replace(/^Iterator(Object)?$|^\w+Iterator$/, 'Iterator');
