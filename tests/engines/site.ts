import { startBackend, type TestBackend } from '@undertone/test-support/backend';

/** The site at one address, which can be unavailable for a time. */
export class Site {
  #backend: TestBackend;

  private constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  static async start(): Promise<Site> {
    return new Site(await startBackend());
  }

  get backend(): TestBackend {
    return this.#backend;
  }

  /** Stops the backend and keeps its data. */
  async goDown(): Promise<void> {
    await this.#backend.stop({ keepData: true });
  }

  /** Starts the backend again at the same address. */
  async comeBack(): Promise<void> {
    const { dataDir, url } = this.#backend;
    this.#backend = await startBackend({ dataDir, env: { PORT: new URL(url).port } });
  }

  async stop(): Promise<void> {
    await this.#backend.stop();
  }
}
