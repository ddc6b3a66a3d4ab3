import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

/** Names of errors in log lines; under any other name pino writes an error as `{}`. */
const errorKeys = ['err', 'error', 'cause'];

/** Fields of PostgreSQL's errors that quote the refused row, which may hold personal data. */
const rowsInErrors = ['detail', 'where', 'parameters'];

/** @param level pino's */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: Object.fromEntries(errorKeys.map((key) => [key, stdSerializers.err])),
      redact: {
        paths: errorKeys.flatMap((key) => rowsInErrors.map((field) => `${key}.${field}`)),
        remove: true,
      },
    },
    destination,
  );
