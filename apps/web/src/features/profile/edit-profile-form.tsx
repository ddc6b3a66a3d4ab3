import { avatarProblem, type AvatarProblem } from '@undertone/domain/avatar';
import { profileEditSchema } from '@undertone/domain/profile';
import { useState } from 'react';
import { AvatarPicker } from '#features/people/avatar-picker.tsx';
import { BioField } from '#features/people/bio-field.tsx';
import { useAvatarDraft } from '#features/people/use-avatar-draft.ts';
import { useFieldProblem } from '#features/session/forms/use-field-problem.ts';
import { OldLinksSwitch, useOldLinks } from '#features/session/forms/old-links-switch.tsx';
import { UsernameTakenError } from '#features/session/mutations.ts';
import { useUsernameAvailability } from '#features/session/forms/username-availability.ts';
import { UsernameField } from '#features/session/forms/username-field.tsx';
import { useSession } from '#features/session/session-context.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#ui/toast.ts';
import { useUpdateProfile, type EditableProfile } from './edit-profile-mutations.ts';

const FAILED = 'Failed to update profile';
const TAKEN = 'Username is already taken';

const avatarProblemMessages: Record<AvatarProblem, string> = {
  'invalid-type': 'Please select an image file',
  'too-large': 'Please select an image smaller than 5MB',
};

interface EditProfileFormProps {
  userId: string;
  /** The saved profile. */
  profile: EditableProfile;
  onDone: () => void;
}

/** A form for username, bio and picture of the user's own profile. The input is kept when saving fails. */
export function EditProfileForm({ userId, profile, onDone }: EditProfileFormProps) {
  const [username, setUsername] = useState(profile.username ?? '');
  const [bio, setBio] = useState(profile.bio ?? '');
  const problem = useFieldProblem();
  const [pictureProblem, setPictureProblem] = useState<string>();
  const avatar = useAvatarDraft(userId, '-');
  const availability = useUsernameAvailability(username, {
    own: { userId, username: profile.username },
    taken: TAKEN,
  });
  const oldLinks = useOldLinks(profile.username, username);
  const update = useUpdateProfile(userId);
  const { refusal } = useSession();

  const pick = async (file: File) => {
    const found = avatarProblem(file);
    setPictureProblem(found ? avatarProblemMessages[found] : undefined);
    if (found === 'too-large') toast.error('File too large');
    if (found) return;
    try {
      await avatar.upload(file);
      toast.success('Avatar uploaded successfully');
    } catch (cause) {
      logFailure('The picture could not be uploaded.', cause);
      toast.error('Failed to upload avatar');
      setPictureProblem('Your picture is the one from before. Choose the file again.');
    }
  };

  const refuseUsername = (form: HTMLFormElement, message: string) => {
    problem.show(form, { field: 'username', message });
  };

  const submit = async (form: HTMLFormElement) => {
    const result = profileEditSchema(profile.username).safeParse({ username, bio });
    if (!result.success) {
      const required = username.trim() === '' ? 'Username is required' : undefined;
      refuseUsername(form, required ?? result.error.issues[0]?.message ?? TAKEN);
      return;
    }
    problem.show(form, undefined);
    try {
      avatar.release();
      await update.mutateAsync({
        username: result.data.username,
        bio: result.data.bio,
        avatarUrl: avatar.url ?? profile.avatarUrl,
        leadsOldLinks: oldLinks.lead,
        before: profile,
      });
      toast.success('Profile updated successfully');
      onDone();
    } catch (error) {
      if (error instanceof UsernameTakenError) {
        refuseUsername(form, TAKEN);
        return;
      }
      logFailure('The profile could not be saved.', error);
      toast.error(FAILED);
    }
  };

  return (
    <Form className="grid gap-5 pt-2" onSubmit={submit}>
      <AvatarPicker
        person={{
          userId,
          username: profile.username,
          avatarUrl: avatar.url ?? profile.avatarUrl,
        }}
        uploading={avatar.uploading}
        problem={pictureProblem}
        onPick={(file) => void pick(file)}
      />
      <UsernameField
        value={username}
        onValueChange={problem.clearedBy('username', setUsername)}
        availability={availability}
        problem={problem.at('username')}
      />
      <OldLinksSwitch {...oldLinks} />
      <BioField value={bio} onValueChange={setBio} />
      <FailureNote
        message={
          update.error && !(update.error instanceof UsernameTakenError)
            ? (limitReason(update.error) ?? 'Nothing is saved yet. Your changes are still here.')
            : null
        }
        className="empty:hidden"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={update.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button
          type="submit"
          pending={update.isPending}
          disabled={avatar.uploading}
          {...refusal?.props}
        >
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </Form>
  );
}
