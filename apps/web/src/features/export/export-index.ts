import { escapeMarkup } from '@undertone/domain/escape-markup';

/** A file that the page of a copy explains. */
export interface IndexedFile {
  name: string;
  about: string;
  /** How many rows it has. */
  rows: number;
}

interface IndexContent {
  username: string;
  site: string;
  madeAt: Date;
  files: readonly IndexedFile[];
  clips: number;
  /** Names of files that the server did not have. */
  missing: readonly string[];
}

const STYLE = `:root { color-scheme: light dark; background: #f7f2ea; color: #2a211b; font: 17px/1.55 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { background: #1c1713; color: #f1eadf } }
body { max-width: 44em; margin: 0 auto; padding: 8vh 24px 24px }
h1, h2 { font-family: Georgia, serif; font-weight: 500; line-height: 1.2 }
a { color: inherit }
ul { padding: 0; list-style: none }
li { padding: 10px 0; border-top: 1px solid #8886; overflow-wrap: anywhere }
li a { display: inline-block; padding: 4px 0 }`;

/** The page in a copy of a person's data that explains its files. It needs no network and no script. */
export function renderIndex(content: IndexContent): string {
  const { username, site, madeAt, files, clips, missing } = content;
  const rows = files.map(
    ({ name, about, rows }) =>
      `<li><a href="${escapeMarkup(name)}">${escapeMarkup(name)}</a><br>${escapeMarkup(about)} (${rows})</li>`,
  );
  const lost = missing.map((name) => `<li>${escapeMarkup(name)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your data at Undertone</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Your data at Undertone</h1>
<p>The data of ${escapeMarkup(username)} at ${escapeMarkup(site)}, as it was on ${escapeMarkup(madeAt.toUTCString())}.</p>
<h2>Files</h2>
<p>The files are JSON: every web browser and every text editor shows them. The number behind each is that of its rows. Times are in UTC. Ids are the same in all files.</p>
<ul role="list">
${rows.join('\n')}
</ul>
<h2>Clips</h2>
<p>The folder <b>clips</b> has ${clips} ${clips === 1 ? 'clip' : 'clips'} as MP3 or WAV, which every player plays: your voice drops, your replies, and the messages that you sent and received, with a folder for each conversation. The names begin with the day. Rows of drops and comments name their clip; the name of a message's clip ends in the message's id. Clips of message requests that you have not accepted are not here.</p>
${lost.length > 0 ? `<p>The server does not have these files any more:</p>\n<ul role="list">\n${lost.join('\n')}\n</ul>\n` : ''}<h2>What is not here</h2>
<p>What others have done that concerns you and is theirs: who blocked or muted you, who reported something, and who sends you anonymous messages. Of a message that was deleted there is only that it was. What the server works out from these rows, such as the order of lists, is not here either.</p>
</main>
</body>
</html>
`;
}
