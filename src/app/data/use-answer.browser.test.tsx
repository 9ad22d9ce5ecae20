import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readHome } from '#contract/home.ts';
import { readPageText } from '#contract/pages.ts';
import type { Call, InputOf } from '#contract/call.ts';
import { deviceDatabase } from '#store/device.ts';
import type { Account } from './account.ts';
import { onStorageFailure } from '#store/door.ts';
import { signOutHere } from '#store/sign-out.ts';
import { SHAPE_MARK } from '#store/stored/stored-answer.ts';
import { clearPage, freshAccount, Refusal, show, standInNetwork, tokenOf, USER_ID } from './signed-in.fixtures.tsx';
import { useAnswer, type AnswerOptions } from './use-answer.ts';

let account: Account;
const network = standInNetwork();

interface Probe<C extends Call> {
  call: C;
  input: InputOf<C>;
  options: AnswerOptions;
}

function Shown<C extends Call>({ call, input, options }: Probe<C>) {
  const { answer, fetchedAtMs, isLoading, error, reload } = useAnswer(call, input, options);
  return (
    <>
      <output>{isLoading ? 'loading' : (JSON.stringify(answer) ?? 'nothing')}</output>
      <p>{fetchedAtMs === undefined ? 'no age' : `of ${fetchedAtMs}`}</p>
      <p>{error ? `${error.kind}: ${error.message}` : 'no error'}</p>
      <button type="button" onClick={reload}>
        Reload
      </button>
    </>
  );
}

/** The two caches of the hook: the account's and the device's. */
const KINDS = [
  { name: 'an account’s call', path: '/home', probe: { call: readHome, input: {} } },
  { name: 'a public call', path: '/pages/text/welcome', probe: { call: readPageText, input: { name: 'welcome' } } },
] as const;
const isPublic = ({ name }: (typeof KINDS)[number]) => name === 'a public call';

const probe = (kind: (typeof KINDS)[number], options: AnswerOptions = {}) => {
  const { call, input } = kind.probe as { call: Call; input: Record<string, unknown> };
  show(<Shown call={call} input={input} options={{ ...options, isPublic: isPublic(kind) }} />);
};

/** Caches an answer of this age, ms; a negative age means that the clock was set back. */
const cache = async (kind: (typeof KINDS)[number], ageMs: number): Promise<void> => {
  const { call, input } = kind.probe;
  const fetchedAtMs = Date.now() - ageMs;
  const key = `${call.id}?${JSON.stringify(input)}`;
  const answer = { text: 'cached' };
  if (isPublic(kind))
    await deviceDatabase.settings.put({ key: `answer:${key}`, value: { answer, fetchedAtMs, ...SHAPE_MARK } });
  else await account.db.answers.put({ key, call: call.id, answer, fetchedAtMs, ...SHAPE_MARK });
};

const output = page.getByRole('status');
const shows = (text: string) => expect.element(output).toHaveTextContent(`{"text":"${text}"}`);

