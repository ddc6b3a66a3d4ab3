import { LegalPage, LegalSection } from './legal-page.tsx';
import { SiteLink } from '#ui/site-link.tsx';

/** How recordings are processed, stored and played. */
export function VoiceUsagePage() {
  return (
    <LegalPage
      title="Voice Usage"
      summary="Your voice is recorded when you say so, changed the way you choose, heard by those you allow, and gone when you delete it."
    >
      <LegalSection id="whose" title="Whose voice it may be">
        <p>
          Yours. Someone else’s only if they know about it and agree: a friend beside you, a guest,
          a parent who said yes for their child. Not people who were recorded without noticing, not
          calls or voice messages that were meant for you alone, and no machine-made voice that
          sounds like a real person.
        </p>
      </LegalSection>
      <LegalSection id="recording" title="From your mouth to your device">
        <p>
          The microphone is on only while the round button says so. A recording takes up to 60
          seconds and is kept on your device, piece by piece, so that neither a closed tab nor a
          lost connection costs you what you said. It stays there until you post or discard it.
        </p>
        <p>
          An audio file that you choose instead, or share with the installed app, is read on your
          device. Its sound becomes a recording like any other. The file itself, its name, and the
          titles, pictures and places in it are not sent to us.
        </p>
      </LegalSection>
      <LegalSection id="filters" title="What the filters do">
        <ul>
          <li>
            <strong>Original</strong> leaves your voice as it is.
          </li>
          <li>
            <strong>Veil</strong> replaces the timbre, melody and pace of your voice with those of a
            made-up stranger. The stranger is picked at random for each voice drop, and then
            forgotten. You can keep one until you close the tab; then others can notice that these
            voice drops are by one person. In a conversation that you began with an anonymous voice
            message, one stranger speaks for you throughout.
          </li>
          <li>
            <strong>High Pitch</strong> plays it 1.3 times as fast, and <strong>Deep Voice</strong>{' '}
            0.85 times, which changes pitch and length too.
          </li>
          <li>
            <strong>Robot Voice</strong> takes the melody out of it.
          </li>
          <li>
            <strong>Echo Effect</strong> repeats it after 0.16, 0.26 and 0.36 seconds.
          </li>
          <li>
            <strong>Vintage Radio</strong> leaves only what is between 250 and 3200 Hz, with a
            little noise.
          </li>
          <li>
            <strong>Loud Hailer</strong> squeezes it through a narrow, overdriven horn.
          </li>
        </ul>
        <p>
          They are simple arithmetic on sound, done by your browser on your device: your voice
          without the filter does not leave it. There is one exception. Where your browser cannot do
          this, the recording is sent to the server, filtered in its memory and sent back, and
          neither version is stored there. When a filter fails, your voice is not posted without it.
        </p>
        <p>Finally every voice drop, filtered or not, is set to the same loudness.</p>
      </LegalSection>
      <LegalSection id="not-a-mask" title="What they hide, and what they do not">
        <p>
          We have measured how much of a voice can be restored or still be recognised. In words:
        </p>
        <ul>
          <li>
            <strong>High Pitch</strong> and <strong>Deep Voice</strong> are undone by one command of
            an audio editor, to the last detail. <strong>Echo Effect</strong>,{' '}
            <strong>Vintage Radio</strong> and <strong>Loud Hailer</strong> leave most of your voice
            unchanged. They are for fun: anyone can undo them.
          </li>
          <li>
            <strong>Robot Voice</strong> hides some of you: the melody is gone, the timbre is not.
            With each of these six filters, a plain program that compares voices and knows the
            filter still recognises the person: it is wrong about as rarely as with the voice
            itself, once or twice in a hundred comparisons.
          </li>
          <li>
            <strong>Veil</strong> hides you best, from people who know your voice and from common
            tools. The same program is wrong in more than four of ten comparisons, and in three of
            ten once it has learned from many other people’s voices behind Veil; by guessing it
            would be wrong in five. Somebody determined, with recordings of you, may still link them
            to what you post with it.
          </li>
        </ul>
        <p>
          No filter hides what you say, your accent, or what is heard behind you. Nobody can undo
          Veil for you or for anyone else, and neither can we: its random choices are stored
          nowhere. The one exception is on your device: it stores those of a conversation that you
          began with an anonymous voice message until you delete the conversation, sign out or
          delete your account, and never sends them. If being recognised would put you in danger,
          please do not post it.
        </p>
        <p>
          The measurements are made with voices from speech synthesis and with a plain program that
          compares voices. A better program may do better. What the measurements show for certain is
          how the filters compare.
        </p>
      </LegalSection>
      <LegalSection id="storage" title="What is stored">
        <p>
          Only the version that you post, with its length and 100 numbers for drawing its waveform:
          an MP3 file of one channel and at most half a megabyte a minute, made by your browser, or,
          where it cannot make one, a WAV file of one channel, 44.1 kHz and 16 bits. The unfiltered
          recording is not stored. Voice drops may be up to 5 minutes long; 30 seconds to 2 minutes
          work best. A voice reply is recorded for up to a minute.
        </p>
        <p>
          The file is private. The server sends it only to people who may listen to the voice drop,
          mostly through links that expire. Deleting the voice drop deletes the file too; if the
          connection breaks at that moment, the app deletes it later. Once posted, audio cannot be
          changed, only deleted; title, description and hashtags can be edited. A voice reply is
          sent to those who may read the comment, and its file goes with the comment. The file of a
          clip that somebody has reported is kept for us alone until six months after we have
          decided about it.
        </p>
      </LegalSection>
      <LegalSection id="others" title="What others may do with it">
        <ul>
          <li>
            Listen, share its link, and comment, if they may listen to it. A public voice drop can
            also be shown with a player on other sites.
          </li>
          <li>
            Download it, here or by another app, or share it or a minute of it as a video, if you
            have switched on Allow download of my drops. It is off unless you do, and then neither
            is offered; that cannot keep anyone from recording what they play.
          </li>
          <li>
            Nothing else without asking you: no reposting as their own, no other cutting, no
            training of machines, no attempt to identify you.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="us" title="What we do with it">
        <p>
          We store it and play it, and listen to it when it has been reported. We do not transcribe
          or analyse voices, make no voiceprints, train nothing with them and give them to no one.
          The{' '}
          <SiteLink href="/privacy" className="link">
            Privacy Policy
          </SiteLink>{' '}
          has the rest.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
