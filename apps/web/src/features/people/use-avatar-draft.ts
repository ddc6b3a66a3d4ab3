import { useEffect, useRef, useState, type RefObject } from 'react';
import { removeAvatar, uploadAvatar } from './avatar-upload.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { useClient } from '#lib/app.ts';

/** A picture that is uploaded, but not yet saved in the profile. */
export interface AvatarDraft {
  /** Undefined while no picture was uploaded. */
  url: string | undefined;
  uploading: boolean;
  /** Uploads an image and removes the previous draft. @throws when the upload fails */
  upload: (file: File) => Promise<void>;
  /** Removes the uploaded picture. */
  discard: () => Promise<void>;
  /** Prevents the picture's removal; called before saving, after which the profile may refer to the picture. */
  release: () => void;
  /** Clears the draft when its URL is the one that was saved in the profile. */
  forget: (url: string | null | undefined) => void;
}

/**
 * Keeps an uploaded picture until it is saved. A picture that is replaced, discarded, or unsaved
 * when the component unmounts is removed from the storage.
 *
 * @param separator between the path's parts: see `avatarPath`
 */
export function useAvatarDraft(userId: string, separator: '_' | '-'): AvatarDraft {
  const client = useClient();
  const [url, setUrl] = useState<string>();
  const [uploading, setUploading] = useState(false);
  /** The URL of the picture to remove unless it is saved. */
  const unsaved = useRef<string>(undefined);
  const unmounted = useRef(false);

  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
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
      if (unmounted.current) void removeUnsaved(client, unsaved);
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
