declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Options {
    version: 'aes128gcm';
    /** The key pair of the receiver. */
    privateKey: ECDH;
    /** base64url. */
    authSecret: string;
  }

  const ece: { decrypt(buffer: Buffer, options: Options): Buffer };
  export default ece;
}
