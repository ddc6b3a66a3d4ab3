import { Input } from '#ui/input.tsx';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';

/** The place of a conversation while none is open. */
export function NoConversation() {
  return (
    <>
      <div className="grid grow place-items-center overflow-y-auto px-6 py-10 text-center">
        <div>
          <WaveformOrnament className="mx-auto mb-6 h-9 text-line-strong" />
          <p className="font-display text-xl">Select a conversation</p>
          <p className="mx-auto mt-2 max-w-sm text-ink-soft">
            Choose one from the list, or press Message on a profile to begin one.
          </p>
        </div>
      </div>
      <div className="border-t border-line p-3">
        <Input
          aria-label="Message"
          placeholder="Type a message..."
          disabled
          className="rounded-full!"
        />
      </div>
    </>
  );
}
