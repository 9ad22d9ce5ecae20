import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { readViewsVariable } from '#contract/pages.ts';
import { readDetail } from '#contract/watch.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from '#app/data/account.ts';
import { watchDetail } from '#app/data/contents.fixtures.ts';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { videoFile, VIDEO_SECONDS } from '#ui/player/video.fixtures.ts';
import { WatchPage } from './watch-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
const network = standInNetwork();
const [id, channelId] = [newId(), newId()];
const detail = watchDetail({
  id,
  description: 'Toss, reach, hit. '.repeat(200),
  durationInMilliseconds: VIDEO_SECONDS * 1000,
  isOwner: true,
});
const player = () => document.querySelector<HTMLElement>('.player');
const variables: Record<string, number> = { fixed_seconds: 3, percentage: 20, maximum_seconds: 180 };
const open = () => showRouted(<WatchPage search={{ content: id, channelId }} onOpen={() => {}} />);
const saveCopy = async (blob: Blob) =>
  account.db.savedMedia.put({ id, contentType: blob.type, blob, bytes: blob.size, savedAtMs: Date.now() });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.requests.length = 0;
  network.answer(`/published-contents/${id}/detail`, () => detail);
  network.answer(`/published-contents/${id}/captions`, () => ({ tracks: [], chapters: [] }));
  for (const [name, value] of Object.entries(variables))
    network.answer(`/variables/views_calculation/${name}`, () => ({ value, unit: 'seconds' }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('WAT-011 the owner has a share menu, with the link to copy', async () => {
  await saveCopy(await videoFile());
  open();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy link', exact: true })).toBeVisible();
});

test('where the browser refuses sound, opening plays muted, and a tap turns the sound on', async () => {
  // Browsers differ in when they refuse: this one always does before a tap on the page.
  const { play } = HTMLMediaElement.prototype;
  let isTapped = false;
  const noteTap = () => (isTapped = true);
  addEventListener('pointerdown', noteTap, true);
  HTMLMediaElement.prototype.play = function refuse(this: HTMLMediaElement) {
    return isTapped || this.muted ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'));
  };
  onTestFinished(() => {
    removeEventListener('pointerdown', noteTap, true);
    HTMLMediaElement.prototype.play = play;
  });
  await saveCopy(await videoFile());
  open();
  const sound = page.getByRole('button', { name: 'Tap for sound' });
  await expect.element(sound).toBeVisible();
  const { paused, muted } = document.querySelector('video')!;
  expect({ paused, muted }).toEqual({ paused: false, muted: true });
  await sound.click();
  await expect.element(sound).not.toBeInTheDocument();
  expect(document.querySelector('video')!).toMatchObject({ paused: false, muted: false });
});

test.each([
  [
    'data saving',
    async () => {
      Object.defineProperty(navigator, 'connection', {
        configurable: true,
        value: Object.assign(new EventTarget(), { saveData: true }),
      });
      onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    },
  ],
  [
    'reduced motion',
    async () => {
      const reduce = (value: string) =>
        cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
      await reduce('reduce');
      onTestFinished(() => reduce('').then(() => {}));
    },
  ],
])(
  'with %s nothing plays until the person presses Play; what was played goes on where it stopped',
  async (_, prepare) => {
    await prepare();
    await saveCopy(await videoFile());
    const video = () => document.querySelector('video');
    const played: string[] = [];
    const notePlay = () => played.push('play');
    document.addEventListener('play', notePlay, true);
    onTestFinished(() => document.removeEventListener('play', notePlay, true));
    open();
    await expect.poll(() => video()?.readyState).toBeGreaterThan(1);
    await expect.poll(() => player()?.dataset['known']).toBe('true');
    expect([video()!.paused, played]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect.poll(() => video()!.currentTime).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
    await expect.poll(() => video()!.paused).toBe(true);
    const stoppedAt = video()!.currentTime;
    await expect.poll(async () => (await account.db.watchPlaces.get(id))?.positionMs ?? 0).toBeGreaterThan(900);
    clearPage();
    played.length = 0;
    open();
    await expect.poll(() => video()?.currentTime ?? 0).toBeGreaterThan(stoppedAt - 0.5);
    expect([video()!.paused, played]).toEqual([true, []]);
  },
);

test('WAT-021 the figures of the view-time rule are asked for by their names, and decide when a view counts', async () => {
  network.answer(`/published-contents/${id}/detail`, () => ({ ...detail, isOwner: false }));
  await saveCopy(await videoFile());
  open();
  await expect
    .poll(() => network.requests.filter((each) => each.startsWith('/variables/views_calculation/')).toSorted())
    .toEqual(
      Object.keys(variables)
        .toSorted()
        .map((name) => `/variables/views_calculation/${name}`),
    );
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(1);
  // Of eight seconds; without the answers all of them would have to be watched.
  const video = document.querySelector('video')!;
  video.muted = true;
  video.playbackRate = 4;
  await video.play();
  const counted = async () => (await account.db.outbox.toArray()).filter(({ call }) => call === 'watch.countView');
  await expect.poll(async () => (await counted()).length).toBe(1);
  expect(Number((await counted())[0]!.input['watchedMs'])).toBeLessThan(VIDEO_SECONDS * 1000 - 1000);
});

test('a view that is watched offline waits in the queue once, however often the video is played', async () => {
  await account.db.answers.bulkPut([
    {
      key: answerKey(readDetail, { publishedId: id }),
      call: readDetail.id,
      answer: { ...detail, isOwner: false },
      fetchedAtMs: 1,
    },
    ...Object.entries(variables).map(([name, value]) => ({
      key: answerKey(readViewsVariable, { name }),
      call: readViewsVariable.id,
      answer: { value, unit: 'seconds' },
      fetchedAtMs: 1,
    })),
  ]);
  await saveCopy(await videoFile());
  network.goOffline();
  open();
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(1);
  const video = document.querySelector('video')!;
  video.muted = true;
  video.playbackRate = 8;
  const ended = () => new Promise((resolve) => video.addEventListener('ended', resolve, { once: true }));
  for (let time = 0; time < 2; time += 1) {
    const end = ended();
    await video.play();
    await end;
  }
  const views = (await account.db.outbox.toArray()).filter(({ call }) => call === 'watch.countView');
  expect(views.map(({ input, state }) => [input['publishedContentId'], state])).toEqual([[id, 'waiting']]);
});

test('WAT-024 WAT-025 the player is 230 px high until its picture is known, stays at the top, and is marked after 100 px of scroll', async () => {
  await saveCopy(new Blob(['no video'], { type: 'video/webm' }));
  open();
  document.body.style.width = '300px';
  await expect.poll(() => player()?.getBoundingClientRect().height).toBe(230);
  clearPage();
  await saveCopy(await videoFile());
  open();
  await expect.poll(() => player()?.dataset['known']).toBe('true');
  expect(player()!.getBoundingClientRect().height).toBeCloseTo((300 * 9) / 16, 0);
  document.body.style.minHeight = '4000px';
  document.querySelector<HTMLElement>('.column')!.style.minHeight = '4000px';
  // Back from further down, so that its mark is known to be taken away again.
  const top = scrollY + document.querySelector('.player')!.parentElement!.getBoundingClientRect().top;
  scrollTo(0, top + 101);
  await expect.poll(() => player()!.dataset['stuck']).toBe('true');
  scrollTo(0, top + 100);
  await expect.poll(() => player()!.dataset['stuck']).toBe(undefined);
  scrollTo(0, top + 101);
  await expect.poll(() => player()!.dataset['stuck']).toBe('true');
  expect(player()!.getBoundingClientRect().top).toBe(0);
  document.body.removeAttribute('style');
});

test('D-186 beside an item whose sport could not be paid stands why it may close, and the cards one tap away; beside others nothing', async () => {
  const link = page.getByRole('link', { name: 'Update card', exact: true });
  await account.db.subscriptions.bulkPut([
    ownSubscription({ scope: SCOPE, sportId: detail.sport.id, sportName: detail.sport.name }),
    ownSubscription({ scope: SCOPE, sportId: 'golf', sportName: 'Golf', subscriptionStatus: 'payment_error' }),
  ]);
  await saveCopy(await videoFile());
  open();
  await expect.element(page.getByRole('heading', { name: detail.title })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  await account.db.subscriptions.where({ sportId: detail.sport.id }).modify({ subscriptionStatus: 'payment_error' });
  const words = `We could not charge your card for ${detail.sport.name}. You keep access while we try again.`;
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(link).toHaveAttribute('href', '/payment-methods');
});
