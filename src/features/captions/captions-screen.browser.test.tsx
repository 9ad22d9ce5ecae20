import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { newJob } from '#store/uploads/job.ts';
import type { Account } from '#app/data/account.ts';
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
import { expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { videoFile, VIDEO_SECONDS } from '#ui/player/video.fixtures.ts';
import { CaptionsScreen } from './captions-screen.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
let network: Network;
let file: Blob;
const contentId = newId();
const content = (facts: Partial<LibraryContent> = {}): LibraryContent => ({
  id: contentId,
  contentId,
  scope: SCOPE,
  title: 'Serve practice',
  filename: 'Serve practice.mp4',
  type: 'video',
  folderId: null,
  thumbnail: null,
  duration: VIDEO_SECONDS,
  pagesCount: null,
  fileSize: 1,
  originFileSize: file.size,
  createdAt: '2026-11-20T10:00:00.000Z',
  isPublished: false,
  category: null,
  active: true,
  approved: true,
  encodingStatus: 4,
  encodingProgress: 100,
  reviewStatus: 'approved',
  reviewReason: null,
  trim: null,
  published: null,
  ...facts,
});
const PATH = `/library/contents/${contentId}/captions`;
const TRACK = {
  language: 'en',
  cues: [
    { startMs: 0, endMs: 2_000, text: 'Toss the ball' },
    { startMs: 2_000, endMs: 4_000, text: 'Hit it' },
  ],
  version: 2,
  savedAt: '2026-11-20T10:00:00.000Z',
  former: [{ startMs: 0, endMs: 1_000, text: 'Former words' }],
};
const showEditor = () => showRouted(<CaptionsScreen contentId={contentId} />);
const caption = (number: number) => page.getByRole('textbox', { name: new RegExp(`^Caption ${number},`) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const queued = async () => (await account.db.outbox.orderBy('order').toArray()).map(({ call, input }) => [call, input]);
const storedDraft = async () => JSON.stringify((await account.db.drafts.get(`captions:${contentId}`))?.value ?? null);

beforeEach(async () => {
  network = standInNetwork();
  account = await freshAccount();
  file = await videoFile();
  await account.db.me.put(person());
  await account.db.contents.put(content());
  await account.db.savedMedia.put({
    id: contentId,
    contentType: file.type,
    blob: file,
    bytes: file.size,
    savedAtMs: 0,
  });
  await notePull(account);
  network.answer(PATH, () => ({ tracks: [TRACK], chapters: [] }));
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('captions that were saved are shown, typed over by keyboard, taken back, and sent as one change of the language', async () => {
  showEditor();
  await expect.element(caption(1)).toHaveValue('Toss the ball');
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  await caption(2).click();
  await userEvent.keyboard('{End} hard{Enter}Follow through');
  await expect.element(caption(3)).toHaveValue('Follow through');
  await button('Delete caption').click();
  await expect.element(caption(3)).not.toBeInTheDocument();
  await button('Undo').click();
  await expect.element(caption(3)).toHaveValue('Follow through');
  await expectAccessibleAtWidths('the captions editor');
  await button('Save').click();
  await expect.poll(queued).toEqual([
    [
      'captions.save',
      {
        id: contentId,
        cuts: 0,
        language: 'en',
        cues: [
          TRACK.cues[0],
          { startMs: 2_000, endMs: 4_000, text: 'Hit it hard' },
          { startMs: 4_000, endMs: 7_000, text: 'Follow through' },
        ],
      },
    ],
  ]);
  await expect.poll(storedDraft).toBe('null');
});

test('without a network, what is typed survives the page, and a saved change is shown before it is sent', async () => {
  network.goOffline();
  showEditor();
  await button('Add caption here').click();
  await caption(1).fill('Typed in the rain');
  await expect.poll(storedDraft).toContain('Typed in the rain');
  clearPage();
  showEditor();
  await expect.element(caption(1)).toHaveValue('Typed in the rain');
  await button('Save').click();
  await expect.poll(async () => (await queued()).length).toBe(1);
  await expect.poll(storedDraft).toBe('null');
  clearPage();
  showEditor();
  await expect.element(caption(1)).toHaveValue('Typed in the rain');
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
});

test('a file that is not sent yet gets captions without a network; they wait for its upload', async () => {
  network.goOffline();
  await account.db.contents.clear();
  const facts = { owner: USER_ID, scope: SCOPE, folderId: null, name: 'Serve.webm', type: 'video' as const };
  const job = newJob({ ...facts, id: contentId, size: file.size, lastModifiedMs: 1 }, Date.now());
  await account.db.uploadJobs.put({ ...job, keptIn: 'idb', state: 'paused' });
  await account.db.uploadFiles.put({ id: job.fileId, file });
  showEditor();
  await button('Add caption here').click();
  await caption(1).fill('Watch the far post');
  await button('Save').click();
  await expect
    .poll(async () => (await account.db.outbox.toArray()).map(({ call, dependsOn }) => [call, dependsOn]))
    .toEqual([['captions.save', contentId]]);
});

test('a file is imported and downloaded, and the version before the last save is put back', async () => {
  showEditor();
  const srt = new File(['1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Read</i> from a file\r\n\r\nx --> y\r\n'], 'a.srt');
  await page.getByLabelText('Import file').upload(srt);
  await expect.element(caption(1)).toHaveValue('Read from a file');
  await page.getByLabelText('Import file').upload(new File(['no captions'], 'b.vtt'));
  await page.getByLabelText('Import file').upload(new File([new Uint8Array(2_000_001)], 'c.vtt'));
  await expect.element(caption(1)).toHaveValue('Read from a file');
  let name = '';
  const realClick = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    name = this.download;
  };
  await button('More actions for Captions').click();
  await page.getByText('Download as WebVTT (.vtt)').click();
  await expect.poll(() => name).toBe('Serve practice.en.vtt');
  HTMLAnchorElement.prototype.click = realClick;
  await button('More actions for Captions').click();
  await page.getByText(/Put back the version before/).click();
  await expect.element(caption(1)).toHaveValue('Former words');
});

test('captions are split, merged and moved by tenths; another language starts empty', async () => {
  showEditor();
  await caption(1).click();
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Control>}{Enter}{/Control}');
  await expect.element(caption(1)).toHaveValue('Toss');
  await expect.element(caption(2)).toHaveValue('the ball');
  await button('Merge with the next').click();
  await expect.element(caption(1)).toHaveValue('Toss\nthe ball');
  await button('End 0.1 s later').click();
  await button('Start 0.1 s later').click();
  await expect.element(page.getByText('0:00.1 – 0:02.1')).toBeVisible();
  for (const name of ['Split at the cursor', 'End 0.1 s later', 'Undo']) {
    const { width, height } = button(name).element().getBoundingClientRect();
    expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German', exact: true }).click();
  await expect.element(page.getByText('No captions in this language yet')).toBeVisible();
});

test('chapters are added at the position, titled and saved with the captions untouched', async () => {
  showEditor();
  await page.getByText('Chapters', { exact: true }).click();
  await button('Add chapter here').click();
  await page.getByRole('textbox', { name: 'Title of chapter 1' }).fill('Warm-up');
  await button('Add chapter here').click();
  await page.getByRole('textbox', { name: 'Title of chapter 2' }).fill('Serve');
  await button('Chapter 1 s later').nth(1).click();
  await expectAccessibleAtWidths('the chapters');
  await button('Save').click();
  await expect.poll(queued).toEqual([
    [
      'captions.saveChapters',
      {
        id: contentId,
        cuts: 0,
        chapters: [
          { startMs: 0, title: 'Warm-up' },
          { startMs: 1_000, title: 'Serve' },
        ],
      },
    ],
  ]);
});

test('a PDF has none', async () => {
  await account.db.contents.put(content({ type: 'text' }));
  showEditor();
  await expect.element(page.getByText('Only video and audio have captions and chapters.')).toBeVisible();
});

/** A sound of tones and pauses, 8 kHz: seconds of each, in turns, beginning with a pause. */
const wavOf = (...seconds: number[]): Blob => {
  const rate = 8_000;
  const samples = seconds.flatMap((length, at) =>
    Array.from({ length: length * rate }, (_, n) => (at % 2 === 1 ? Math.round(8_000 * Math.sin(n / 3)) : n % 3)),
  );
  const head = new DataView(new ArrayBuffer(44));
  const write = (offset: number, text: string) =>
    [...text].forEach((sign, n) => head.setUint8(offset + n, sign.charCodeAt(0)));
  write(0, 'RIFF');
  head.setUint32(4, 36 + samples.length * 2, true);
  write(8, 'WAVEfmt ');
  for (const [offset, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, samples.length * 2],
  ] as const)
    head.setUint32(offset, value, true);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.setUint16(offset, value, true);
  write(36, 'data');
  return new Blob([head, Int16Array.from(samples)], { type: 'audio/wav' });
};

test('cut at silence makes an empty caption for each stretch of sound, without a network, and keeps those that are there', async () => {
  const sound = wavOf(1, 2, 1, 1, 1);
  await account.db.contents.put(content({ type: 'audio', duration: 6, originFileSize: sound.size }));
  await account.db.savedMedia.put({
    id: contentId,
    contentType: 'audio/wav',
    blob: sound,
    bytes: sound.size,
    savedAtMs: 0,
  });
  network.goOffline();
  showEditor();
  await button('Cut at silence').click();
  await expect.element(page.getByText('0:00.9 – 0:03.1')).toBeVisible();
  await expect.element(page.getByText('0:03.9 – 0:05.1')).toBeVisible();
  await caption(1).click();
  await userEvent.keyboard('One{Enter}Two');
  await button('Cut at silence').click();
  await expect.element(caption(1)).toHaveValue('One');
  await expect.element(caption(2)).toHaveValue('Two');
  await expect.element(caption(3)).not.toBeInTheDocument();
});

test('a draft by the browser is offered only where the recognizer works on the device, and its words are typed over', async () => {
  const real = Object.getOwnPropertyDescriptor(globalThis, 'SpeechRecognition');
  /** The browser's recognizer: it says two things, at the start and at the end. */
  class Recognizer extends EventTarget {
    onresult: ((event: unknown) => void) | null = null;
    processLocally = false;
    static available = async ({ langs, processLocally }: { langs: string[]; processLocally: boolean }) =>
      processLocally && langs[0] === 'en' ? 'available' : 'unavailable';
    start() {
      const media = document.querySelector('audio')!;
      const say = (transcript: string) =>
        this.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: true })] });
      const onTime = () => {
        if (media.currentTime < 0.4) return;
        media.removeEventListener('timeupdate', onTime);
        say('near post');
        this.dispatchEvent(new Event('end'));
      };
      media.addEventListener('timeupdate', onTime);
    }
    stop() {}
    abort() {}
  }
  Object.defineProperty(Recognizer.prototype, 'processLocally', { value: false, writable: true });
  Object.defineProperty(globalThis, 'SpeechRecognition', { configurable: true, value: Recognizer });
  try {
    const sound = wavOf(1, 2);
    await account.db.contents.put(content({ type: 'audio', duration: 3, originFileSize: sound.size }));
    await account.db.savedMedia.put({
      id: contentId,
      contentType: 'audio/wav',
      blob: sound,
      bytes: sound.size,
      savedAtMs: 0,
    });
    network.goOffline();
    showEditor();
    await button('Draft by this browser').click();
    await expect.element(caption(1)).toHaveValue('near post');
    await caption(1).fill('Near post!');
    await expect.element(caption(1)).toHaveValue('Near post!');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German', exact: true }).click();
    await expect.element(button('Draft by this browser')).not.toBeInTheDocument();
  } finally {
    if (real) Object.defineProperty(globalThis, 'SpeechRecognition', real);
    else Reflect.deleteProperty(globalThis, 'SpeechRecognition');
  }
});
