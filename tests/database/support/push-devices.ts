import { randomBytes, randomUUID } from 'node:crypto';
import type { Person } from './persona.ts';
import type { TestDatabase } from './test-database.ts';

/** What a browser says of its push subscription. */
export interface Device {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export const keyOf = (bytes: number) => randomBytes(bytes).toString('base64url');

export const makeDevice = (): Device => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  p256dh: keyOf(65),
  auth: keyOf(16),
});

/** The registration of devices for push messages. */
export const pushDevicesOf = ({ make, queryAs }: TestDatabase) => {
  const register = async (person: Person, { endpoint, p256dh, auth } = makeDevice()) => {
    const [row] = await queryAs<{ id: string }[]>(person)`
      select register_push(${endpoint}, ${p256dh}, ${auth}) as id`;
    return row!.id;
  };
  return {
    register,

    devicesOf: (person: Person) => queryAs(person)`select id, endpoint from push_subscriptions`,

    /** A person with a device. */
    personWithDevice: async (): Promise<Person> => {
      const person = await make.session(await make.person());
      await register(person);
      return person;
    },
  };
};
