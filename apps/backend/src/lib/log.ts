import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

/** The names that errors go by in log lines; under any other, pino writes `{}`. */
const errorKeys = ['err', 'error', 'cause'];

/** Where PostgreSQL quotes the row that it refused: people's addresses, and worse. */
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
