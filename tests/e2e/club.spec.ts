import type { BrowserContext, Page } from '@playwright/test';
import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { apiOf, navigate, openSignedIn, PASSWORD as DEMO_PASSWORD } from '#tests/support/people.ts';
import { button, codeFor, enterCode, fillToCode, heading, next, PASSWORD } from '#tests/support/join-page.ts';

test.use(WITHOUT_WORKER);

interface Codes {
  results: { codeValue: string; usageRate: number }[];
}
interface Contents {
  results: { id: string; locked: boolean; content: { type: string }; channel: { id: string } }[];
}

/** From the code of a text message to the welcome page, with the code of the link. */
const finish = async (phone: Page, code: string): Promise<void> => {
  await button(phone, 'Accept').click();
  await phone.getByRole('link', { name: 'Join as a Member' }).click();
  await expect(heading(phone, 'Do you have a code to redeem?')).toBeVisible();
  await next(phone);
  await expect(phone.getByLabel('Affiliate code')).toHaveValue(code);
  await button(phone, 'Submit').click();
  await button(phone, 'Soccer').click();
  await next(phone);
  await phone.getByRole('checkbox', { name: 'Fan' }).check();
  await button(phone, 'Confirm').click();
  await expect(phone.getByText('Your 14-day free trial of Soccer has started.')).toBeVisible();
  await button(phone, 'Start').click();
  await expect(phone).toHaveURL(/\/home$/);
};

const beginAt = async (phone: Page, link: string): Promise<void> => {
  await phone.goto(link);
  await expect(heading(phone, 'Ana invites you to Sideline.')).toBeVisible();
  await phone.getByRole('link', { name: 'Join Sideline' }).click();
};

test('D-219 D-216 three phones join by one poster: an adult who plays a video, one of 15 whose guardian agrees, one without a network in the middle; the Creator is told of each', async ({
  page,
  app,
  browser,
}) => {
  const [creator, contexts]: [Awaited<ReturnType<typeof apiOf>>, BrowserContext[]] = [
    await apiOf(app.url, 'ana', DEMO_PASSWORD),
    [],
  ];
  const usage = async () =>
    (await creator<Codes>('/affiliate-codes/my')).results.find(({ codeValue }) => codeValue === 'ANASOCCER')!.usageRate;
  const before = await usage();
  await openSignedIn(page, 'ana');
  await navigate(page, '/invite-your-community');
  await button(page, 'ANA SOC CER').click();
  await page.getByRole('link', { name: 'Show as a poster' }).click();
  await expect(heading(page, 'Join Ana Kovač on Sideline')).toBeVisible();
  await expectAccessible(page, 'the poster');
  const link = (await page.getByText(/\/invitation\/ANASOCCER$/).textContent())!;
  expect(new URL(link).origin).toBe(new URL(app.url).origin);

  const phone = async (): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: app.url,
      viewport: { width: 390, height: 844 },
      ...WITHOUT_WORKER,
    });
    contexts.push(context);
    return context.newPage();
  };
  const [adult, minor, lost] = [await phone(), await phone(), await phone()];

  await beginAt(adult, link);
  await fillToCode(adult, { first: 'Leo', username: 'leoclub', digits: '7700 900 501' });
  await enterCode(adult, await codeFor(app.url, '+447700900501'));
  await finish(adult, 'ANASOCCER');
  const read = await apiOf(app.url, 'leoclub', PASSWORD);
  const { results } = await read<Contents>('/channels/contents/all/sports/soccer/all/newest?limit=100');
  const video = results.find(({ content, locked }) => content.type === 'video' && !locked)!;
  const watch = `/watch-channel?content=${video.id}&channelId=${video.channel.id}`;
  await navigate(adult, watch);
  await expect
    .poll(() => adult.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime))
    .toBeGreaterThan(0.2);

  // The network ends when the code was typed: what was typed stays, and the same tap works once it is back.
  await beginAt(lost, link);
  await fillToCode(lost, { first: 'Zoe', username: 'zoeclub', digits: '7700 900 502' });
  const code = await codeFor(app.url, '+447700900502');
  await lost.context().setOffline(true);
  await lost.getByLabel('Confirmation code').fill(code);
  await expect(button(lost, 'Next')).toHaveAttribute('aria-disabled', 'true');
  await lost.context().setOffline(false);
  await expect(button(lost, 'Next')).not.toHaveAttribute('aria-disabled', 'true');
  await expect(lost.getByLabel('Confirmation code')).toHaveValue(code);
  await next(lost);
  await finish(lost, 'ANASOCCER');

  await beginAt(minor, link);
  await fillToCode(minor, { first: 'Ida', username: 'idaclub', digits: '7700 900 503' });
  await enterCode(minor, await codeFor(app.url, '+447700900503'));
  await finish(minor, 'ANASOCCER');
  await navigate(minor, watch);
  const rate = async () => {
    await minor.getByRole('button', { name: /^Rate/ }).click();
    for (const category of ['Relevance', 'Helpful', 'Engaging'])
      await minor
        .getByRole('group', { name: category })
        .or(minor.getByRole('radiogroup', { name: category }))
        .getByRole('radio')
        .nth(3)
        .check({ force: true });
    await button(minor, 'Save rating').click();
  };
  await rate();
  await minor.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 15}-01-02`);
  await button(minor, 'Continue').click();
  await button(minor, 'Yes, continue').click();
  await minor.getByLabel('Email of your parent or guardian').fill('parent.of.ida@mail.example');
  await expectAccessible(minor, 'the question for a guardian');
  await button(minor, 'Send mail').click();
  await expect(minor.getByRole('heading', { name: 'We sent a mail' })).toBeVisible();
  await minor.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  let consent: string | undefined;
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${app.url}/dev/outbox.json?to=parent.of.ida@mail.example`)).json()) as {
        body: string;
      }[];
      consent = /guardian-consent#[\w-]{43}/.exec(mails[0]?.body ?? '')?.[0];
      return consent;
    })
    .toBeDefined();
  const guardian = await phone();
  await guardian.goto(`/${consent}`);
  await button(guardian, 'I am their parent or guardian, and I agree').click();
  await expect(heading(guardian, 'Thank you')).toBeVisible();
  await minor.reload();
  await rate();
  const idas = await apiOf(app.url, 'idaclub', PASSWORD);
  await expect
    .poll(async () => (await idas<{ contentItemRatings: object | null }>(`/ratings/${video.id}`)).contentItemRatings)
    .not.toBeNull();

  expect((await usage()) - before).toBe(3);
  await navigate(page, '/notifications');
  await page.getByRole('button', { name: '2 more Invitation accepted' }).click();
  for (const name of ['Leo', 'Zoe', 'Ida'])
    await expect(page.getByText(`${name} Okafor joined with your invitation.`)).toBeVisible();
  for (const context of contexts) await context.close();
});
