/** A response to one of the page's first requests, which the server has put into the document. */
export interface DocumentResponse<Row> {
  method: string;
  /** The path on the API, with its query. */
  path: string;
  /** The request's body. */
  sent?: string;
  body: readonly Row[];
}

/** Reads the responses in a document; `lib/preloaded-responses.ts` gives them to the page's requests. */
export function readDocumentResponses<Row>(page: Document): DocumentResponse<Row>[] {
  return JSON.parse(page.getElementById('undertone-answers')?.textContent ?? '[]');
}

/** Whether a file of the bucket is a person's picture; all others are clips. */
export const isAvatar = (path: string): boolean => path.startsWith('avatars/');
