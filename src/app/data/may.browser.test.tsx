import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { unfollow } from '#contract/channels.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import { readPageText } from '#contract/pages.ts';
import { Allowed } from './may.tsx';
import { clearPage, freshAccount, person, show } from './signed-in.fixtures.tsx';

const CALLS = { folder: createFolder, rename: editFolder, unfollow, text: readPageText };

/** Names of the calls whose buttons are shown. */
const shown = (): string[] =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

afterEach(clearPage);

test('a control is shown if, as far as the device knows, the person may make its call; it follows the person’s row', async () => {
  const { db } = await freshAccount();
  await db.me.put(person());
  show(
    Object.entries(CALLS).map(([name, call]) => (
      <Allowed key={name} call={call}>
        <button type="button">{name}</button>
      </Allowed>
    )),
  );
  // Only the server knows who owns the folder, so the button is shown.
  await expect.poll(shown).toEqual(['folder', 'rename', 'unfollow', 'text']);
  await db.me.put(person({ isEducator: false, lastLoginedRole: 'learner' }));
  await expect.poll(shown).toEqual(['unfollow', 'text']);
  await db.me.put(person({ isRegistrationComplete: false }));
  await expect.poll(shown).toEqual(['text']);
});
