import { useClient } from '#lib/app.ts';

/** Whom to write to, as part of a sentence: the address that the installation names, or else the people who run it. */
export function WriteToUs() {
  const { contactEmail } = useClient().settings;
  if (contactEmail === undefined) return 'write to the people who run this installation';
  return (
    <>
      write to{' '}
      <a href={`mailto:${contactEmail}`} className="link wrap-anywhere">
        {contactEmail}
      </a>
    </>
  );
}
