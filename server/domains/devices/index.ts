import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import { addDevice, findDevice, removeDevice } from './queries.ts';
import { readRegistration } from './registration.ts';
import { sendTest } from './send-test.ts';

export { deleteDevice } from './queries.ts';
export { sendTest } from './send-test.ts';

/** Test pushes of one person: enough to try again, too few to disturb. */
const TESTS = { capacity: 5, perSeconds: 600 };

const testDevice: Handler<'devices.test'> = async ({ db, services, session, now }, { registrationId }) => {
  await takeToken(services.database.counters, `push-test:${session.userId}`, TESTS);
  const { hash } = readRegistration(services, registrationId, 'any');
  const deviceId = found(await findDevice(db, session.userId, hash));
  const id = newId(now.getTime());
  return { id, result: await sendTest(services, { testId: id, deviceId }) };
};

/** The devices that get a person's pushes. They are the person's own, whatever the scope. */
export const devicesHandlers: AreaHandlers<'devices'> = {
  'devices.list': ({ db, session }) =>
    answerJson(
      db,
      sql`select json_build_object('count', count(*), 'results', coalesce(
        json_agg(json_build_object('registrationId', registration_id, 'type', type) order by created_at desc), '[]'))
        from devices where user_id = ${session.userId}`,
    ),
  'devices.add': async ({ db, services, session }, { registrationId }) => {
    const registration = readRegistration(services, registrationId);
    await addDevice(db, { userId: session.userId, sessionId: session.sessionId, ...registration });
    return { registrationId: registration.id, type: 'web' as const };
  },
  'devices.remove': async ({ db, services, session }, { registrationId }) => {
    await removeDevice(db, session.userId, readRegistration(services, registrationId, 'any').hash);
    return undefined;
  },
  'devices.test': { outside: testDevice },
  'devices.pushConfig': async ({ services }) => {
    const { kind, publicKey, firebase } = services.push;
    return { kind, vapidPublicKey: publicKey, firebase };
  },
};
