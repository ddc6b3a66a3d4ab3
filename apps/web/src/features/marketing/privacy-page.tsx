import { LegalPage, type LegalSection } from './legal-page.tsx';
import { useClient } from '#lib/app.ts';
import { SiteLink } from '#ui/site-link.tsx';
import { ContactPhrase } from './contact-phrase.tsx';

const sections: readonly LegalSection[] = [
  {
    id: 'what-we-keep',
    title: 'What we keep',
    body: (
      <>
        <p>What you give us:</p>
        <ul>
          <li>
            <strong>Your account:</strong> email address, username and the one that you signed up
            with, and your password as a bcrypt hash, which cannot be turned back into it. If you
            sign in through another service, what it tells us of you, such as its identifier, your
            email address, name and picture. If you add a second factor, its name and its key or
            your phone number, and from which network address a code for it was last asked for.
          </li>
          <li>
            <strong>Your profile:</strong> the day you joined, and bio, picture and settings, if you
            fill them in. Pictures are made small in your browser before they are sent, which also
            takes out what the camera wrote into them, such as the place.
          </li>
          <li>
            <strong>Your voice drops:</strong> the audio as you posted it, after the filter, as an
            MP3 or a WAV file; its waveform, length, filter, title, hashtags, and who may hear it.
          </li>
          <li>
            <strong>What you do,</strong> and when: comments, likes, bookmarks, follows of people
            and hashtags, blocks and reports, and the notifications that others get of them.
          </li>
        </ul>
        <p>What comes along:</p>
        <ul>
          <li>
            <strong>Sessions:</strong> for each browser that is signed in, what it calls itself
            (which names its version and your system too), how it signed in, its network address,
            and when it came and was last seen, so that you can end sessions that are not yours.
          </li>
          <li>
            <strong>An audit log</strong> of sign-ins, sign-outs, renewals of sessions (about once
            an hour while the app is open) and changes to accounts, with email and network address,
            so that break-ins can be understood.
          </li>
          <li>
            <strong>Counts against abuse:</strong> how often an account has posted, commented,
            mentioned, liked, bookmarked, followed, blocked and reported within the last hour or
            day, and whether it had been here for a while when it reported something; in the
            server’s memory alone, how often an account or an address has tried something.
          </li>
          <li>
            <strong>Server logs:</strong> a line for each request that says when it came, what page
            or file it asked for, which may name a profile, and how that went. They hold no
            password, token, email or network address. A proxy in front of the server may keep logs
            of its own.
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
          While you record, the sound is kept on your device, and only there. When you try or choose
          a filter, your browser makes the filtered version on your device, and your voice without
          the filter does not leave it. There is one exception: where your browser cannot do this
          work, the recording is sent to the server, turned into the filtered version in its memory,
          and sent back; neither is stored. With Original there is nothing to filter: you post your
          voice as it is, and nothing is sent before you do.
        </p>
        <p>
          Before it is sent, your browser brings what you post to the same loudness as all voice
          drops and makes it small, as an MP3 file; a browser that cannot make one sends a WAV file.
        </p>
        <p>
          What you post is stored in the version that you chose, and in no other. We make no
          voiceprints, do not transcribe what you say, do not use it to train anything and hand it
          to nobody but those whom you let hear it.
        </p>
        <p>
          Most filters are for fun, and anyone can undo them. Veil hides you from people who know
          you and from common tools; it may not withstand somebody who is set on finding you. What
          it draws by chance is forgotten once it has been used: it is neither stored nor sent nor
          logged. See{' '}
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
            <strong>Everyone,</strong> with or without an account: your username, picture, bio and
            when you joined; whether your account is private and allows downloads; whom you follow
            and who follows you; how many voice drops, followers and likes you have; your public
            voice drops, with their comments and counts; what you write below other people’s; and
            when all of that was. Search engines may list these pages, and other sites may show a
            card or a player of them. <PodcastFeeds /> What somebody has copied there is out of our
            hands.
          </li>
          <li>
            <strong>Your followers:</strong> voice drops for followers. With a Private Account also
            your public voice drops, your numbers and your follows are for them alone, and search
            engines are asked not to list you. Anyone may follow you; you can remove or block
            followers. Your name, picture and bio can still be seen by all, and a comment by whoever
            hears the voice drop that it is about.
          </li>
          <li>
            <strong>Other people who are signed in</strong> can find out which of the settings on
            your profile are switched on, and when you last saved it.
          </li>
          <li>
            <strong>Who owns a voice drop</strong> is told who liked it or commented on it, and can
            tell from the numbers of Hot and Trending, which all see, whether somebody who liked it
            had heard half of it. Nobody else learns whose a like is, and who liked a comment nobody
            learns at all.
          </li>
          <li>
            <strong>You alone:</strong> private voice drops, bookmarks, notifications, which
            hashtags you follow, whom you have blocked, what you have reported, your email address.
            Whoever tries to sign up with that address learns that it has an account.
          </li>
          <li>
            <strong>Those who run this site</strong> can reach all that is stored, and are to do so
            only for running it and looking at reports.
          </li>
        </ul>
        <p>
          A block holds between two accounts. Whoever signs out hears what is public again, as
          anyone does.
        </p>
        <p>
          The server hands audio only to those who may listen, and to whoever has a link that was
          made for one of them. The links that the app makes work for ten minutes, also when you
          have made the voice drop private meanwhile; those to pictures work for a day. Whoever may
          listen can keep what they hear: by recording it, with a link of their own making that
          lasts longer, or because their browser keeps what it has played for a while. Once a voice
          drop is deleted with its audio, no link to it works. A card of it, or its address in the
          list for search engines, may still be shown for up to an hour by what has kept a copy.
        </p>
        <p>
          We sell nothing and show no advertising. These pages load nothing from other companies: no
          analytics, no fonts, no trackers. Mails about your account go to your mailbox by way of a
          mail server. Codes to your phone, if you have added one, go by way of whoever sends the
          text messages, who is told your account’s details and your network address too. Where this
          site has no mail server or nobody who sends text messages, the server keeps them as files.
          Other sites hear of you when you sign in with them or share something there.
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
          <strong>Voice drops, comments and the rest</strong> until you delete them. A voice drop
          takes its audio, comments, likes, bookmarks and notifications along, and the first comment
          of a thread its replies. When the connection breaks at that moment, or while you post, a
          file may stay behind, where nobody but you can open it anew, and so may a picture that you
          have replaced; the app removes it when you post again, from the next day on.
        </li>
        <li>
          <strong>Comments below a voice drop that is closed to you,</strong> and your reports stay
          until one of the accounts or the voice drop goes.
        </li>
        <li>
          <strong>Notifications</strong> for 90 days, and of each person the newest 500. Older ones
          are wiped when others are written after that.
        </li>
        <li>
          <strong>Recordings that you have not posted</strong> stay on your device until you post or
          discard them, or your browser clears what this site has stored. One that you discard can
          be brought back for eight seconds, and is then deleted; where you have closed the page
          before, on your next visit. What you post without a network waits there until there is
          one.
        </li>
        <li>
          <strong>Plays:</strong> that you heard something is noted for a minute, so that it counts
          once. The note is wiped within the hour, and with your account. For visitors it holds no
          address, only a scrambled form of it.
        </li>
        <li>
          <strong>What counts in Hot and Trending:</strong> that a listening, a like, a comment or a
          bookmark of yours was counted is known for two days, by codes that are made of your
          account, the voice drop, its author or its hashtag, and a secret of the day. Codes and
          secret are wiped within the hour after, and no backup holds the codes. Which voice drops
          you have heard to the end is kept in your browser alone, until you sign out.
        </li>
        <li>
          <strong>Sessions</strong> until you sign out or end them; the used keys that renewed them
          for one more day.
        </li>
        <li>
          <strong>The audit log</strong> for 90 days, its entries of renewals of sessions for 7.
        </li>
        <li>
          <strong>Counts against abuse</strong> until somebody does something that is counted after
          that hour or day; whether a report came from somebody who had been here for a while as
          long as the report; those in memory until the server starts anew, at the latest.
        </li>
        <li>
          <strong>Server logs and backups</strong> as long as those who run this site keep them.
        </li>
      </ul>
    ),
  },
  {
    id: 'on-your-device',
    title: 'What is on your device',
    body: (
      <>
        <p>
          In your browser’s storage: your session until you sign out, or the key of a sign-in that
          is under way, your theme, the volume, the speed and whether letters are shortcuts; until
          you sign out, where you have left voice drops in the middle, up to 200 of them, which ones
          you have heard to the end, up to 2000, and your last eight searches; whether Hot and
          Trending leave out what you have heard, whether the browser was asked to keep recordings,
          which accounts were told that filters can be undone, what the player plays and what you
          have typed below a voice drop as long as the tab is open, and recordings that are not
          posted yet, with what you wrote about them and, for those that wait for a connection, the
          filtered version. Those stay when you sign out, and only the account that made them gets
          to hear them in the app. The app’s own files are kept too, so that it opens without a
          network, and your browser may keep what you have heard and seen for a while. If you turn
          on notifications, your browser shows them by way of your system.
        </p>
        <p>
          One cookie, sidebar:state, remembers for 7 days whether the sidebar is open. There are no
          other cookies, which is why we do not ask about them.
        </p>
      </>
    ),
  },
  {
    id: 'delete',
    title: 'How to delete everything',
    body: (
      <>
        <p>
          Single things: Delete is in the menu of a voice drop, and below a comment as long as you
          can read it. Everything: Settings, Security, Delete account. If you signed in more than
          ten minutes ago you show once more who you are, so that nobody else can do it. Then your
          profile, voice drops, audio, picture, comments, likes, bookmarks, follows, blocks,
          reports, sessions and account are removed at once, with what others said below your voice
          drops and in the threads that you began, and the recordings in the browser that you do it
          from. What somebody answered you in another’s thread stays theirs, with your name where
          they wrote it. This cannot be undone.
        </p>
        <p>
          What is left are the entries of the audit log until their 90 days are over, and what
          server logs and older backups hold. Recordings that you never posted are left in your
          other browsers and on your other devices; clearing this site’s data there removes them.
        </p>
        <p>
          For a copy of what we have about you, or to have something corrected that you cannot
          change yourself, <ContactPhrase />.
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
        This page describes what Undertone does. When that changes, the page changes along with it.
      </p>
    ),
  },
];

/** The privacy policy: what is stored, for how long, who sees it, and how to delete it. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary="We keep what you post and what it takes to run your account. We keep no history of what you listen to, sell nothing, and have no trackers on these pages."
      sections={sections}
    />
  );
}

/** What podcast feeds make public, where the operator lets there be any. */
function PodcastFeeds() {
  if (!useClient().settings.podcastFeeds) return null;
  return (
    <>
      If you allow downloads and your account is not private, podcast apps can follow your public
      voice drops: they are given your username and bio, and of each voice drop the audio, title,
      hashtags and time, and keep what they have fetched.
    </>
  );
}
