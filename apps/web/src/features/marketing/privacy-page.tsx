import { LegalPage, type LegalSection } from './legal-page.tsx';
import { SiteLink } from '#ui/site-link.tsx';

const sections: readonly LegalSection[] = [
  {
    id: 'what-we-keep',
    title: 'What we keep',
    body: (
      <>
        <p>What you give us:</p>
        <ul>
          <li>
            <strong>Your account:</strong> email address, username, and your password as a bcrypt
            hash, which cannot be turned back into it. If you sign in through another service, the
            identifier and email address that it gives us. If you add a second factor, its key or
            your phone number.
          </li>
          <li>
            <strong>Your profile:</strong> bio, picture and settings, if you fill them in. Pictures
            are made small in your browser before they are sent.
          </li>
          <li>
            <strong>Your voice drops:</strong> the audio as you posted it, after the filter; its
            waveform, length, filter, title, hashtags, and who may hear it.
          </li>
          <li>
            <strong>What you do:</strong> comments, likes, bookmarks, follows, blocks and reports.
          </li>
        </ul>
        <p>What comes along:</p>
        <ul>
          <li>
            <strong>Sessions:</strong> for each device that is signed in, its browser’s name, its
            network address, and when it came and was last seen, so that you can end sessions that
            are not yours.
          </li>
          <li>
            <strong>An audit log</strong> of sign-ins and changes to accounts, so that break-ins can
            be understood.
          </li>
          <li>
            <strong>Server logs</strong> of requests. They hold no password, token or email address.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'voices',
    title: 'How voices are processed',
    body: (
      <>
        <p>
          While you record, the sound is kept on your device, and only there. When you choose a
          filter, the recording is sent to our own server, turned into the filtered version in
          memory, and sent back; neither is stored. If the server cannot be reached, your browser
          does the same work by itself.
        </p>
        <p>
          Only what you post is stored, and only in the version that you chose. We make no
          voiceprints, do not transcribe what you say, do not use it to train anything and hand it
          to nobody.
        </p>
        <p>
          A filter keeps people from recognising you by ear. It does not withstand somebody who is
          set on undoing it. See{' '}
          <SiteLink href="/voice-usage" className="link">
            Voice Usage
          </SiteLink>
          .
        </p>
      </>
    ),
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    body: (
      <>
        <ul>
          <li>
            <strong>Everyone,</strong> with or without an account: your username, picture, bio, and
            your public voice drops with their comments and counts.
          </li>
          <li>
            <strong>Your followers:</strong> voice drops for followers and, with a Private Account,
            everything you post and your numbers.
          </li>
          <li>
            <strong>Other people who are signed in</strong> can find out which of the settings on
            your profile are switched on.
          </li>
          <li>
            <strong>You alone:</strong> private voice drops, bookmarks, notifications, whom you have
            blocked, what you have reported, your email address. Whose likes they are is told only
            to the owner of what was liked.
          </li>
          <li>
            <strong>Those who run this installation</strong> can reach what is stored, as far as
            running it and looking at reports needs.
          </li>
        </ul>
        <p>
          Audio is reached through links that work for a limited time, made only for those who may
          listen. Whoever has such a link can use it until it expires.
        </p>
        <p>
          We sell nothing and show no advertising. These pages load nothing from other companies: no
          analytics, no fonts, no trackers.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long',
    body: (
      <ul>
        <li>
          <strong>Voice drops, comments and the rest</strong> until you delete them. Deleting a
          voice drop deletes its audio with it.
        </li>
        <li>
          <strong>Recordings that you have not posted</strong> stay on your device until you post or
          discard them.
        </li>
        <li>
          <strong>Plays:</strong> that you heard something is remembered for a minute, so that it
          counts once, and then forgotten. For visitors it is a salted hash, not an address.
        </li>
        <li>
          <strong>Sessions</strong> until you sign out; used refresh tokens for one more day.
        </li>
        <li>
          <strong>The audit log</strong> for 90 days.
        </li>
        <li>
          <strong>Backups</strong> as long as those who run this installation keep them.
        </li>
      </ul>
    ),
  },
  {
    id: 'on-your-device',
    title: 'What is on your device',
    body: (
      <p>
        Your session, your theme, the volume, drafts and recordings that are not posted yet are in
        your browser’s storage. One cookie, sidebar:state, remembers for 7 days whether the sidebar
        is open. There are no other cookies, which is why we do not ask about them.
      </p>
    ),
  },
  {
    id: 'delete',
    title: 'How to delete everything',
    body: (
      <>
        <p>
          Single things: the menu of a voice drop or comment has Delete. Everything: Settings,
          Security, Delete account. You sign in once more, so that nobody else can do it, and then
          your profile, voice drops, audio, picture, comments, likes, bookmarks, follows, sessions
          and account are removed at once. This cannot be undone.
        </p>
        <p>
          For a copy of what we have about you, or to have something corrected that you cannot
          change yourself,{' '}
          <SiteLink href="/contact" className="link">
            write to us
          </SiteLink>
          .
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    body: (
      <p>
        Undertone is for people of at least 13 years. Under 18 you need the consent of a parent or
        guardian. If we learn that an account belongs to someone younger than 13, we delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When this page changes in more than its wording, we say so in the app before it takes
        effect. The date at the top is that of its last change.
      </p>
    ),
  },
];

/** What is stored, for how long, who sees it, and how to be rid of it. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary="We keep what you post and what it takes to run your account. We do not keep what you listen to, and nothing here is sold, tracked or sent to anyone else."
      sections={sections}
    />
  );
}
