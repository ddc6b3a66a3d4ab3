import { LegalPage, type LegalSection } from './legal-page.tsx';
import { SiteLink } from '#ui/site-link.tsx';

const sections: readonly LegalSection[] = [
  {
    id: 'whose',
    title: 'Whose voice it may be',
    body: (
      <p>
        Yours. Someone else’s only if they know about it and agree: a friend beside you, a guest, a
        parent who said yes for their child. Not people who were recorded without noticing, not
        calls or voice messages that were meant for you alone, and no voice that a machine has made
        to sound like a real person.
      </p>
    ),
  },
  {
    id: 'recording',
    title: 'From your mouth to your device',
    body: (
      <p>
        The microphone is on only while the round button says so. A recording takes up to 60 seconds
        and is kept on your device, piece by piece, so that neither a closed tab nor a lost
        connection costs you what you said. It stays there until you post or discard it.
      </p>
    ),
  },
  {
    id: 'filters',
    title: 'What the filters do',
    body: (
      <>
        <ul>
          <li>
            <strong>Original</strong> leaves your voice as it is.
          </li>
          <li>
            <strong>High Pitch</strong> plays it 1.3 times as fast, and <strong>Deep Voice</strong>{' '}
            0.85 times, which moves the pitch and the length along.
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
        <p>
          At the end every voice drop, filtered or not, is brought to the same loudness, so that
          nobody has to reach for the volume.
        </p>
      </>
    ),
  },
  {
    id: 'not-a-mask',
    title: 'What they do not do',
    body: (
      <p>
        A filter keeps a friend from recognising you by ear. It is not made to withstand analysis:
        speeding a voice up can be undone, and how you talk, what you tell and what is to be heard
        in the background can give you away in any voice. If being recognised would put you in
        danger, please do not post it.
      </p>
    ),
  },
  {
    id: 'storage',
    title: 'What is stored',
    body: (
      <>
        <p>
          Only the version that you post, with its length and 100 numbers for drawing its waveform:
          an MP3 file of one channel and at most half a megabyte a minute, made by your browser, or,
          where it cannot make one, a WAV file of one channel, 44.1 kHz and 16 bits. The unfiltered
          recording is not stored. Voice drops may be up to 5 minutes long by our policy; what works
          best is 30 seconds to 2 minutes.
        </p>
        <p>
          The file is private. The server hands it only to those who may hear the voice drop, mostly
          through links that expire. Deleting the voice drop deletes the file too; should the
          connection break just then, the app does it later. Once posted, audio cannot be changed,
          only deleted; title, description and hashtags can be edited.
        </p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'What others may do with it',
    body: (
      <ul>
        <li>
          Listen, share its link, and comment, if they may hear it. A public voice drop can also be
          shown with a player on other sites.
        </li>
        <li>
          Download it, if you have switched on Allow download of my drops. It is off unless you do,
          and then there is no button for it; it cannot keep anyone from recording what they hear.
        </li>
        <li>
          Nothing else without asking you: no reposting as their own, no cutting, no training of
          machines, no attempt to find out who you are.
        </li>
      </ul>
    ),
  },
  {
    id: 'us',
    title: 'What we do with it',
    body: (
      <p>
        Store it and play it, and listen to it when it has been reported. We do not transcribe or
        analyse voices, make no voiceprints, train nothing with them and give them to nobody. The{' '}
        <SiteLink href="/privacy" className="link">
          Privacy Policy
        </SiteLink>{' '}
        says the rest.
      </p>
    ),
  },
];

/** How recordings are processed, stored and played. */
export function VoiceUsagePage() {
  return (
    <LegalPage
      title="Voice Usage"
      summary="Your voice is recorded when you say so, changed the way you choose, heard by those you allow, and gone when you delete it."
      sections={sections}
    />
  );
}
