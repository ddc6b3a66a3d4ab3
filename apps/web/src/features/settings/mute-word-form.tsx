import { readHashtag } from '@undertone/domain/hashtag';
import { useState, type FormEvent } from 'react';
import { MuteSpanChoice } from '#features/drops/menu/mute-span.tsx';
import { useMute, type MuteSpan } from '#features/drops/menu/use-mute.ts';
import { subjectName, type MuteSubject } from '#features/people/mute-queries.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

/** As in the database. */
const WORD_MAX = 100;

/** A text is a hashtag if it begins with #; undefined if it can be neither. */
function readSubject(written: string): MuteSubject | undefined {
  const text = written.trim();
  if (!/^[#＃]/.test(text)) return text === '' ? undefined : { kind: 'word', subject: text };
  const tag = readHashtag(text);
  return tag === undefined ? undefined : { kind: 'hashtag', subject: tag };
}

/** The form that mutes a word or a hashtag. */
export function MuteWordForm() {
  const { mute } = useMute();
  const [written, setWritten] = useState('');
  const [span, setSpan] = useState<MuteSpan>('ever');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const subject = readSubject(written);
    if (!subject) {
      setError('Please enter a word, or a hashtag of letters, digits or _.');
      return;
    }
    setPending(true);
    if (await mute(subject, subjectName(subject), span)) setWritten('');
    setPending(false);
  };

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Word or #hashtag"
        value={written}
        error={error}
        maxLength={WORD_MAX}
        autoComplete="off"
        onValueChange={(text) => {
          setWritten(text);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <MuteSpanChoice value={span} onChange={setSpan} />
        <Button type="submit" pending={isPending}>
          Mute
        </Button>
      </div>
    </form>
  );
}
