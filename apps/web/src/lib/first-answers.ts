/** How long after the page was opened its answers are used, in milliseconds. */
const MAX_AGE_MS = 30_000;

interface Answer {
  method: string;
  /** The path on the backend, with its query. */
  path: string;
  /** The body of the request. */
  sent?: string;
  /** The number of rows, when the request asked only for that. */
  count?: number;
  body: unknown;
}

/** Identifies a request. A line break separates the parts, since paths have none. */
const requestKey = ({ method, path, sent = '' }: Pick<Answer, 'method' | 'path' | 'sent'>) =>
  [method, path, sent].join('\n');

/**
 * Reads the answers that the server has put into the page, as
 * `<script type="application/json" id="undertone-answers">`, so that the page need not request them.
 * Each answer is used once, and only while the page is new. All other requests go to the backend.
 *
 * Reads are answered only for visitors: members may see more. The only answered POST requests sign
 * URLs, and a URL under which a visitor may load a file serves everyone.
 *
 * @returns a function that takes the parameters of `fetch`, and whether the request is made as a
 *   visitor, and returns the answer if the page holds one
 */
export function firstAnswers(page: Document) {
  const block = page.getElementById('undertone-answers');
  const given: Answer[] = block ? JSON.parse(block.textContent) : [];
  const answers = new Map(given.map((answer) => [requestKey(answer), answer]));

  return (
    input: RequestInfo | URL,
    { method = 'GET', body: sent }: RequestInit = {},
    isVisitor: boolean,
  ): Response | undefined => {
    if (method !== 'POST' && !isVisitor) return undefined;
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const path = `${pathname}${search}`;
    const key = requestKey({ method, path, ...(typeof sent === 'string' && { sent }) });
    const answer = answers.get(key);
    answers.delete(key);
    if (!answer || performance.now() > MAX_AGE_MS) return undefined;
    if (answer.count !== undefined) {
      return new Response(null, { headers: { 'Content-Range': `*/${answer.count}` } });
    }
    const headers = { 'Content-Type': 'application/json' };
    return new Response(JSON.stringify(answer.body), { headers });
  };
}
