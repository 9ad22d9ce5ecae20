import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVariable } from '#contract/pages.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { LENGTH_LIMIT } from './media-limit.ts';
import { noteFiles } from './note-files.ts';
import { takeFiles } from './take-files.ts';
import { findTooMuchWork } from './work-limits.ts';

const RATE_HZ = 8000;
const network = standInNetwork({ workers: ['upload'] });
let account: Account;

/** Silence as WAV: 8 bits, mono. */
const silence = (seconds: number, name: string): File => {
  const bytes = new DataView(new ArrayBuffer(44 + seconds * RATE_HZ));
  const words = (at: number, text: string) =>
    [...text].forEach((each, n) => bytes.setUint8(at + n, each.charCodeAt(0)));
  words(0, 'RIFF');
  bytes.setUint32(4, 36 + seconds * RATE_HZ, true);
  words(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  [1, 1].forEach((value, n) => bytes.setUint16(20 + n * 2, value, true));
  [RATE_HZ, RATE_HZ].forEach((value, n) => bytes.setUint32(24 + n * 4, value, true));
  [1, 8].forEach((value, n) => bytes.setUint16(32 + n * 2, value, true));
  words(36, 'data');
  bytes.setUint32(40, seconds * RATE_HZ, true);
  return new File([bytes], name, { type: 'audio/wav' });
};
const limitTo = (value: number, unit: string) =>
  account.db.answers.put({
    key: answerKey(readVariable, LENGTH_LIMIT),
    call: readVariable.id,
    answer: { value, unit },
    fetchedAtMs: Date.now(),
  });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  network.goOffline();
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('a file that is longer than the server prepares is refused as it is picked, and the others are kept', async () => {
  await limitTo(1, 'minutes');
  const { db } = account;
  const files = [silence(61, 'long.wav'), silence(2, 'short.wav')];
  const { userId } = person();
  const noted = noteFiles(
    files.map((file) => ({ file })),
    { db, userId, scope: SCOPE, folderId: null },
  );
  await takeFiles({ db, userId, scope: SCOPE, files, noted, onOutOfRoom: () => {} });
  const jobs = await db.uploadJobs.toArray();
  expect(jobs.map(({ name, isUnchecked }) => [name, isUnchecked])).toEqual([['short.wav', false]]);
});

test('the words of a refusal name the file and the limit', async () => {
  const { db } = account;
  const facts = { type: 'audio', pagesCount: null } as const;
  const file = silence(61, 'talk.wav');
  expect(await findTooMuchWork(db, file, facts)).toBeUndefined();
  await limitTo(1, 'minutes');
  expect(await findTooMuchWork(db, file, facts)).toBe(
    '“talk.wav” is longer than 1 minute. Please cut it and upload the parts.',
  );
  const pdf = new File(['%PDF-'], 'plan.pdf');
  expect(await findTooMuchWork(db, pdf, { type: 'text', pagesCount: 2000 })).toBeUndefined();
  expect(await findTooMuchWork(db, pdf, { type: 'text', pagesCount: 2001 })).toBe(
    '“plan.pdf” has more than 2000 pages. Please split it and upload the parts.',
  );
  // A format that this browser does not know: the server judges it.
  expect(
    await findTooMuchWork(db, new File(['no video'], 'clip.avi'), { type: 'video', pagesCount: null }),
  ).toBeUndefined();
});
