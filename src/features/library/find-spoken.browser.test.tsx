import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readOwnCaptions, saveCaptions } from '#contract/captions.ts';
import { newId } from '#contract/ids.ts';
import { answerKey } from '#store/answers.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import type { Account } from '#app/data/account.ts';
import { libraryContent } from '#app/data/contents.fixtures.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  standInNetwork,
  USER_ID,
  type Network,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ChannelLibraryScreen } from './channel-library-screen.tsx';

let network: Network;
let account: Account;
const channelId = newId();

const addContent = async (title: string): Promise<string> => account.db.contents.put(libraryContent(SCOPE, title));
const cues = (text: string) => [{ startMs: 0, endMs: 1_000, text }];
const titles = () =>
  page
    .getByRole('list', { name: 'Content' })
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent)
    .toSorted();
const search = (words: string) => page.getByRole('searchbox').fill(words);

beforeEach(async () => {
  network = standInNetwork();
  account = await freshAccount();
  await account.db.me.put(person());
  await account.db.channels.put({ id: channelId, scope: SCOPE, name: 'Lab', hasContent: true, position: 0 } as never);
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('offline, the search finds captions that are on the device, kept and not yet sent, beside titles', async () => {
  network.goOffline();
  const [kept, unsent] = [await addContent('Clip 1'), await addContent('Clip 2')];
  await addContent('Volley drills');
  await addContent('Clip 3');
  const track = { language: 'en', cues: cues('The volley at the net'), version: 1, savedAt: '', former: null };
  await account.db.answers.put({
    key: answerKey(readOwnCaptions, { id: kept }),
    call: 'captions.read',
    answer: { tracks: [track], chapters: [] },
    fetchedAtMs: 0,
  });
  const input = { id: unsent, language: 'fr', cues: cues('La VOLLÉY') };
  await enqueue(account.db, saveCaptions, input, { owner: USER_ID, scope: SCOPE });
  showRouted(<ChannelLibraryScreen channelId={channelId} contentId={undefined} />);
  await search('volley');
  await expect.poll(titles).toEqual(['Clip 1', 'Clip 2', 'Volley drills']);
  await search('volley net');
  await expect.poll(titles).toEqual(['Clip 1']);
  await search('');
  await expect.poll(() => titles().length).toBe(4);
});

test('online, the server’s finds are added', async () => {
  const id = await addContent('Clip 1');
  await addContent('Clip 2');
  network.answer('/library/captions', (query) => ({ contentIds: query.get('search') === 'serve' ? [id] : [] }));
  showRouted(<ChannelLibraryScreen channelId={channelId} contentId={undefined} />);
  await search('serve');
  await expect.poll(titles).toEqual(['Clip 1']);
});
