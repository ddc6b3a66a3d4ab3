import { AVATAR_MIME_TYPES } from '@undertone/domain/limits';
import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PersonAvatar } from './person-avatar.tsx';

interface AvatarPickerProps {
  name: string | null | undefined;
  avatarUrl: string | null | undefined;
  uploading: boolean;
  onPick: (file: File) => void;
}

/** The user's own picture, with a button to replace it. */
export function AvatarPicker({ name, avatarUrl, uploading, onPick }: AvatarPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="relative w-fit shrink-0">
      <PersonAvatar name={name} avatarUrl={avatarUrl} size="xl" />
      <IconButton
        label={uploading ? 'Uploading picture...' : 'Upload a picture'}
        variant="outline"
        aria-busy={uploading || undefined}
        disabled={uploading}
        className="absolute -right-3 -bottom-2"
        onClick={() => input.current?.click()}
      >
        {uploading ? <Spinner /> : <Camera aria-hidden="true" />}
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={AVATAR_MIME_TYPES.join(',')}
        aria-label="Picture"
        tabIndex={-1}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Without this, picking the same file again would not fire `change`.
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
    </div>
  );
}
