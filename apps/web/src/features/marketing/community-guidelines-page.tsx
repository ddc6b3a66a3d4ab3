import { LegalPage, LegalSection } from './legal-page.tsx';
import { ContactPhrase } from './contact-phrase.tsx';
import { useClient } from '#lib/app.ts';

/** The rules of conduct and their consequences. */
export function CommunityGuidelinesPage() {
  const { notice } = useClient().settings;
  return (
    <LegalPage
      title="Community Guidelines"
      summary="Say what is true for you, listen the way you want to be listened to, and leave other people their dignity. The rest of this page is what that means in practice."
    >
      <LegalSection id="listen" title="Listen well">
        <p>
          People say things here that they say nowhere else. Take them as they are meant. You do not
          have to answer everything, you do not have to agree, and you can always press stop. If you
          do answer, talk to the person, not to an audience.
        </p>
      </LegalSection>
      <LegalSection id="no-harm" title="What has no place here">
        <ul>
          <li>
            <strong>Harassment and hate:</strong> attacking, threatening or humiliating people, for
            whatever they are or are not; following somebody from drop to drop; getting others to.
          </li>
          <li>
            <strong>Sexual content</strong> about minors, always and without exception; about
            anybody without their consent; and explicit material that others come upon unprepared.
          </li>
          <li>
            <strong>Violence and danger:</strong> threats, praise of violence, instructions for
            hurting oneself or others.
          </li>
          <li>
            <strong>Other people’s lives:</strong> names, addresses, numbers, recordings or secrets
            that are not yours to share.
          </li>
          <li>
            <strong>Pretending to be someone:</strong> a real person’s name, picture or voice used
            so that others take you for them. A filter is not a false identity; lending your words
            to somebody else is.
          </li>
          <li>
            <strong>Spam and deceit:</strong> advertising in disguise, the same thing over and over,
            tricks for likes and followers, false information that can do harm.
          </li>
          <li>
            <strong>What belongs to others:</strong> music, podcasts or recordings that you have no
            right to.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="hard-nights" title="Hard nights">
        <p>
          Sad, angry and lonely voices belong here. If somebody sounds as if they might hurt
          themselves, be kind, do not argue, and report the voice drop as dangerous so that we see
          it. If it is you: you are not a burden. Please call the emergency number or a crisis line
          where you live, now rather than later.
        </p>
      </LegalSection>
      <LegalSection id="tools" title="What you can do yourself">
        <ul>
          <li>
            <strong>Report</strong> a voice drop, or a person, also for their comments. People read
            the reports, and the person who is reported does not see them. Once three different
            people who have been here for a while have reported a voice drop, it is hidden from
            visitors and from everyone who blocks inappropriate content, until we have looked at it
            and decided.
          </li>
          <li>
            <strong>Block</strong> someone. Neither account can hear or reach the other any more,
            and they get no message about it.
          </li>
          <li>
            <strong>Choose who hears you:</strong> per voice drop, or for your whole account with
            Private Account. You can remove followers.
          </li>
          <li>
            <strong>Clean up:</strong> you can delete comments on your own voice drops, and your own
            wherever you can read them.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="enforcement" title="What we do">
        <p>When a rule is broken, there are three steps:</p>
        <ul>
          <li>
            <strong>First offense:</strong> a warning that says what it was.
          </li>
          <li>
            <strong>Second offense:</strong> a temporary restriction, in which you can listen but
            not post, or the removal of what was posted. What does not suit everyone may be labelled
            as sensitive, or taken out of lists and search.
          </li>
          <li>
            <strong>Serious or repeat offenses:</strong> suspension or a ban. Threats and sexual
            content about minors go straight here, and to the authorities where the law asks for it.
          </li>
        </ul>
        <p>
          You read what we decided, under which rule and why, on a statement in the app. If you
          think that we got it wrong, appeal there within six months, and we look at it again,
          somebody else than before where that is possible. For everything else, <ContactPhrase />.
        </p>
      </LegalSection>
      <LegalSection id="age" title="Age">
        <p>
          You have to be at least 13 to be here, and under 18 you need the consent of a parent or
          guardian.
        </p>
      </LegalSection>
      {notice?.rules && (
        <LegalSection id="site" title="Rules of this site">
          <p className="whitespace-pre-line wrap-anywhere">{notice.rules}</p>
        </LegalSection>
      )}
    </LegalPage>
  );
}
