/** Whether a request only reads. A function responds to HEAD as to GET; its server leaves out the body. */
export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** The header of a 405 response to any other method. */
export const allowedReads = { Allow: 'GET, HEAD' };
