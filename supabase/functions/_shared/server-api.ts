/** An unexpected response of the server. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

/** The server's API with the secret key, which bypasses policies. */
export class ServerApi {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /**
   * Sends JSON and returns that of the response.
   * @throws {ServerError} for a response that is no success
   */
  async call(method: string, path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    return this.parse(await this.send(method, path, headers, JSON.stringify(body)));
  }

  send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: BodyInit | null,
  ): Promise<Response> {
    const keys = { apikey: this.#key, authorization: `Bearer ${this.#key}` };
    return fetch(`${this.#url}${path}`, { method, headers: { ...keys, ...headers }, body });
  }

  /** @throws {ServerError} for a response that is no success */
  async parse(response: Response): Promise<unknown> {
    const text = await response.text();
    if (!response.ok) {
      const { pathname } = new URL(response.url || this.#url);
      throw new ServerError(`${pathname} answered ${response.status}`);
    }
    const value: unknown = text === '' ? null : JSON.parse(text);
    return value;
  }
}
