import { usernameHandle } from '@undertone/domain/username';
import { useState } from 'react';
import { Switch } from '#ui/switch.tsx';

interface OldLinks {
  /** Whether the typed username is another one, not only another spelling. */
  isRename: boolean;
  /** Whether links with the saved username shall lead to the typed one. Off again for each rename. */
  lead: boolean;
  setLead: (lead: boolean) => void;
}

/** @param saved the saved username; empty for an account that has none */
export function useOldLinks(saved = '', typed: string): OldLinks {
  const [lead, setLead] = useState(false);
  const isRename = saved !== '' && usernameHandle(typed.trim()) !== usernameHandle(saved);
  if (lead && !isRename) setLead(false);
  return { isRename, lead: lead && isRename, setLead };
}

/** Asks, while a new username is typed, whether links with the saved one shall lead to it. */
export function OldLinksSwitch({ isRename, lead, setLead }: OldLinks) {
  if (!isRename) return null;
  return (
    <Switch
      label="Let old links lead to your new name"
      hint="For 90 days, unless your account is private. Nobody else can take your old name in that time, and mentions of you in comments lead to you in any case. You can change your name three times in 30 days."
      checked={lead}
      onChange={setLead}
    />
  );
}
