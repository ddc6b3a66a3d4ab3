import { cpus } from 'node:os';

/** Describes the machine in a line. */
export const machine = (): string => {
  const processors = cpus();
  return `${processors[0]?.model}, ${processors.length} cores, Node ${process.version}`;
};
