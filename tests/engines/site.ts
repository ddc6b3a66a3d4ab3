import { startBackend, type TestBackend } from '@undertone/test-support/backend';

/** The site at one address, which can be out of reach for a while. */
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

  /** Stops answering, and keeps everything. */
  async goDown(): Promise<void> {
    await this.#backend.stop({ keepData: true });
  }

  /** Answers again, at the same address. */
  async comeBack(): Promise<void> {
    const { dataDir, url } = this.#backend;
    this.#backend = await startBackend({ dataDir, env: { PORT: new URL(url).port } });
  }

  async stop(): Promise<void> {
    await this.#backend.stop();
  }
}
