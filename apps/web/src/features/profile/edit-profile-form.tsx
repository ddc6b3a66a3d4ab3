import { avatarProblem } from '@undertone/domain/avatar';
import { profileEditSchema } from '@undertone/domain/profile';
import { useState } from 'react';
import { AvatarPicker } from '#features/people/avatar-picker.tsx';
import { BioField } from '#features/people/bio-field.tsx';
import { useAvatarDraft } from '#features/people/use-avatar-draft.ts';
import { focusField } from '#features/session/forms/form-problem.ts';
import { UsernameTakenError } from '#features/session/mutations.ts';
import { useUsernameAvailability } from '#features/session/forms/username-availability.ts';
import { UsernameField } from '#features/session/forms/username-field.tsx';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#ui/toast.ts';
import { useUpdateProfile, type EditableProfile } from './edit-profile-mutations.ts';

const TAKEN = 'Username is already taken';

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
  const [invalid, setInvalid] = useState(false);
  const avatar = useAvatarDraft(userId, '-');
  const availability = useUsernameAvailability(username, {
    own: { userId, username: profile.username },
    taken: TAKEN,
  });
  const update = useUpdateProfile(userId);

  const pick = async (file: File) => {
    const problem = avatarProblem(file);
    if (problem) {
      toast.error(
        problem === 'invalid-type' ? 'Please select an image file' : 'File too large',
        problem === 'too-large'
          ? { description: 'Please select an image smaller than 5MB' }
          : undefined,
      );
      return;
    }
    try {
      await avatar.upload(file);
      toast.success('Avatar uploaded successfully');
    } catch (cause) {
      logFailure('The picture could not be uploaded.', cause);
      toast.error('Failed to upload avatar');
    }
  };

  const refuseUsername = (form: HTMLFormElement, message: string) => {
    setInvalid(true);
    toast.error(message);
    focusField(form, 'username');
  };

  const submit = async (form: HTMLFormElement) => {
    const result = profileEditSchema.safeParse({ username, bio });
    if (!result.success) {
      const required = username.trim() === '' ? 'Username is required' : undefined;
      refuseUsername(form, required ?? result.error.issues[0]?.message ?? TAKEN);
      return;
    }
    setInvalid(false);
    try {
      avatar.release();
      await update.mutateAsync({
        username: result.data.username,
        bio: result.data.bio,
        avatarUrl: avatar.url ?? profile.avatarUrl,
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
      toast.error('Failed to update profile');
    }
  };

  return (
    <Form className="grid gap-5 pt-2" onSubmit={submit}>
      <AvatarPicker
        name={profile.username}
        avatarUrl={avatar.url ?? profile.avatarUrl}
        uploading={avatar.uploading}
        onPick={(file) => void pick(file)}
      />
      <UsernameField
        value={username}
        onValueChange={setUsername}
        availability={availability}
        invalid={invalid}
      />
      <BioField value={bio} onValueChange={setBio} />
      <div className="flex justify-end gap-3">
        <Button variant="secondary" disabled={update.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" pending={update.isPending} disabled={avatar.uploading}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </Form>
  );
}
