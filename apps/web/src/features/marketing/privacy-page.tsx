import { LegalPage, LegalSection } from './legal-page.tsx';
import { useClient } from '#lib/app.ts';
import { SiteLink } from '#ui/site-link.tsx';
import { ContactPhrase } from './contact-phrase.tsx';

/** The privacy policy: what is stored, for how long, who sees it, and how to delete it. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary="We keep what you post and what it takes to run your account. We keep no history of what you listen to, sell nothing, and have no trackers on these pages."
    >
      <LegalSection id="what-we-keep" title="What we keep">
        <p>What you give us:</p>
        <ul>
          <li>
            <strong>Your account:</strong> email address, username and the one that you signed up
            with, and your password as a bcrypt hash, which cannot be turned back into it. If you
            sign in through another service, what that service sends us about you, such as its
            identifier, your email address, name and picture. If you add a second factor, its name,
            its key or your phone number, the network address that last asked for a code, and hashes
            of your recovery codes; if you lose it and ask us to remove it, what you write to us
            about that.
          </li>
          <li>
            <strong>Your profile:</strong> the day you joined, and bio, picture and settings, if you
            fill them in. Your browser makes pictures small before it sends them, which also removes
            what the camera wrote into them, such as the place.
          </li>
          <li>
            <strong>Your voice drops:</strong> the audio as you posted it, after the filter, as an
            MP3 or a WAV file; its waveform, length, filter, title, hashtags, and who may listen to
            it; the words that you have replaced; and whether somebody else has played it.
          </li>
          <li>
            <strong>What you do,</strong> and when: comments, as words or as a clip, likes,
            bookmarks, follows of people and hashtags, blocks, mutes and reports, and the
            notifications that others get of them. Also whose new voice drops you want to be
            notified of.
          </li>
          <li>
            <strong>Your messages:</strong> their words and voice clips, with length, filter,
            waveform and time, in conversations that say who the two of you are; up to where you
            have read each, and whether you have accepted, muted, archived or deleted it. That you
            are typing is shown to the other, and stored nowhere.
          </li>
        </ul>
        <p>What else we store:</p>
        <ul>
          <li>
            <strong>Sessions:</strong> for each browser that is signed in, the name that it sends
            (with its version and your system), how it signed in, its network address, and when it
            signed in and was last seen, so that you can end sessions that are not yours.
          </li>
          <li>
            <strong>A random key</strong> with which your browsers encrypt what you have not posted
            when the server ends a session. No one else can ask for it.
          </li>
          <li>
            <strong>An audit log</strong> of sign-ins, sign-outs, renewals of sessions (about once
            an hour while the app is open) and changes to accounts, with email and network address,
            so that break-ins can be understood.
          </li>
          <li>
            <strong>Counts against abuse:</strong> how often an account has posted, commented,
            mentioned, liked, bookmarked, followed, blocked, muted and reported within the last hour
            or day, and whether it had been here for a while when it reported something. How often
            messages of the contact form, or wrong invitation codes, came from a network or a mail
            address, under a code of it. How often an account or an address has tried something else
            is only in the server’s memory.
          </li>
          <li>
            <strong>Messages of the contact form,</strong> with the name and the address that you
            give there, your account if you are signed in, and the answer.
          </li>
          <li>
            <strong>Invitations:</strong> while signing up takes a code, which one your account was
            created with. Only admins of this site see it.
          </li>
          <li>
            <strong>Server logs:</strong> a line for each request with its time, the page or file
            that it asked for, which may name a profile, and its result. They hold no password,
            token, email or network address. A proxy in front of the server may keep logs of its
            own.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="voices" title="How voices are processed">
        <p>
          While you record, the sound is stored on your device, and only there. When you try or
          choose a filter, your browser makes the filtered version on your device, and your voice
          without the filter does not leave it. There is one exception: where your browser cannot do
          this work, the recording is sent to the server, filtered in its memory, and sent back;
          neither version is stored there. With Original you post your voice as it is, and nothing
          is sent before you post.
        </p>
        <p>
          Before your browser sends a voice drop, it sets it to the same loudness as all others and
          makes it an MP3 file, which is small; a browser that cannot make one sends a WAV file.
        </p>
        <p>
          What you post is stored in the version that you chose, and in no other. We make no
          voiceprints, do not transcribe what you say, do not use it to train anything and give it
          only to the people you share it with.
        </p>
        <p>
          Most filters are for fun, and anyone can undo them. Veil hides you from people who know
          you and from common tools; it may not withstand somebody who is set on finding you. Its
          random choices are forgotten once they have been used: they are neither stored nor sent
          nor logged. There is one exception: your device stores those of a conversation that you
          began with an anonymous voice message, since one made-up voice speaks throughout it. They
          are not sent or logged, and are removed when you delete the conversation, sign out or
          delete your account. Another device draws another voice, and says so before you record.
          See{' '}
          <SiteLink href="/voice-usage" className="link">
            Voice Usage
          </SiteLink>
          .
        </p>
      </LegalSection>
      <LegalSection id="who-sees-it" title="Who sees it">
        <ul>
          <li>
            <strong>Everyone,</strong> with or without an account: your username, picture, bio and
            when you joined; whether your account is private and allows downloads; who you follow
            and who follows you; how many voice drops, followers and likes you have; your public
            voice drops, with their comments and counts; your comments on other people’s voice
            drops; while you show what you liked (a switch in Settings, which is off at first), the
            voice drops that you like, to each those that they may hear; and the time of all that.
            Search engines may list these pages, and other sites may show a card or a player of
            them. <PodcastFeeds /> What somebody has copied there we cannot delete.
          </li>
          <li>
            <strong>Your followers:</strong> voice drops for followers. With a Private Account also
            your public voice drops, your numbers, your follows and what you show of your likes are
            for them alone, and search engines are asked not to list you. You approve who may follow
            you, and you can remove or block followers. A request to follow is visible to the two of
            you, and that it was declined to the one who declined. Everyone can still see your name,
            picture and bio, and everyone who may listen to a voice drop can read your comments on
            it.
          </li>
          <li>
            <strong>Other people who are signed in</strong> can find out which of the settings on
            your profile are switched on, and when you last saved it.
          </li>
          <li>
            <strong>The owner of a voice drop</strong> is notified of who liked it or commented on
            it, and can work out from the numbers of Hot and Trending, which everyone sees, whether
            somebody who liked it had listened to half of it. Nobody else sees who liked it, except
            on the profiles of people who show what they liked, and nobody at all sees who liked a
            comment.
          </li>
          <li>
            <strong>You and the person you write to</strong> can read the messages of your
            conversation. They are <strong>not end-to-end encrypted:</strong> the people who run
            this site can read them in the database and in backups, and look at them only to run it,
            or when one of you reports a message, which shows them that one and the five before it.
            Whether you have read a message is shown to the other only while both of you have read
            receipts on, and never before you accept a request. Links in messages are opened by
            nobody but the person who presses them.
          </li>
          <li>
            <strong>The recipient of an anonymous voice message</strong> gets the voice that Veil
            has made, and sees how long it is, a time in steps of five minutes, and which messages
            belong to the same conversation. They do not learn who you are, also not from the file,
            from what you do later, or by blocking or reporting somebody. The people who run this
            site can see who sent it, in the database and in backups. Deleting your account does not
            delete it.
          </li>
          <li>
            <strong>You alone:</strong> private voice drops, the earlier words of a voice drop,
            bookmarks, notifications, which hashtags you follow, whose new voice drops you are
            notified of, your devices with notifications, who you have blocked, what you have muted,
            what you have reported, your email address. A person who tries to sign up with that
            address learns that it has an account. A notification of a new voice drop keeps the
            words that it had then.
          </li>
          <li>
            <strong>The people who run this site</strong> can read everything that is stored, and
            may do so only to run it and to look at reports. What their moderators do is written
            into a log, with the person it concerns, which none of them can change; an entry is
            wiped within an hour after two years.
          </li>
        </ul>
        <p>
          A block is between two accounts. A person who signs out can listen to what is public
          again, as anyone can.
        </p>
        <p>
          The server sends audio only to people who may listen, and to anyone with a link that was
          made for one of them, as long as that person may listen: it ends when you make the voice
          drop private or block them, at once or, where this site’s data is stored with Supabase,
          after ten minutes at most. People who may listen can keep what they play, by recording it
          or saving the file. Once a voice drop is deleted, no link to it works. Services that have
          a copy of its card, or of its address in the list for search engines, may still show it
          for up to an hour.
        </p>
        <p>
          We sell nothing and show no advertising. These pages load nothing from other companies: no
          analytics, no fonts, no trackers. Mails about your account, and about what others do if
          you ask for them, are sent through a mail server. They load nothing, and nobody learns
          from them whether you have read them. Codes to your phone, if you have added one, are sent
          through a text message service, which also receives your account’s details and your
          network address. Where this site has no mail server or no text message service, the server
          stores the messages as files. Other sites receive data about you when you sign in with
          them or share something there.
        </p>
      </LegalSection>
      <LegalSection id="how-long" title="How long">
        <ul>
          <li>
            <strong>Voice drops, comments and the rest</strong> until you delete them. A voice drop
            takes its audio, comments, likes, bookmarks and notifications along, and the first
            comment of a thread its replies. If the connection breaks at that moment, or while you
            post, a file may remain, which only you can open, and so may a picture that you have
            replaced; the app removes such files when you post again on a later day.
          </li>
          <li>
            <strong>Comments on a voice drop that you may no longer open,</strong> and your reports,
            until one of the accounts, the voice drop or the reported comment is deleted.
          </li>
          <li>
            <strong>Messages</strong> until both of you have deleted them, and a deleted account’s
            own words and clips at once. One that you delete for both within an hour loses its words
            and voice on both sides at once; for a report, they stay where only the people who run
            this site find them for seven days. What is written without a network waits on your
            device; if the server ends your session, it stays there for 30 days, encrypted where
            your browser has the key.
          </li>
          <li>
            <strong>Words of a voice drop that you have replaced</strong> for 90 days, or until you
            delete the voice drop; within an hour after that they are wiped.
          </li>
          <li>
            <strong>What somebody has reported</strong> as it was then, with its clip or picture,
            until six months after it was decided about, also if you delete it or your account
            meanwhile: the law requires that decisions can be explained and contested. Only the
            people who run this site can open it. Within an hour after that time it is wiped.
          </li>
          <li>
            <strong>Decisions about you</strong> and what you posted, with your appeals, for six
            months, and as long as they are in force. If you delete your account, they are kept for
            that time without your words.
          </li>
          <li>
            <strong>Of a clip that was removed</strong> by the people who run this site, a hash of
            the file and a print of its sound for six months, also after its author’s account, so
            that it is recognised when somebody posts it again; within an hour after that both are
            wiped. New clips are compared with them, and their own prints are not stored.
          </li>
          <li>
            <strong>Usernames that you have left</strong> for 90 days, so that nobody else gets your
            old links; within an hour after that they are wiped. People who are mentioned in a
            comment are stored with it: the mention leads to them by whatever name they have now.
            After an account is deleted, a code of its names is kept for a year, so that nobody can
            take them; within an hour after that it is wiped. The code is made with a secret and
            cannot be turned back without it.
          </li>
          <li>
            <strong>Your email address,</strong> if you delete your account while it is suspended or
            banned: a code of it until the suspension ends, after a ban for a year, so that no
            account is created with it meanwhile; within an hour after that it is wiped. The code is
            made with a secret and cannot be turned back without it.
          </li>
          <li>
            <strong>Whether your address has allowed mails,</strong> until you change it. What was
            to be mailed is kept for a week, how many mails an address got without having allowed
            them for a day.
          </li>
          <li>
            <strong>Notifications</strong> for 90 days, and at most the newest 500 of each person.
            Older ones are wiped when the next one is written.
          </li>
          <li>
            <strong>Devices on which you turned on notifications,</strong> with the address at their
            push service, until you sign out there, remove them in the settings, or have not opened
            the app there for 60 days. What was sent to them is noted for a week, without its words.
          </li>
          <li>
            <strong>Recordings that you have not posted</strong> stay on your device until you post
            or discard them, sign out, or your browser clears what this site has stored. If the
            server ends your session, they stay for 30 days, encrypted where your browser has the
            key. You can bring a discarded recording back for eight seconds; then it is deleted, or
            on your next visit if you closed the page before. What you post without a network waits
            there until there is one.
          </li>
          <li>
            <strong>Plays:</strong> we note for a minute that you played something, so that it
            counts once. The note is wiped within the hour, and with your account. For visitors it
            holds no address, only a scrambled form of it.
          </li>
          <li>
            <strong>What counts in Hot and Trending:</strong> for two days we store which of your
            plays, likes, comments and bookmarks were counted, as codes that are made from your
            account, the voice drop, its author or its hashtag, and a secret of the day. Codes and
            secret are wiped within an hour after that, and no backup holds the codes. Only your
            browser stores which voice drops you have listened to until the end, until you sign out.
          </li>
          <li>
            <strong>The network you signed up from:</strong> a code of it for 14 days, within an
            hour after that it is wiped. It shows which accounts were created together, so that one
            person with many accounts cannot push a voice drop up. No backup holds it.
          </li>
          <li>
            <strong>Sessions</strong> until you sign out or end them; the used keys that renewed
            them for one more day.
          </li>
          <li>
            <strong>The audit log</strong> for 90 days, its entries of renewals of sessions for 7.
          </li>
          <li>
            <strong>Messages of the contact form</strong> for six months after the answer, and their
            words until you delete your account, if you were signed in.
          </li>
          <li>
            <strong>An address for which an invitation is reserved</strong> for ten minutes, and
            within ten minutes after that it is wiped.
          </li>
          <li>
            <strong>Counts against abuse</strong> until somebody does something that is counted
            after that hour or day; whether a reporter had been here for a while, as long as the
            report; counts in memory until the server restarts, at the latest.
          </li>
          <li>
            <strong>Server logs and backups</strong> as long as the people who run this site keep
            them.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="on-your-device" title="What is on your device">
        <p>
          In your browser’s storage, until you sign out: your session and the random key of your
          account, or the key of a sign-in that is under way; where you stopped in the middle of
          voice drops, up to 200 of them; which ones you have put into your queue, up to 200; which
          ones you have listened to until the end, up to 2000; your last eight searches; your name
          and picture; likes, bookmarks and follows that wait for a connection; if you turn that on
          in Settings, the audio and cards of your last 100 bookmarks and of your last feed, up to
          100 MB, for listening offline, which counts nowhere; whether you were asked about posting
          in your own voice, or with a filter that can be undone; the filter that you used last; the
          random choices of Veil for conversations that you began anonymously; comments that you
          have begun; and recordings that are not posted yet, with what you wrote about them and,
          for those that wait for a connection, the filtered version. If a recording is not posted
          when you sign out, you are asked first. As long as the tab is open: what the player plays,
          and, without being signed in, what you have typed below a voice drop, and which one you
          last wanted to like, until you sign in: then it is liked. Longer: your theme, the volume,
          the speed and whether silence is skipped; whether letters are shortcuts; whether lists
          leave out what you have heard; and whether the browser was asked to keep recordings. An
          audio file that another app shares with this one while nobody is signed in waits here
          until somebody signs in and opens the recorder.
        </p>
        <p>
          If the server ends your session, for example because it has expired or you signed out on
          another device, what was kept for listening offline and the likes, bookmarks and follows
          that wait are deleted; the recordings and comments stay for 30 days. Once the app is open,
          your browser encrypts them and forgets the key, and you get them back when you sign in
          here again. Where your browser could not fetch the key since you had signed in, they are
          not encrypted for these 30 days, and no other account is shown them. They are removed when
          the app is opened after that time.
        </p>
        <p>
          The app’s own files are stored too, so that it opens without a network, and your browser
          may keep what you have played and seen for a while. If you turn on notifications, your
          browser shows them through your system, and receives them through the push service of the
          company that makes it. We send them encrypted for your browser: that company learns when
          one comes and how long it is, not what it says.
        </p>
        <p>
          One cookie, sidebar:state, remembers for 7 days whether the sidebar is open. There are no
          other cookies, which is why we do not ask about them.
        </p>
      </LegalSection>
      <LegalSection id="delete" title="How to delete everything, or take it with you">
        <p>
          Single things: Delete is in the menu of a voice drop, and below a comment as long as you
          can read it. Everything: Settings, Security, Delete account. If you signed in more than
          ten minutes ago you have to prove again who you are, so that nobody else can do it. Then
          your profile, voice drops, audio, picture, comments, likes, bookmarks, follows, blocks,
          reports, sessions and account are removed at once, with other people’s comments on your
          voice drops and in the threads that you began, and the recordings in the browser that you
          use for it. Replies to you in another person’s thread remain, with your name where they
          wrote it. This cannot be undone.
        </p>
        <p>
          What remains are the entries of the audit log until their 90 days are over, the code of
          your username for a year at most, that of your address if you were suspended or banned,
          what the moderators’ log says about your account until its two years are over, what was
          reported and decided, for six months as described above, and what server logs and older
          backups hold. Recordings that you never posted remain in your other browsers and on your
          other devices; clear this site’s data there to remove them.
        </p>
        <p>
          A copy of all that you made here and that was sent to you, clips included: Settings,
          Security, Download my data. It is made on your device, and we mail you that it was made,
          in case it was not you. To have something corrected that you cannot change yourself,{' '}
          <ContactPhrase />.
        </p>
      </LegalSection>
      <LegalSection id="age" title="Age">
        <p>
          Undertone is for people of at least 13 years. Under 18 you need the consent of a parent or
          guardian. If we learn that an account belongs to someone younger than 13, we delete it.
        </p>
      </LegalSection>
      <LegalSection id="changes" title="Changes">
        <p>This page describes what Undertone does. When that changes, so does this page.</p>
      </LegalSection>
    </LegalPage>
  );
}

/** The sentence about podcast feeds, where the operator has them on. */
function PodcastFeeds() {
  if (!useClient().settings.podcastFeeds) return null;
  return (
    <>
      If you allow downloads and your account is not private, podcast apps can follow your public
      voice drops: they are given your username and bio, and the audio, title, hashtags and time of
      each voice drop, and keep what they have downloaded.
    </>
  );
}
