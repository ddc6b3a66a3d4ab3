import { useRef, useState } from 'react';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { REASON_MISSING, ReasonField } from '#features/desk/reason-field.tsx';
import type { DeskRole } from '#features/desk/desk-queries.ts';
import { roleNames } from '#features/desk/role-names.ts';
import { useChangeStaff } from './staff-mutations.ts';
import type { StaffMember } from './staff-queries.ts';

const roles = [
  { value: 'moderator', label: roleNames.moderator },
  { value: 'admin', label: roleNames.admin },
] as const;

const effects: Record<DeskRole | 'none', string> = {
  moderator: 'Reads reports and decides about them.',
  admin: 'Also changes who is staff, and the settings of this site.',
  none: 'Is no longer staff, at once. What they did stays in the log.',
};

interface StaffDialogProps {
  /** Undefined to add a person. */
  member: StaffMember | undefined;
  onClose: () => void;
}

/** Adds a person to the staff, or changes the role of one. */
export function StaffDialog({ member, onClose }: StaffDialogProps) {
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<DeskRole | 'none'>(member?.role ?? 'moderator');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ username?: string; reason?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  const change = useChangeStaff();
  const name = member ? (member.username ?? 'this person') : username.trim().replace(/^@/, '');

  const find = (field: string) => form.current?.querySelector<HTMLElement>(field) ?? null;

  const submit = async () => {
    const found = {
      ...(!member && name === '' && { username: 'Whose name is it?' }),
      ...(reason.trim() === '' && { reason: REASON_MISSING }),
    };
    setProblems(found);
    const [field] = Object.keys(found);
    if (field) {
      find(`[name=${field}]`)?.focus();
      return;
    }
    try {
      await change.mutateAsync({ person: { ...member, username: name }, role, reason });
      onClose();
      toast.success(
        role === 'none' ? `${name} is no longer staff` : `${name} is ${articles[role]} now`,
      );
    } catch (error) {
      if (errorCode(error) === 'PT422') {
        setProblems({ username: errorMessage(error) });
        find('[name=username]')?.focus();
      } else {
        toast.error('The staff is unchanged', { description: errorMessage(error) });
      }
    }
  };

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!change.isPending) onClose();
      }}
      initialFocus={() => find('[name=username], :checked')}
      title={member ? `Change ${name}` : 'Add somebody to the staff'}
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="staff"
            variant={role === 'none' ? 'danger' : 'primary'}
            disabled={role === member?.role}
            pending={change.isPending}
          >
            {role === 'none' ? 'Remove' : member ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <Form ref={form} id="staff" className="grid gap-5" onSubmit={submit}>
        {!member && (
          <TextField
            label="Username"
            name="username"
            hint="As on their profile"
            error={problems.username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onValueChange={setUsername}
          />
        )}
        <div>
          <SegmentedControl
            label="Role"
            segments={member ? [...roles, { value: 'none' as const, label: 'Not staff' }] : roles}
            value={role}
            onChange={setRole}
          />
          <p aria-live="polite" className="mt-1.5 text-sm text-ink-faint">
            {effects[role]}
          </p>
        </div>
        <ReasonField error={problems.reason} value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  );
}

const articles: Record<DeskRole, string> = { moderator: 'a moderator', admin: 'an admin' };
