import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a program may take to end before it is killed. */
const endMs = 5000;

/** The end of a program's output that a failure shows, characters. */
const shownOutput = 2000;

/** A program that runs beside the test. */
export interface Program {
  /** All that it has written. */
  output(): string;
  /** Waits until its output matches. @throws with the output when the program ends before */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends it, and whatever it has started. */
  stop(): Promise<void>;
}

/** Starts a program in a process group of its own, since browsers start further processes. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Program {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let problem: string | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  child.once('error', (error) => (problem = error.message));
  child.once('exit', () => (problem ??= 'it ended'));

  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // No process of the group is left.
    }
  };

  return {
    output: () => text,

    async waitForOutput(pattern) {
      for (;;) {
        const match = pattern.exec(text);
        if (match) return match;
        if (problem !== undefined) {
          throw new Error(`${command} is not ready: ${problem}\n${text.slice(-shownOutput)}`);
        }
        await delay(20);
      }
    },

    async stop() {
      if (problem === undefined) {
        const exited = once(child, 'exit');
        signalGroup('SIGTERM');
        await Promise.race([exited, delay(endMs, undefined, { ref: false })]);
      }
      signalGroup('SIGKILL');
    },
  };
}
