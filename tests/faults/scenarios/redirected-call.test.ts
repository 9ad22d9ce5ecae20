import { expect, test } from 'vitest';
import { createFolder } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import { sendCall } from '#store/api.ts';
import { prepareCall } from '#tests/api/effects.ts';
import { startWorld } from '#tests/api/fixtures.ts';
import { overProxy } from './f02-lost-answers.ts';
import { doubledDeliveries } from '../oracle/oracle.ts';
import { openProxy } from '../proxy/proxy.ts';
import { seeded } from '../world/seeded.ts';

test('a call that a captive portal redirects is not sent to the other address: its key reaches the server once', async () => {
  const world = await startWorld();
  const proxy = await openProxy({ targetPort: Number(new URL(world.server.url).port), random: seeded(1) });
  try {
    const { actor } = await prepareCall(world, createFolder);
    const [key, id] = [newId(), newId()];
    // The portal disappears between its redirect and the request that follows it.
    proxy.setRules({ method: 'POST', times: 1, mode: { kind: 'portal', as: 'redirect' } });
    const send = () =>
      overProxy(proxy, {}, () =>
        sendCall(
          createFolder,
          { id, title: 'Session 1' },
          { key, credentials: { accessToken: actor.token!, scope: actor.scope as never } },
        ),
      );
    await expect(send()).rejects.toMatchObject({ kind: 'offline' });
    await expect(send()).resolves.toMatchObject({ output: { id } });
    const carried = proxy.log.filter((delivery) => delivery.key === key);
    expect(carried.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/library/folders']);
    expect(doubledDeliveries(proxy.log, new Set([key]))).toEqual([]);
  } finally {
    await proxy.close();
    await world.close();
  }
}, 90_000);
