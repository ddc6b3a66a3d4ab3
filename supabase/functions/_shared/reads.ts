/** Whether a request only reads. To HEAD a function answers as to GET; whoever runs it sends the headers alone. */
export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** What a refusal of any other method says is allowed. */
export const allowedReads = { Allow: 'GET, HEAD' };
