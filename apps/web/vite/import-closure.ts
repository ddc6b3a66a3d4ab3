/** Modules or files with all their static imports, direct and indirect. */
export function importClosure<Node>(
  entries: Iterable<Node>,
  importsOf: (node: Node) => Iterable<Node>,
): Set<Node> {
  // The iteration of a set includes entries that are added meanwhile.
  const found = new Set(entries);
  for (const node of found) for (const imported of importsOf(node)) found.add(imported);
  return found;
}
