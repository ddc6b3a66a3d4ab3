import { AVATAR_MIME_TYPES } from '@undertone/domain/avatar';
import { Camera } from 'lucide-react';
import { useId, useRef, type ComponentProps } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PersonAvatar } from './person-avatar.tsx';

interface AvatarPickerProps {
  person: ComponentProps<typeof PersonAvatar>['person'];
  uploading: boolean;
  /** Why the last picked file was not taken. */
  problem: string | undefined;
  onPick: (file: File) => void;
}

/** The user's own picture, with a button to replace it. */
export function AvatarPicker({ person, uploading, problem, onPick }: AvatarPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const { refusal } = useSession();
  return (
    <div>
      <div className="relative w-fit shrink-0">
        <PersonAvatar person={person} size="xl" />
        <IconButton
          label={uploading ? 'Uploading picture...' : 'Upload a picture'}
          variant="outline"
          aria-busy={uploading || undefined}
          disabled={uploading}
          aria-describedby={problemId}
          className="absolute -right-3 -bottom-2"
          onClick={() => input.current?.click()}
          {...refusal?.props}
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
      <p id={problemId} aria-live="polite" className="mt-3 max-w-64 text-sm text-danger empty:mt-0">
        {problem}
      </p>
    </div>
  );
}
