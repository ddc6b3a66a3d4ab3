import type { Locator } from '@playwright/test';

/** Counts the taps and filled fields of a journey, and measures its time from its first step. */
export class TapCounter {
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

  /** Prints the counts to the run's output. */
  print(journey: string): void {
    const seconds = ((performance.now() - this.#since) / 1000).toFixed(1);
    console.log(`${journey}: ${this.taps} taps, ${this.fields} fields, ${seconds} s`);
  }
}
