/** A page's search parameters with the chosen tab. The first tab, which is the default, is left out. */
export interface TabSearch<Tab extends string> {
  tab?: Tab;
}

/** Validates the `tab` of an address. */
export function readTab<Tab extends string>(
  [, ...others]: readonly Tab[],
  search: Record<string, unknown>,
): TabSearch<Tab> {
  const tab = others.find((one) => one === search['tab']);
  return tab ? { tab } : {};
}
