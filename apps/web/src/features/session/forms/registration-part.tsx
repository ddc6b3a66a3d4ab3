import { TextField } from '#ui/text-field.tsx';

interface RegistrationPartProps {
  isClosed: boolean;
  /** The code as typed. */
  value: string;
  onValueChange: (code: string) => void;
}

/** What signing up takes while it is not open to everybody: the code of an invitation, or patience. */
export default function RegistrationPart({ isClosed, ...field }: RegistrationPartProps) {
  if (isClosed) {
    return (
      <p className="rounded-lg border border-line bg-paper-raised px-4 py-3 text-ink-soft">
        Registration is closed at the moment. If you have an account, you can sign in as before.
      </p>
    );
  }
  return (
    <TextField
      label="Invitation code"
      name="invitation"
      hint="Four groups of four letters and digits, from the people who run this site."
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...field}
    />
  );
}
