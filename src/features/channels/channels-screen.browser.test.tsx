import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { application } from './applications.fixtures.ts';
import { ChannelsScreen } from './channels-screen.tsx';

let account: Account;
const network = standInNetwork();
const ORGANIZATION = newId();
const names = () =>
  page
    .getByRole('list', { name: 'Your channels' })
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('PUB-005 without a channel the page says so', async () => {
  showRouted(<ChannelsScreen />);
  await expect.element(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
});

test('decision 0088: while the own application is under review the empty page says so; once it is approved, how to begin', async () => {
  network.answer('/educator-applications/own', () => ({ count: 1, results: [application('Soccer', 'pending')] }));
  network.goOnline();
  showRouted(<ChannelsScreen />);
  await expect.element(page.getByRole('heading', { name: 'Your Soccer application is under review.' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to Library' })).toBeVisible();
  // The pull after the decision brings the community.
  await account.db.communities.put({
    id: newId(),
    scope: SCOPE,
    sport: 'soccer',
    sportName: 'Soccer',
    channel: null,
    applicationType: 'coaching',
    applicationSportScienceExpertise: null,
    status: 'approved',
  });
  await expect.element(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
});

test('PUB-001 PUB-004 the own channels in their order, and a notice while one is unpublished', async () => {
  await account.db.channels.bulkPut([
    channelRow('Second', { position: 1, active: false }),
    channelRow('First'),
    channelRow('Of the club', { scope: `org:${ORGANIZATION}` }),
  ]);
  showRouted(<ChannelsScreen />);
  await expect.poll(names).toEqual(['First', 'Second']);
  await expect.element(page.getByText(/1 of your channels is unpublished\./)).toBeVisible();
});

test('an Organization has its own channels, each subchannel below its parent', async () => {
  const scope = `org:${ORGANIZATION}` as const;
  const parent = channelRow('Juniors', { scope, position: 1 });
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id: ORGANIZATION, name: 'Club', role: 'Owner' }],
    }),
  );
  await account.db.channels.bulkPut([
    channelRow('Under 12', { scope, position: 0, channelLevel: 1, parentChannel: parent.id }),
    channelRow('Seniors', { scope, position: 2 }),
    parent,
    channelRow('Her own'),
  ]);
  showRouted(<ChannelsScreen />);
  await expect.poll(names).toEqual(['Juniors', 'Under 12', 'Seniors']);
});

test('PUB-002 the page has a button that creates a channel, also without any', async () => {
  const path = showRouted(<ChannelsScreen />);
  await page.getByRole('button', { name: 'Create Channel' }).click();
  await expect.poll(path).toBe('/create-channel');
});

