import { cpus } from 'node:os';

/** What was measured on, in a line. */
export const machine = (): string => {
  const processors = cpus();
  return `${processors[0]?.model}, ${processors.length} cores, Node ${process.version}`;
};
