import { buttonClass } from '#ui/button-class.ts';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';
import { MarketingFrame } from './marketing-frame.tsx';
import { SiteLink } from '#ui/site-link.tsx';

/** Why Undertone exists, written as a letter. */
export function AboutPage() {
  return (
    <MarketingFrame title="About">
      <article className="max-w-2xl lg:mx-auto">
        <WaveformOrnament className="mb-10 h-10 text-line-strong" />
        <h1 className="text-4xl sm:text-6xl">Dear stranger,</h1>
        <div className="mt-8 space-y-5 text-lg leading-relaxed text-ink-soft">
          <p>
            The best radio is on when nobody should be listening. Someone far away speaks low into a
            microphone, and for a minute you are the only other person awake. You do not know their
            face. You do not need to.
          </p>
          <p>
            Then we all got cameras, and every thought had to look good first. People learned to
            angle the light, count the likes and say less. The voice, the oldest thing we have for
            telling each other the truth, became the soundtrack to a picture.
          </p>
          <p>
            Undertone turns the picture off. You press a button and talk, for a minute at most. If
            your own voice is too close to home, you lend yourself another: deeper, smaller, across
            a valley, from a radio that has not worked since the seventies. Then you let it go, and
            somebody hears it.
          </p>
          <p>
            A minute is short on purpose. It is too short for a speech and long enough for what you
            actually wanted to say. There is no rehearsing it to death. There is a record button,
            and the courage to press it.
          </p>
          <p>
            We made a few promises to ourselves while building this. Until you post it, your
            recording is stored on your device and nowhere else. What you mark private is private on
            the server, not only on the screen. We keep no history of what you listen to, and
            nothing on these pages calls home to anyone else. When you leave, you can take it all
            down with you.
          </p>
          <p>
            In return we ask for one thing: listen the way you would want to be listened to. The
            person behind the strange voice is somebody. So are you.
          </p>
          <p className="text-ink">
            Good night, or good morning,
            <br />
            <span className="font-display text-2xl">the people of Undertone</span>
          </p>
        </div>
        <SiteLink href="/auth?tab=sign-up" className={`${buttonClass({ size: 'lg' })} mt-12`}>
          join now
        </SiteLink>
      </article>
    </MarketingFrame>
  );
}
