import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Time in which a program has to end before it is killed, in ms. */
const STOP_TIMEOUT_MS = 5000;

/** Number of characters at the end of a program's output that a failure shows. */
const SHOWN_OUTPUT = 2000;

/** A program that runs in parallel to the test. */
export interface Program {
  /** Returns the complete output. */
  output(): string;
  /** Waits until the output matches. @throws with the output when the program ends before */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends the program and its child processes. */
  stop(): Promise<void>;
}

/** Starts a program in its own process group, since browsers start child processes. */
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
  child.once('exit', () => (problem ??= 'the program ended'));

  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // All processes of the group have ended.
    }
  };

  return {
    output: () => text,

    async waitForOutput(pattern) {
      for (;;) {
        const match = pattern.exec(text);
        if (match) return match;
        if (problem !== undefined) {
          throw new Error(`${command} is not ready: ${problem}\n${text.slice(-SHOWN_OUTPUT)}`);
        }
        await delay(20);
      }
    },

    async stop() {
      if (problem === undefined) {
        const exited = once(child, 'exit');
        signalGroup('SIGTERM');
        await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      }
      signalGroup('SIGKILL');
    },
  };
}
