/* Stands in for auth-js' lib/webauthn and lib/web3/ethereum: the same names, each refusing to work. */

function refuse(): never {
  throw new Error('The site is built without this part of auth-js: see vite/auth-js-parts.ts.');
}

/** Made with every auth client, so it must come to be. */
export class WebAuthnApi {
  register = refuse;
  authenticate = refuse;
}

export const webAuthnAbortService = { createNewAbortSignal: refuse, cancelCeremony: refuse };

export const browserSupportsWebAuthn = () => false;

export {
  refuse as createCredential,
  refuse as createSiweMessage,
  refuse as deserializeCredentialCreationOptions,
  refuse as deserializeCredentialRequestOptions,
  refuse as fromHex,
  refuse as getAddress,
  refuse as getCredential,
  refuse as serializeCredentialCreationResponse,
  refuse as serializeCredentialRequestResponse,
  refuse as toHex,
};
