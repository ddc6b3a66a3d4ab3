import type { Locator } from '@playwright/test';

/** Counts what a person presses and fills in, and the time from the first of it. */
export class Effort {
  taps = 0;
  fields = 0;
  readonly #since = performance.now();

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps += 1;
  }

  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.fields += 1;
  }

  /** Says it in the run's output. */
  print(what: string): void {
    const seconds = ((performance.now() - this.#since) / 1000).toFixed(1);
    console.log(`${what}: ${this.taps} taps, ${this.fields} fields, ${seconds} s`);
  }
}
