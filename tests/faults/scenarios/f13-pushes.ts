import { newId } from '#contract/ids.ts';
import type { ShownNotification } from '#tests/support/shown-notifications.ts';
import type { Device } from '../world/device.ts';
import { eventually, judge, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import type { Person } from '../world/people.ts';
import { askToLogOut } from '../world/screens.ts';
import { inWorld, type ScenarioOptions, type World } from '../world/world.ts';

const SEEN_WITHIN_MS = 15_000;
const SECRET = 'Ana has a new clip';

/** A push as our server sends it. */
const pushTo = ({ userId }: Person, id: string = newId()): string =>
  JSON.stringify({
    id,
    userId,
    title: SECRET,
    text: `${SECRET}, take a look`,
    link: `/notifications?id=${id}`,
    unread: 2,
  });

/** Payloads that our server never sends, the worst that a push service may deliver. */
const odd = (world: World): string[] => [
  '',
  'not json at all',
  '[]',
  'null',
  '7',
  '{}',
  '{"data":null}',
  '{"data":{"id":{}}}',
  '{"title":"","text":" "}',
  `{"id":"${'x'.repeat(3_000)}"}`,
  '\ud800',
  String(world.random.next()),
];

/**
 * F13: pushes of every kind in every situation, `size` rounds (1). Each shows exactly one notification, and its text is
 * shown only to its recipient.
 */
export const runF13 = (options: ScenarioOptions): Promise<ScenarioReport> =>
  inWorld(options, async (world, seed) => {
    const { size = 1 } = options;
    const found: Findings = { lost: [], doubled: [], reordered: [] };
    let pushes = 0;
    for (let round = 0; round < size; round += 1) {
      const [ana, bea] = [await world.addPerson(), await world.addPerson()];
      const device = await world.open(ana);
      device.context.setDefaultTimeout(SEEN_WITHIN_MS);
      const send = async (
        situation: string,
        payloads: readonly string[],
        wanted: number,
        isReadable: boolean,
      ): Promise<void> => {
        pushes += payloads.length;
        judgeSeen(situation, await deliver(device, payloads, wanted), wanted, isReadable, found);
      };
      await device.page.bringToFront();
      await send('on a focused page', [pushTo(ana)], 1, true);
      for (const payload of odd(world)) await send(`with the payload ${payload.slice(0, 30)}`, [payload], 1, false);
      await send('three in a row', [pushTo(ana), pushTo(ana), pushTo(ana)], 3, true);
      await send('three times the same', [pushTo(ana, 'same'), pushTo(ana, 'same'), pushTo(ana, 'same')], 1, true);
      await send('for another person', [pushTo(bea)], 1, false);
      await send('without a recipient', [pushTo({ ...bea, userId: undefined as never })], 1, false);
      await device.leave();
      await send('with the app closed', [pushTo(ana)], 1, true);
      await device.deliverPush(pushTo(ana));
      await eventually(async () => (device.shown().length > 0 ? true : undefined), performance.now() + SEEN_WITHIN_MS);
      judgeSeen('before signing out', await device.ask('notifications'), 1, true, found);
      await device.goto('/library');
      await askToLogOut(device.page);
      // A screen that fails while the person leaves may cancel the way to the welcome page.
      device.page.on('console', (message) => {
        if (message.text().includes('needs a signed-in account'))
          found.lost.push(`a screen failed at the sign-out: ${message.text().slice(0, 200)}`);
      });
      await device.page.getByRole('button', { name: 'Log Out', exact: true }).click();
      await device.page.waitForURL('**/welcome');
      judgeSeen('earlier notifications after the sign-out', await device.ask('notifications'), 0, false, found);
      await device.closeNotifications();
      await send('after signing out', [pushTo(ana)], 1, false);
      await device.ask('signIn', bea.username, bea.password);
      await send('for who was here before', [pushTo(ana)], 1, false);
      await send('for who is here now', [pushTo(bea)], 1, true);
      await device.context.close();
    }
    return judge('F13', seed, { seconds: 0, stuck: [] }, found, [], `${pushes} pushes, each seen once`);
  });

/** @returns The notifications shown once the wanted number has arrived and a last push after them was shown too. */
const deliver = async (device: Device, payloads: readonly string[], wanted: number): Promise<ShownNotification[]> => {
  const last = newId();
  for (const payload of payloads) await device.deliverPush(payload);
  const others = () => device.shown().filter(({ tag }) => tag !== last);
  await eventually(async () => (others().length >= wanted ? true : undefined), performance.now() + SEEN_WITHIN_MS);
  await device.deliverPush(JSON.stringify({ id: last }));
  await eventually(
    async () => (device.shown().some(({ tag }) => tag === last) ? true : undefined),
    performance.now() + SEEN_WITHIN_MS,
  );
  const seen = others();
  await device.closeNotifications();
  return seen;
};

const judgeSeen = (
  situation: string,
  seen: readonly ShownNotification[],
  wanted: number,
  isReadable: boolean,
  found: Findings,
): void => {
  if (seen.length < wanted) found.lost.push(`${situation}: ${seen.length} of ${wanted} notifications`);
  if (seen.length > wanted) found.doubled.push(`${situation}: ${seen.length} notifications for ${wanted}`);
  if (seen.some(({ title, body }) => title.trim() === '' || body.trim() === ''))
    found.lost.push(`${situation}: a notification without text`);
  const readable = seen.filter(({ title, body }) => `${title} ${body}`.includes(SECRET)).length;
  if (isReadable && readable < wanted) found.lost.push(`${situation}: its text is not shown`);
  if (!isReadable && readable > 0) found.lost.push(`${situation}: another person's text is shown`);
};
