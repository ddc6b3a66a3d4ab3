import { BUCKET } from '@undertone/domain/object-path';
import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { SignAudio } from '#features/player/audio-urls.ts';
import { preloadedResponses } from '#lib/preloaded-responses.ts';
import { readSettings } from '#lib/site-settings.ts';

interface SignedObject {
  path: string | null;
  signedURL: string | null;
}

/** The requests of a visitor's page before the app's client is there. */
export function visitorRequests(page: Document) {
  const { supabaseUrl, publishableKey } = readSettings(page);
  const takePreloaded = preloadedResponses(page);
  const urlOf = (path: string) => new URL(path, supabaseUrl).href;
  const post = (path: string, content: object, init: RequestInit = {}) => {
    const request = {
      ...init,
      method: 'POST',
      headers: {
        apikey: publishableKey,
        Authorization: `Bearer ${publishableKey}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(content),
    };
    return takePreloaded(urlOf(path), request, true) ?? fetch(urlOf(path), request);
  };

  /** Signs the URLs of clips. */
  const signAudio: SignAudio = async (paths) => {
    const response = await post(`/storage/v1/object/sign/${BUCKET}`, {
      expiresIn: AUDIO_URL_SECONDS,
      paths,
    });
    if (!response.ok) throw new Error(`The storage service answered ${response.status}.`);
    const objects: SignedObject[] = await response.json();
    return new Map(
      objects.flatMap(({ path, signedURL }) =>
        path && signedURL ? [[path, encodeURI(urlOf(`/storage/v1${signedURL}`))] as const] : [],
      ),
    );
  };

  /** Counts a play. The request outlives the page. */
  const addPlay = async (dropId: string): Promise<void> => {
    await post('/rest/v1/rpc/add_play', { voice_drop_id: dropId }, { keepalive: true });
  };

  return { signAudio, addPlay };
}