beforeEach(async () => {
  account = await freshAccount();
  network.requests.length = 0;
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

for (const kind of KINDS) {
  test(`${kind.name}: fetched on arrival, shown with its age, and cached for the next arrival`, async () => {
    network.answer(kind.path, () => ({ text: 'new' }));
    probe(kind);
    await expect.element(output).toHaveTextContent('loading');
    await shows('new');
    await expect.element(page.getByText(/^of \d+$/)).toBeInTheDocument();
    clearPage();
    network.goOffline();
    probe(kind);
    await shows('new');
    await expect.element(page.getByText(/^offline:/)).toBeInTheDocument();
  });

  test(`${kind.name}: the cached answer is shown while the new one is fetched`, async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    network.answer(kind.path, () => released.then(() => ({ text: 'new' })));
    await cache(kind, 60_000);
    probe(kind);
    await shows('cached');
    release();
    await shows('new');
  });

  test(`${kind.name}: fetched again when the network returns and when the page becomes visible`, async () => {
    let version = 0;
    network.answer(kind.path, () => ({ text: `v${(version += 1)}` }));
    network.goOffline();
    probe(kind);
    await expect.element(page.getByText(/^offline:/)).toBeInTheDocument();
    network.goOnline();
    await shows('v1');
    await expect.element(page.getByText('no error')).toBeInTheDocument();
    document.dispatchEvent(new Event('visibilitychange'));
    await shows('v2');
    await page.getByRole('button', { name: 'Reload' }).click();
    await shows('v3');
  });

  test(`${kind.name}: a fresh answer is not fetched again, except by Reload`, async () => {
    network.answer(kind.path, () => ({ text: 'new' }));
    await cache(kind, 1_000);
    probe(kind, { freshMs: 60_000 });
    await shows('cached');
    document.dispatchEvent(new Event('visibilitychange'));
    await page.getByRole('button', { name: 'Reload' }).click();
    await shows('new');
    expect(network.requests).toHaveLength(1);
  });

  test(`${kind.name}: an answer dated in the future is not fresh: the clock was set back`, async () => {
    network.answer(kind.path, () => ({ text: 'new' }));
    await cache(kind, -86_400_000);
    probe(kind, { freshMs: 60_000 });
    await shows('new');
  });

  test(`${kind.name}: a refusal is the error; the cached answer stays`, async () => {
    network.answer(kind.path, () => {
      throw new Refusal(403, 'auth.forbidden', 'Not yours.');
    });
    await cache(kind, 60_000);
    probe(kind);
    await expect.element(page.getByText('refused: Not yours.')).toBeInTheDocument();
    await shows('cached');
  });

  test(`${kind.name}: nothing is fetched while it is switched off`, async () => {
    network.answer(kind.path, () => ({ text: 'new' }));
    await cache(kind, 60_000);
    probe(kind, { isEnabled: false });
    await shows('cached');
    document.dispatchEvent(new Event('visibilitychange'));
    probe(kind);
    await shows('new');
    expect(network.requests).toHaveLength(1);
  });
}

/** What the server may refuse with, for an account's call. */
const refuse =
  (status: number, code = 'x') =>
  () => {
    throw new Refusal(status, code, `No (${status}).`);
  };
const [ofAccount] = KINDS;

for (const status of [403, 404, 410, 500, 503]) {
  test(`a refusal with ${status} is the error beside the cached answer and its age, and goes with the next answer`, async () => {
    network.answer(ofAccount.path, refuse(status));
    await cache(ofAccount, 60_000);
    probe(ofAccount);
    await expect.element(page.getByText(`refused: No (${status}).`)).toBeInTheDocument();
    await shows('cached');
    await expect.element(page.getByText(/^of \d+$/)).toBeInTheDocument();
    network.answer(ofAccount.path, () => ({ text: 'new' }));
    await page.getByRole('button', { name: 'Reload' }).click();
    await shows('new');
    await expect.element(page.getByText('no error')).toBeInTheDocument();
  });
}

test('an expired token is refreshed and the answer shown; the person notices nothing', async () => {
  let isExpired = true;
  network.answer(ofAccount.path, () => (isExpired ? refuse(401, 'session.over')() : { text: 'new' }));
  network.answer('/auth/token/refresh', () => {
    isExpired = false;
    return { access: tokenOf(USER_ID) };
  });
  probe(ofAccount);
  await shows('new');
  expect(network.requests).toEqual([ofAccount.path, '/auth/token/refresh', ofAccount.path]);
});

test('once the session has ended the cached answer stays, with the refusal', async () => {
  network.answer(ofAccount.path, refuse(401, 'session.over'));
  network.answer('/auth/token/refresh', refuse(401, 'session.over'));
  await cache(ofAccount, 60_000);
  probe(ofAccount);
  await expect.element(page.getByText('refused: No (401).')).toBeInTheDocument();
  await shows('cached');
});

const textOf = (name: string) => ({ path: `/pages/text/${name}`, input: { name } });

test('another input shows its own answer, never the former one’s, whichever of two answers comes first', async () => {
  const [slow, quick] = [textOf('slow'), textOf('quick')];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  network.answer(slow.path, () => released.then(() => ({ text: 'slow' })));
  network.answer(quick.path, () => ({ text: 'quick' }));
  show(<Shown call={readPageText} input={slow.input} options={{ isPublic: true }} />);
  await expect.poll(() => network.requests).toEqual([slow.path]);
  show(<Shown call={readPageText} input={quick.input} options={{ isPublic: true }} />);
  await shows('quick');
  release();
  // The former input's answer has been read to its end when its caller sees that it was given up.
  await expect.poll(() => deviceDatabase.settings.where('key').startsWith('answer:').count()).toBe(1);
  await shows('quick');
  await expect.element(page.getByText('no error')).toBeInTheDocument();
});

test('no frame shows one input’s answer for another, also where both are cached', async () => {
  network.goOffline();
  const drawn: string[] = [];
  function Named({ name }: { name: string }) {
    const { answer } = useAnswer(readPageText, { name }, { isPublic: true });
    drawn.push(`${name}: ${(answer as { text: string } | undefined)?.text ?? 'nothing'}`);
    return <output>{JSON.stringify(answer)}</output>;
  }
  for (const name of ['one', 'two']) {
    const value = { answer: { text: `of ${name}` }, fetchedAtMs: Date.now(), ...SHAPE_MARK };
    await deviceDatabase.settings.put({ key: `answer:${readPageText.id}?${JSON.stringify({ name })}`, value });
  }
  for (const name of ['one', 'two', 'one']) {
    show(<Named name={name} />);
    await shows(`of ${name}`);
  }
  expect([...new Set(drawn)].sort()).toEqual(['one: nothing', 'one: of one', 'two: nothing', 'two: of two']);
});

test('the error of one input is not shown for another', async () => {
  network.answer(textOf('bad').path, refuse(404));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  network.answer(textOf('good').path, () => released.then(() => ({ text: 'good' })));
  show(<Shown call={readPageText} input={textOf('bad').input} options={{ isPublic: true }} />);
  await expect.element(page.getByText('refused: No (404).')).toBeInTheDocument();
  show(<Shown call={readPageText} input={textOf('good').input} options={{ isPublic: true }} />);
  await expect.element(page.getByText('no error')).toBeInTheDocument();
  await expect.element(output).toHaveTextContent('loading');
  release();
  await shows('good');
});

test('a sign-out in the middle of a request ends quietly: nothing is stored, and no failure of the storage is reported', async () => {
  const failures: string[] = [];
  const stop = onStorageFailure((failure) => failures.push(failure));
  const uncaught: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    uncaught.push(event.reason);
  };
  addEventListener('unhandledrejection', note);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  network.answer(ofAccount.path, () => released.then(() => ({ text: 'too late' })));
  network.answer('/logout', () => undefined);
  probe(ofAccount);
  await expect.poll(() => network.requests).toEqual([ofAccount.path]);
  await signOutHere(account.userId);
  release();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText(/^(refused|offline|cancelled)/)).toBeInTheDocument();
  clearPage();
  expect(failures).toEqual([]);
  expect(uncaught).toEqual([]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(account.db.name);
  stop();
  removeEventListener('unhandledrejection', note);
});
