import { escapeIdentifier } from 'pg';

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;

/** A value in a template: a parameter, or a fragment of the text. */
export type Value = Scalar | readonly Scalar[] | Fragment;

/** A part of a statement's text, with its values. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly Value[];

  constructor(strings: readonly string[], values: readonly Value[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** Makes a fragment of a template. */
export const fragment = (strings: TemplateStringsArray, ...values: Value[]): Fragment =>
  new Fragment(strings, values);

/** A quoted identifier. */
export const identifier = (name: string): Fragment => new Fragment([escapeIdentifier(name)], []);

/** Writes a statement's text and collects its parameters, in the order of `$1`, `$2`, …. */
export function write({ strings, values }: Fragment, parameters: unknown[]): string {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    if (value === undefined) throw new TypeError('a value of a statement is undefined');
    if (value instanceof Fragment) text += write(value, parameters);
    else text += `$${parameters.push(value)}`;
    text += strings[index + 1] ?? '';
  }
  return text;
}
