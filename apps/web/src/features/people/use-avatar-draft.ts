import { useEffect, useRef, useState, type RefObject } from 'react';
import { removeAvatar, uploadAvatar } from './avatar-upload.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { useClient } from '#lib/app.ts';

/** A new picture that is stored already, and not yet the profile's. */
export interface AvatarDraft {
  /** Undefined while there is none. */
  url: string | undefined;
  uploading: boolean;
  /** Stores an image in place of the one before. @throws what went wrong */
  upload: (file: File) => Promise<void>;
  /** Removes it. */
  discard: () => Promise<void>;
  /** Lets go of it: from now on a profile may name it, so that it is not removed any more. */
  release: () => void;
  /** Forgets one that has become the profile's. */
  forget: (url: string | null | undefined) => void;
}

/**
 * Keeps a new picture until it is saved. One that is replaced, discarded or
 * left behind is removed from the storage.
 *
 * @param separator of its path: see `avatarPath`
 */
export function useAvatarDraft(userId: string, separator: '_' | '-'): AvatarDraft {
  const client = useClient();
  const [url, setUrl] = useState<string>();
  const [uploading, setUploading] = useState(false);
  /** What is to be removed unless it is saved. */
  const unsaved = useRef<string>(undefined);
  const gone = useRef(false);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      void removeUnsaved(client, unsaved);
    };
  }, [client]);

  const upload = async (file: File) => {
    setUploading(true);
    try {
      const next = await uploadAvatar(client, userId, file, separator);
      void removeUnsaved(client, unsaved);
      unsaved.current = next;
      setUrl(next);
      if (gone.current) void removeUnsaved(client, unsaved);
    } finally {
      setUploading(false);
    }
  };

  return {
    url,
    uploading,
    upload,
    discard: () => {
      setUrl(undefined);
      return removeUnsaved(client, unsaved);
    },
    release: () => {
      unsaved.current = undefined;
    },
    forget: (saved) => setUrl((now) => (now === saved ? undefined : now)),
  };
}

async function removeUnsaved(
  client: SupabaseClient,
  unsaved: RefObject<string | undefined>,
): Promise<void> {
  const left = unsaved.current;
  unsaved.current = undefined;
  if (left !== undefined) await removeAvatar(client, left);
}
