import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, standInNetwork } from '../data/signed-in.fixtures.tsx';
import { InstallHelp } from './install-help.tsx';
import { showRouted } from '../frame/routed.fixtures.tsx';

const network = standInNetwork();
const block = (id: string, name: string) => ({
  id,
  itemType: 'video',
  name,
  answer: null,
  parent: null,
  media: [
    { id: `${id}-t`, title: name, type: 'thumbnail', videoUrl: null, thumbnail: `/edited/${id}.jpg` },
    { id: `${id}-v`, title: `Film for ${name}`, type: 'video', videoUrl: `/edited/${id}.mp4`, thumbnail: null },
  ],
});

beforeEach(async () => {
  await freshAccount();
  network.requests.length = 0;
});
afterEach(() => {
  clearPage();
  network.goOnline();
});
afterAll(() => network.restore());

test('HLP-002 HLP-003 the videos of the help to install are those that the page app-videos answers, one for each kind of phone', async () => {
  network.answer('/pages/page/app-videos/blocks', () => ({
    headline: 'Install',
    leadText: '',
    items: [block('android', 'Android'), block('ios', 'iPhone and iPad')],
  }));
  showRouted(<InstallHelp open onClose={() => {}} />);
  const dialog = page.getByRole('dialog', { name: 'Add Sideline to your phone', exact: true });
  for (const [id, name] of [
    ['ios', 'iPhone and iPad'],
    ['android', 'Android'],
  ] as const) {
    await dialog.getByText(name, { exact: true }).click();
    const video = dialog.getByLabelText(`Film for ${name}`, { exact: true });
    await expect.element(video).toHaveAttribute('src', `/edited/${id}.mp4`);
    await expect.element(video).toHaveAttribute('poster', `/edited/${id}.jpg`);
    expect(document.querySelectorAll('video')).toHaveLength(1);
  }
  expect(network.requests.filter((path) => path.startsWith('/pages/'))).toEqual(['/pages/page/app-videos/blocks']);
});

test('HLP-003 without the answer there are the steps and no video', async () => {
  network.goOffline();
  showRouted(<InstallHelp open onClose={() => {}} />);
  const dialog = page.getByRole('dialog', { name: 'Add Sideline to your phone', exact: true });
  await dialog.getByText('Android', { exact: true }).click();
  await expect.element(dialog.getByText('Open Sideline in Chrome.')).toBeVisible();
  expect(document.querySelectorAll('video')).toHaveLength(0);
});
