import { Switch } from '#ui/switch.tsx';

interface OldLinksSwitchProps {
  /** The saved username; empty for an account that has none. */
  saved: string | undefined;
  typed: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Asks, while a new username is typed, whether links with the saved one shall lead to it. */
export function OldLinksSwitch({ saved = '', typed, ...control }: OldLinksSwitchProps) {
  if (saved === '' || typed.trim().toLowerCase() === saved.toLowerCase()) return null;
  return (
    <Switch
      label="Let old links lead to your new name"
      hint="For 90 days, unless your account is private. Nobody else can take your old name in that time. You can change your name three times in 30 days."
      {...control}
    />
  );
}
