/** Modules or files and all that they import statically, directly or indirectly. */
export function importClosure<Node>(
  entries: Iterable<Node>,
  importsOf: (node: Node) => Iterable<Node>,
): Set<Node> {
  // A set's iteration also visits what is added meanwhile.
  const found = new Set(entries);
  for (const node of found) for (const imported of importsOf(node)) found.add(imported);
  return found;
}
