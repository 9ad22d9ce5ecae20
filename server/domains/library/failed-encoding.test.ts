import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENCODING } from '#contract/rows.ts';
import { startCommunity, type TestCommunity } from '#server/domains/channels/channels.fixtures.ts';
import { failPreparing, findPreparing } from './index.ts';

let world: TestCommunity;
beforeAll(async () => {
  world = await startCommunity();
});
afterAll(() => world.server.close());

test('D-341: a file that could not be encoded, for no reason of its own, is told to its owner with the way to the Library', async () => {
  const ana = await world.server.addPerson({ isEducator: true });
  const id = await world.addContent(ana, { approved: false });
  const preparing = (await findPreparing(world.db, id))!;
  for (let times = 0; times < 2; times += 1)
    await failPreparing(world.services, preparing, ENCODING.encodingError, null);
  const { body } = await world.server.call('GET /notifications?recipientType=educator', undefined, { as: ana });
  expect(body.results).toMatchObject([
    {
      title: 'Encoding failed',
      text: expect.stringMatching(/^‘Content .+’ could not be encoded\.$/),
      link: `/library?of=${ana.scope}`,
      linkTitle: 'Open',
    },
  ]);
  expect(await world.notificationsOf(ana)).toMatchObject([{ kind: 'encoding_failed' }]);
});
