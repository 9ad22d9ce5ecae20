import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { setEducator, setLastRole, setLearner } from '#contract/users.ts';
import { newId, userScope } from '#contract/ids.ts';
import { changeSettings, tryMail } from '#contract/notifications.ts';
import type { Me } from '#contract/rows.ts';
import { accountDatabase } from '../door.ts';
import { enqueue } from '../outbox/enqueue.ts';

const newPerson = async () => {
  const userId = newId();
  const scope = userScope(userId);
  const me: Me = {
    id: userId,
    scope,
    userId,
    profileId: newId(),
    firstName: 'Ida',
    lastName: 'Berg',
    username: 'ida',
    userPhoto: null,
    lastLoginedRole: 'learner',
    isLearner: true,
    isEducator: true,
    isOrganization: false,
    isEducatorRoleAvailable: true,
    isAdmin: false,
    isRegistrationComplete: true,
    learnerId: newId(),
    educatorId: newId(),
    organizations: [],
    firstTimeLogin: { learner: true, educator: true, organization: false },
    completeness: 0,
    notificationSettings: { isEnabled: true, frequencies: { learnerCommunityNewContent: 'day_1' } },
    storageUsed: 0,
    storageSize: 4e9,
  };
  const db = accountDatabase(userId);
  await db.me.put(me);
  return { db, me, read: () => db.me.get(userId), options: { owner: userId, scope } };
};

test('NAV-113 switching the role changes the role in use at once', async () => {
  const { db, read, options } = await newPerson();
  await enqueue(db, setLastRole, { lastLoginedRole: 'educator' }, options);
  expect((await read())?.lastLoginedRole).toBe('educator');
});

test('a role that was used once is no longer marked as new', async () => {
  const { db, me, read, options } = await newPerson();
  await enqueue(db, setLearner, { id: me.learnerId!, firstTimeLogin: false }, options);
  expect((await read())?.firstTimeLogin).toEqual({ learner: false, educator: true, organization: false });
  await enqueue(db, setEducator, { educatorId: me.educatorId!, firstTimeLogin: false }, options);
  expect((await read())?.firstTimeLogin).toEqual({ learner: false, educator: false, organization: false });
});

test('an address that took no mails is tried again at once', async () => {
  const { db, me, read, options } = await newPerson();
  await db.me.put({ ...me, unreachableEmail: 'i***@mail.example' });
  await enqueue(db, tryMail, {}, options);
  expect((await read())?.unreachableEmail).toBeNull();
});

test('NOT-016 NOT-027 a frequency and the switch change independently', async () => {
  const { db, read, options } = await newPerson();
  await enqueue(
    db,
    changeSettings,
    { notificationTypeName: 'learnerCommunityNewComment', frequency: 'never' },
    options,
  );
  await enqueue(db, changeSettings, { isEnabled: false }, options);
  expect((await read())?.notificationSettings).toEqual({
    isEnabled: false,
    frequencies: { learnerCommunityNewContent: 'day_1', learnerCommunityNewComment: 'never' },
  });
  await enqueue(db, changeSettings, { isMailed: false }, options);
  await enqueue(db, changeSettings, { isEnabled: true }, options);
  expect((await read())?.notificationSettings).toMatchObject({ isEnabled: true, isMailed: false });
});
