import { avatarProblem, type AvatarProblem } from '@undertone/domain/avatar';
import { useState } from 'react';
import { AvatarPicker } from '#features/people/avatar-picker.tsx';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

const problemMessages: Record<AvatarProblem, [title: string, description: string]> = {
  'invalid-type': ['Invalid file type', 'Please select an image file'],
  'too-large': ['File too large', 'Please select an image smaller than 5MB'],
};

interface SettingsHeaderProps {
  userId: string;
  draft: SettingsDraft;
  /** The saved username. */
  username: string | undefined;
  email: string | undefined;
}

/** The user's picture, which can be replaced here, username and email address. */
export function SettingsHeader({ userId, draft, username, email }: SettingsHeaderProps) {
  const { avatar, settings } = draft;
  const [pictureProblem, setPictureProblem] = useState<string>();

  const refuse = (title: string, description: string) => {
    toast.error(title);
    setPictureProblem(description);
  };

  const pick = async (file: File) => {
    const problem = avatarProblem(file);
    if (problem) {
      refuse(...problemMessages[problem]);
      return;
    }
    setPictureProblem(undefined);
    try {
      await avatar.upload(file);
      toast.success('Avatar uploaded', { description: 'Your profile picture has been updated' });
    } catch (cause) {
      logFailure('The picture could not be uploaded.', cause);
      refuse('Upload failed', 'Failed to upload your profile picture');
    }
  };

  return (
    <div className="mt-7 flex items-center gap-7">
      <AvatarPicker
        person={{ userId, username, avatarUrl: settings.avatarUrl }}
        uploading={avatar.uploading}
        problem={pictureProblem}
        onPick={(file) => void pick(file)}
      />
      <div className="min-w-0">
        {username !== undefined && (
          <p dir="auto" className="font-display text-2xl wrap-anywhere">
            {username}
          </p>
        )}
        <p className="text-ink-soft wrap-anywhere">{email}</p>
      </div>
    </div>
  );
}
