import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readHome } from '#contract/home.ts';
import { AnswerView } from './answer-view.tsx';
import { clearPage, freshAccount, Refusal, show, standInNetwork } from './signed-in.fixtures.tsx';
import { useAnswer } from './use-answer.ts';

const network = standInNetwork();

function Shown() {
  const answered = useAnswer(readHome, {});
  return (
    <AnswerView answered={answered} shape="row">
      {(home) => <p>{JSON.stringify(home)}</p>}
    </AnswerView>
  );
}

const html = (status: number) => () =>
  new Response('<h1>Not ours</h1>', { status, headers: { 'Content-Type': 'text/html' } });
const refuse = (status: number, code: string, message: string) => () => {
  throw new Refusal(status, code, message);
};

beforeEach(async () => {
  await freshAccount();
  network.requests.length = 0;
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

/** What the page says, by what its call met. Only the first case is a device without a network. */
const CASES = [
  ['no network', () => network.goOffline(), 'This page is not kept on this device yet. It opens once you are online.'],
  ['no answer', () => network.goUnreachable(), 'Sideline did not answer. This page tries again by itself.'],
  [
    'the server fails',
    () => network.answer('/home', refuse(500, 'server.failed', 'Internal.')),
    'Something is wrong on our side. This page tries again by itself.',
  ],
  [
    'a proxy’s error page',
    () => network.answer('/home', html(502)),
    'Something is wrong on our side. This page tries again by itself.',
  ],
  [
    'a hotspot’s sign-in page',
    () => network.answer('/home', html(200)),
    'This network asks you to sign in first. Then this page opens.',
  ],
  ['a refusal', () => network.answer('/home', refuse(403, 'auth.forbidden', 'Not yours.')), 'Not yours.'],
] as const;

for (const [name, arrange, sentence] of CASES)
  test(`without a copy on the device, ${name}: “${sentence}”`, async () => {
    arrange();
    show(<Shown />);
    await expect.element(page.getByRole('heading', { name: 'This could not be loaded.' })).toBeInTheDocument();
    await expect.element(page.getByText(sentence, { exact: true })).toBeInTheDocument();
    expect(document.body.textContent).not.toContain('You are offline');
  });

test('a page whose call failed for the moment tries again by itself', async () => {
  let asked = 0;
  network.answer('/home', () => {
    asked += 1;
    if (asked === 1) throw new Refusal(503, 'server.busy', 'Busy.');
    return { asked };
  });
  show(<Shown />);
  await expect.element(page.getByRole('heading', { name: 'This could not be loaded.' })).toBeInTheDocument();
  await expect.element(page.getByText('{"asked":2}'), { timeout: 10_000 }).toBeInTheDocument();
});
