import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hasOutbox, mountDevOutbox } from './dev-outbox.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ handlers: {}, routes: [mountDevOutbox], isPartial: true });
});
afterAll(() => server.close());

const get = (path: string) => fetch(server.url + path);

test('the outbox shows the newest message first with its code, and a message cannot become part of the page', async () => {
  expect(await (await get('/dev/outbox')).text()).toContain('Nothing was sent yet.');
  await server.services.mail.send({
    to: 'mia@example.org',
    subject: 'Your code',
    text: 'Hello Mia,\nyour code is 042137. It is good for 10 minutes.',
  });
  await server.services.sms.send('+15550100', '<script>alert(1)</script> 555123 https://example.org/?a=1&b=2');
  const page = await get('/dev/outbox');
  const html = await page.text();
  expect(html).toContain('<p class="code">042137</p>');
  expect(html.indexOf('555123')).toBeLessThan(html.indexOf('042137'));
  expect(html).not.toContain('<script');
  expect(html).toContain('<a href="https://example.org/?a=1&amp;b=2">');
  expect(html).not.toMatch(/<style|style=|onclick/);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect((await get('/dev/outbox.css')).headers.get('content-type')).toContain('text/css');
  const messages = await (await get('/dev/outbox.json?to=mia@example.org')).json();
  expect(messages).toMatchObject([{ kind: 'mail', to: 'mia@example.org', code: '042137' }]);
});

test('a mail is previewed as text and as HTML, which runs nothing, loads nothing and is framed by the outbox only', async () => {
  await server.services.mail.send({ to: 'ana@example.org', subject: 'Hi <b>', text: '<script>alert(1)</script>' });
  const [{ id }] = await (await get('/dev/outbox.json?to=ana@example.org')).json();
  expect(await (await get('/dev/outbox')).text()).toContain(`href="/dev/outbox/${id}"`);
  const preview = await (await get(`/dev/outbox/${id}`)).text();
  expect(preview).toContain(`<iframe title="HTML" src="/dev/outbox/${id}.html" sandbox="allow-popups`);
  expect(preview).toContain('&lt;script&gt;');
  expect(preview).not.toMatch(/<script|<b>|style=/);
  const html = await get(`/dev/outbox/${id}.html`);
  expect(await html.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  const policy = html.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin|forms))/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(html.headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

test('there is no preview of a text message, of an unknown one, and of any other path', async () => {
  await server.services.sms.send('+15550199', 'Your code is 123456.');
  const [{ id }] = await (await get('/dev/outbox.json?to=%2B15550199')).json();
  for (const part of [`${id}.html`, '999999999', '99999999999999999999', '0', '..%2Fsecret', `${id}.html.html`])
    expect((await get(`/dev/outbox/${part}`)).status, part).toBe(404);
});

test('there is no outbox if mails and text messages are really sent', () => {
  const { config } = server.services;
  expect(hasOutbox({ config })).toBe(true);
  const sms = { kind: 'twilio' as const, url: '', accountSid: '', authToken: '', from: '' };
  expect(hasOutbox({ config: { ...config, mail: { kind: 'smtp', from: '', url: '' }, sms } })).toBe(false);
});
