import { useClient } from '#lib/app.ts';

/** 'write to …', a part of a sentence: to the site's contact address, or without one to the people who run it. */
export function ContactPhrase() {
  const { contactEmail } = useClient().settings;
  if (!contactEmail) return 'write to the people who run this site';
  return (
    <>
      write to{' '}
      <a href={`mailto:${contactEmail}`} className="link wrap-anywhere">
        {contactEmail}
      </a>
    </>
  );
}
