import { setTimeout as delay } from 'node:timers/promises';

/** A WebDriver session (https://w3c.github.io/webdriver). */
export class WebDriverSession {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /**
   * Waits until the driver responds, and starts a session.
   *
   * @param driver the driver's address
   */
  static async open(driver: string, capabilities: object): Promise<WebDriverSession> {
    while (!(await isReady(driver))) await delay(20);
    const { sessionId } = await request<{ sessionId: string }>('POST', `${driver}/session`, {
      capabilities: { alwaysMatch: capabilities },
    });
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  /** Sends a command to an endpoint of the session. @throws with the driver's error code and message */
  post<Result>(endpoint: string, body: object): Promise<Result> {
    return request<Result>('POST', `${this.#url}/${endpoint}`, body);
  }

  get<Result>(endpoint: string): Promise<Result> {
    return request<Result>('GET', `${this.#url}/${endpoint}`);
  }

  /** Ends the session and its browser. */
  async close(): Promise<void> {
    await request('DELETE', this.#url);
  }
}

const isReady = (driver: string): Promise<boolean> =>
  fetch(`${driver}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

async function request<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    const { value }: { value: { error: string; message: string } } = JSON.parse(text);
    throw new Error(`${value.error}: ${value.message}`);
  }
  const { value }: { value: Result } = JSON.parse(text);
  return value;
}
