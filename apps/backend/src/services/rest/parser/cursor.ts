import { parseFailure } from '../errors.ts';
import type { ValuePlace } from './syntax-tree.ts';

/** How deep embeds and logic trees may be nested: far above any use, far below a stack overflow. */
const maximumDepth = 32;

/**
 * A position in one parameter's text. It also collects the values and their positions: the text
 * without them is the parameter's shape.
 */
export class Cursor {
  readonly text: string;
  readonly #what: string;
  readonly #values: string[];
  position = 0;
  #depth = 0;
  #shape = '';
  #shapeEnd = 0;

  /**
   * @param what completes "failed to parse …" in errors
   * @param values the list that collects the values of all parameters of a request
   */
  constructor(text: string, what: string, values: string[] = []) {
    this.text = text;
    this.#what = what;
    this.#values = values;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** At the end, or before a comma or a closing parenthesis. */
  get atSeparator(): boolean {
    return this.atEnd || this.next === ',' || this.next === ')';
  }

  /** The next character, or the empty string at the end. */
  get next(): string {
    return this.text.charAt(this.position);
  }

  /** The text with each value replaced by a NUL, which no parameter may contain. */
  get shape(): string {
    return this.#shape + this.text.slice(this.#shapeEnd);
  }

  follows(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Moves past the expected text if it follows. */
  take(expected: string): boolean {
    if (!this.follows(expected)) return false;
    this.position += expected.length;
    return true;
  }

  /**
   * Moves past what the pattern matches here.
   * @param pattern sticky
   * @returns the match, or null
   */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found) this.position += found[0].length;
    return found;
  }

  skipSpace(): void {
    while (this.next === ' ' || this.next === '\t') this.position += 1;
  }

  /** @throws {RestError} PGRST100 when it does not follow */
  expect(expected: string, name = `"${expected}"`): void {
    if (!this.take(expected)) this.fail(name);
  }

  /** @throws {RestError} PGRST100 when text is left */
  expectEnd(): void {
    if (!this.atEnd) this.fail('end of input');
  }

  /** Records the text since `start` as a value that stands for `meaning`. */
  value(start: number, meaning: string): ValuePlace {
    this.#shape += `${this.text.slice(this.#shapeEnd, start)}\0`;
    this.#shapeEnd = this.position;
    return this.#values.push(meaning) - 1;
  }

  /** Parses one or more items that commas separate. */
  list<T>(parse: (cursor: Cursor) => T): T[] {
    const items: T[] = [];
    do items.push(parse(this));
    while (this.take(','));
    return items;
  }

  /** Runs a parser one level deeper. */
  nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > maximumDepth) this.fail(`at most ${maximumDepth} levels of nesting`);
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  /** @throws {RestError} PGRST100, always */
  fail(expecting: string): never {
    const unexpected = this.atEnd ? 'end of input' : `"${this.next}"`;
    throw parseFailure(
      `failed to parse ${this.#what} (${this.text})`,
      this.position,
      `unexpected ${unexpected} expecting ${expecting}`,
    );
  }
}