const menuOf = async (name: string) => {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await expect.element(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible();
  return (label: string) => {
    const name = new RegExp(`^${label}`);
    return page.getByRole('button', { name }).or(page.getByRole('menuitem', { name }));
  };
};
const waiting = async () => (await account.db.outbox.toArray()).map(({ call, input }) => ({ call, input }));

test('D-127 a channel is hidden and deleted after a question; one with content cannot be deleted', async () => {
  const [full, empty] = [channelRow('Full', { hasContent: true }), channelRow('Empty', { position: 1 })];
  await account.db.channels.bulkPut([full, empty]);
  showRouted(<ChannelsScreen />);
  const ofFull = await menuOf('Full');
  await expect.element(ofFull('Delete channel')).toBeDisabled();
  await expect.element(page.getByText('Unpublish its content first.')).toBeVisible();
  await ofFull('Unpublish channel').click();
  await expect.element(page.getByRole('heading', { name: 'Unpublish Full?' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish channel' }).click();
  await expect.poll(waiting).toEqual([{ call: 'channels.setActive', input: { channelId: full.id, active: false } }]);

  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await (await menuOf('Empty'))('Delete channel').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete channel' }).click();
  await expect.poll(names).toEqual(['Full']);
  expect((await waiting()).at(-1)).toEqual({ call: 'channels.delete', input: { channelId: empty.id } });
});

test('PUB-004 PUB-007 a channel is published from its menu or its card and unpublished from its menu, and the page says so', async () => {
  const [first, second] = [channelRow('First'), channelRow('Second', { position: 1, active: false })];
  await account.db.channels.bulkPut([first, second]);
  showRouted(<ChannelsScreen />);
  const notice = page.getByText(/1 of your channels is unpublished\./);
  await expect.element(notice).toBeVisible();
  await (await menuOf('Second'))('Publish channel').last().click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await (await menuOf('First'))('Unpublish channel').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish channel' }).click();
  await expect.element(notice).toBeVisible();
  await page.getByRole('button', { name: 'Publish channel' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  const made = (channelId: string, active: boolean) => ({ call: 'channels.setActive', input: { channelId, active } });
  await expect.poll(waiting).toEqual([made(second.id, true), made(first.id, false), made(first.id, true)]);
});

test('D-126 only an Organization’s channels above the second level offer Create Subchannel', async () => {
  const scope = `org:${ORGANIZATION}` as const;
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id: ORGANIZATION, name: 'Club', role: 'Owner' }],
    }),
  );
  const [first, second] = [channelRow('First', { scope }), channelRow('Second', { scope, channelLevel: 1 })];
  const third = channelRow('Third', { scope, channelLevel: 2, parentChannel: second.id });
  await account.db.channels.bulkPut([first, { ...second, parentChannel: first.id }, third]);
  const path = showRouted(<ChannelsScreen />);
  const deep = await menuOf('Third');
  await expect.element(deep('Edit channel')).toBeVisible();
  expect(deep('Create Subchannel').query()).toBeNull();
  await userEvent.keyboard('{Escape}');
  const ofSecond = await menuOf('Second');
  await expect.element(page.getByText('Delete its subchannels first.')).toBeVisible();
  await ofSecond('Create Subchannel').click();
  await expect.poll(path).toBe(`/create-subchannel?parentChannelId=${second.id}&communityId=${second.communityId}`);
});

const order = () =>
  page
    .getByRole('list', { name: 'Your channels' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('.list-row__title')?.textContent);
const grip = (name: string) => page.getByRole('button', { name: `More actions for ${name}` });

test('PUB-003 channels are put in order from a menu, by buttons, by keys and by dragging; each move is a change of its own', async () => {
  const all = ['One', 'Two', 'Three'].map((name, position) => channelRow(name, { position }));
  await account.db.channels.bulkPut(all);
  showRouted(<ChannelsScreen />);
  await expect.poll(names).toEqual(['One', 'Two', 'Three']);
  await (await menuOf('One'))('Reorder').click();
  await expect.poll(order).toEqual(['One', 'Two', 'Three']);
  await (await menuOf('Three'))('Move to top').click();
  await expect.poll(order).toEqual(['Three', 'One', 'Two']);
  await expect.element(page.getByText('Three: place 1 of 3')).toBeInTheDocument();

  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  (grip('Three').element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(order).toEqual(['One', 'Three', 'Two']);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(order).toEqual(['One', 'Two', 'Three']);
  await expect.element(grip('Three')).toHaveFocus();

  await userEvent.dragAndDrop(grip('One'), grip('Three'), { steps: 20 } as never);
  await expect.poll(order).toEqual(['Two', 'Three', 'One']);
  await page.getByRole('button', { name: 'Move Three up' }).click();
  await expect.poll(order).toEqual(['Three', 'Two', 'One']);

  const id = (name: string) => all.find((each) => each.name === name)!.id;
  const move = (name: string, after: string | null) => ({
    call: 'channels.move',
    input: { channelId: id(name), afterId: after && id(after) },
  });
  // Stored before Done: nothing is lost with the page.
  await expect
    .poll(waiting)
    .toEqual([
      move('Three', null),
      move('Three', 'One'),
      move('Three', 'Two'),
      move('One', 'Three'),
      move('Three', null),
    ]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(names).toEqual(['Three', 'Two', 'One']);
  expect(await waiting()).toHaveLength(5);
  // Also by the button of the page.
  await page.getByRole('button', { name: 'Reorder', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Move Two up' })).toBeVisible();
});

test('a channel moves with its subchannels, and a subchannel among those of its parent', async () => {
  const scope = `org:${ORGANIZATION}` as const;
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id: ORGANIZATION, name: 'Club', role: 'Owner' }],
    }),
  );
  const [a, b] = [channelRow('A', { scope }), channelRow('B', { scope, position: 1 })];
  const below = (name: string, position: number, parentChannel: string) =>
    channelRow(name, { scope, position, channelLevel: 1, parentChannel });
  const [a1, a2, b1] = [below('A1', 2, a.id), below('A2', 3, a.id), below('B1', 4, b.id)];
  await account.db.channels.bulkPut([a, b, a1, a2, b1]);
  showRouted(<ChannelsScreen />);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await expect.poll(order).toEqual(['A', 'A1', 'A2', 'B', 'B1']);
  await expect.element(page.getByRole('button', { name: 'Move A1 up' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Move A2 down' })).toBeDisabled();
  await page.getByRole('button', { name: 'Move A1 down' }).click();
  await expect.poll(order).toEqual(['A', 'A2', 'A1', 'B', 'B1']);
  await expect.element(page.getByText('A1: place 2 of 2')).toBeInTheDocument();
  // Dropped on a row of another parent it stays where it is.
  await userEvent.dragAndDrop(grip('A1'), grip('B1'), { steps: 20 } as never);
  const middleOf = (name: string) => {
    const { top, bottom } = grip(name).element().closest('li')!.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const point = (type: string, overRow: string, buttons = 1) =>
    grip('A')
      .element()
      .dispatchEvent(new PointerEvent(type, { bubbles: true, clientY: middleOf(overRow), pointerId: 1, buttons }));
  point('pointerdown', 'A');
  await expect.poll(order).toEqual(['A', 'A2', 'A1', 'B', 'B1']);
  point('pointermove', 'B');
  await expect.poll(order).toEqual(['B', 'B1', 'A', 'A2', 'A1']);
  // Still held: nothing is moved yet.
  expect(await waiting()).toHaveLength(1);
  point('pointerup', 'A', 0);
  await expect.poll(waiting).toHaveLength(2);
  await expect.poll(order).toEqual(['B', 'B1', 'A', 'A2', 'A1']);
  await userEvent.dragAndDrop(grip('A'), grip('B'), { steps: 20 } as never);
  await expect.poll(order).toEqual(['A', 'A2', 'A1', 'B', 'B1']);
  expect((await waiting()).map(({ input }) => input)).toEqual([
    { channelId: a1.id, afterId: a2.id },
    { channelId: a.id, afterId: b.id },
    { channelId: a.id, afterId: null },
  ]);
});

test('while channels are put in order, what another device moved, added or deleted shows at once', async () => {
  const all = ['One', 'Two', 'Three'].map((name, position) => channelRow(name, { position }));
  const [one, two, three] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  await account.db.channels.bulkPut(all);
  showRouted(<ChannelsScreen />);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.getByRole('button', { name: 'Move Two up' }).click();
  await expect.poll(order).toEqual(['Two', 'One', 'Three']);
  const added = channelRow('Four', { position: 3 });
  await account.db.channels.bulkPut([
    { ...three, position: 0 },
    { ...two, position: 1 },
    { ...one, position: 2 },
    added,
  ]);
  await expect.poll(order).toEqual(['Three', 'Two', 'One', 'Four']);
  await page.getByRole('button', { name: 'Move Two down' }).click();
  await expect.poll(order).toEqual(['Three', 'One', 'Two', 'Four']);
  await account.db.channels.delete(one.id);
  await expect.poll(order).toEqual(['Three', 'Two', 'Four']);
  await expect
    .poll(async () => (await waiting()).map(({ input }) => input))
    .toEqual([
      { channelId: two.id, afterId: null },
      { channelId: two.id, afterId: one.id },
    ]);
});
