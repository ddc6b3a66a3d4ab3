import { LegalPage, LegalSection } from './legal-page.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { ContactPhrase } from './contact-phrase.tsx';

/** The terms of service. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Use"
      summary="Your voice stays yours. Be at least 13, post only what you may, treat people well, and you can delete everything whenever you like."
    >
      <LegalSection id="agreement" title="What this is">
        <p>
          By making an account or using Undertone you agree to these terms, to the{' '}
          <SiteLink href="/privacy" className="link">
            Privacy Policy
          </SiteLink>{' '}
          and to the{' '}
          <SiteLink href="/community-guidelines" className="link">
            Community Guidelines
          </SiteLink>
          . If you do not agree with them, please do not use it.
        </p>
      </LegalSection>
      <LegalSection id="who" title="Who may use it">
        <p>
          You have to be at least 13 years old. If you are under 18, a parent or guardian has to
          agree to it. One person may not use another’s account, and a banned person may not come
          back under another name.
        </p>
        <p>
          Keep your password to yourself. You are responsible for what is done with your account
          until you report to us that somebody else has got hold of it. Settings, Security shows
          every device that is signed in and lets you end its session.
        </p>
      </LegalSection>
      <LegalSection id="yours" title="What is yours stays yours">
        <p>
          You own what you record and write. You allow us to store it, to process it (such as
          applying the filter that you chose and drawing its waveform), and to play and show it to
          the people you share it with. That permission ends when you delete it.
        </p>
        <p>
          Post only what you may: your own voice and words, or what you have the right to. Other
          people’s voices need their consent. See{' '}
          <SiteLink href="/voice-usage" className="link">
            Voice Usage
          </SiteLink>
          .
        </p>
      </LegalSection>
      <LegalSection id="limits" title="What can be posted">
        <ul>
          <li>
            A voice drop may be up to 5 minutes long. The recorder takes up to 60 seconds, and an
            audio file that you choose instead up to 5 minutes; we recommend 30 seconds to 2
            minutes.
          </li>
          <li>A description has up to 50 characters and up to 5 hashtags.</li>
          <li>
            Title, description and hashtags can be edited after posting. The audio cannot: delete it
            and post another.
          </li>
          <li>A comment has up to 500 characters.</li>
          <li>
            There are limits to how much one account can upload in a day, and how often it can post,
            comment, mention, like, bookmark, follow, block and report within a minute, an hour or a
            day. They are there for spam; ordinary use does not reach them.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="not-allowed" title="What is not allowed">
        <ul>
          <li>What the Community Guidelines forbid.</li>
          <li>Breaking the law with Undertone, or helping others to.</li>
          <li>
            Getting at what was not meant for you: getting around privacy settings, blocks or
            limits, collecting accounts or audio by machine, or trying to find out who is behind a
            filter.
          </li>
          <li>Disturbing the service for others.</li>
        </ul>
      </LegalSection>
      <LegalSection id="enforcement" title="When the rules are broken">
        <p>There are three steps:</p>
        <ul>
          <li>
            <strong>First offense:</strong> a warning.
          </li>
          <li>
            <strong>Second offense:</strong> a temporary restriction, or the removal of what was
            posted.
          </li>
          <li>
            <strong>Serious or repeat offenses:</strong> suspension or a ban.
          </li>
        </ul>
        <p>
          Anything that puts somebody in danger is removed as soon as we know of it, whatever the
          step. You read in the app what we decided and why. If you think that we were wrong, appeal
          there within six months, and we look at it again; or <ContactPhrase />.
        </p>
      </LegalSection>
      <LegalSection id="ending" title="Leaving">
        <p>
          You can delete your account at any time in Settings, Security. We may close accounts that
          break these terms, and the service itself; before we close the service we give notice
          here, early enough for you to download your voice drops.
        </p>
      </LegalSection>
      <LegalSection id="liability" title="What we can promise">
        <p>
          We build Undertone with care, but it comes as it is: we cannot promise that it is always
          there or free of faults, and we are not answerable for what other people say on it. A
          voice filter is no protection against somebody who is set on undoing it. These terms do
          not take away rights that the law gives you.
        </p>
      </LegalSection>
      <LegalSection id="changes" title="Changes">
        <p>
          When these terms change, they change on this page. If you go on using Undertone after
          that, you agree to them.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
