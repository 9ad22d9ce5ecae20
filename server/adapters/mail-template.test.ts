import { expect, test } from 'vitest';
import { messageText } from '#contract/text/auth-messages.ts';
import { reportMail } from '#contract/text/reports-mail.ts';
import { renderMail, type MailContent } from './mail-template.ts';

const PLACE = { publicUrl: 'https://club.example', supportEmail: 'help@club.example' };
const HOSTILE = `"><img src=x onerror=alert(1)>'</td>&lt; https://evil.example/ \u202egnp`;

/** Every mail that the server sends. */
const MAILS: Record<string, MailContent> = {
  signUp: messageText.signUpMail('042137', 'Zoë', 10),
  hasAccount: messageText.hasAccountMail(PLACE.publicUrl),
  reset: messageText.resetMail('042137', `${PLACE.publicUrl}/reset-password-confirm?via=email&codeId=1`, 10),
  passwordChanged: messageText.passwordChangedMail(`${PLACE.publicUrl}/reset-password-email`),
  sessionReused: messageText.sessionReusedMail(PLACE.publicUrl),
  security: messageText.securityMail(messageText.security.passkey_added, `${PLACE.publicUrl}/reset-password-email`),
  report: reportMail({
    reason: 'spam',
    text: HOSTILE,
    kind: 'comment',
    seen: { comment: `${HOSTILE}\nSecond line` },
    title: HOSTILE,
    person: 'ana',
    reporter: 'mia',
    link: `${PLACE.publicUrl}/watch-channel?content=1&channelId=2`,
  }),
  contentReport: reportMail({
    kind: 'content',
    reason: 'sexual',
    text: HOSTILE,
    seen: { title: HOSTILE, description: `${HOSTILE}\nSecond line` },
    reporter: 'mia',
    link: `${PLACE.publicUrl}/watch-channel?content=1&channelId=2`,
  }),
  personReport: reportMail({
    kind: 'person',
    reason: 'pretends',
    text: '',
    seen: { name: HOSTILE, username: 'ana' },
    reporter: 'mia',
    link: `${PLACE.publicUrl}/profile/1`,
  }),
};
const plain = (html: string): string =>
  html
    .replace(/<(style|title)>.*?<\/\1>|<!--.*?-->/gs, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test.each(Object.entries(MAILS))(
  '%s: both parts say the same, and everything has its look in both colour schemes',
  (_, mail) => {
    const { subject, text, html } = renderMail(mail, PLACE);
    expect(subject).toBe(mail.subject);
    const words = [
      ...mail.text.split('\n\n'),
      ...(mail.note ?? '').split('\n\n'),
      ...(mail.facts ?? []).flat(),
      mail.heading ?? mail.subject,
      mail.code ?? '',
      mail.button?.label ?? '',
      PLACE.supportEmail,
      'Learn. Connect. Play.',
    ];
    for (const each of words) {
      expect(text).toContain(each);
      expect(plain(html).replace(/[ \n]+/g, ' ')).toContain(each.replace(/[ \n]+/g, ' '));
    }
    if (mail.button) expect(text).toContain(mail.button.address);
    expect(html.match(/class="on-action"/g)?.length ?? 0).toBe(mail.button ? 1 : 0);
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).toContain('max-width:600px');
    expect(html).not.toMatch(/<(script|img|svg|link|iframe|form|object)\b/);
  },
);

test('what strangers wrote is neither markup nor a link; addresses of the app are links', () => {
  const { html } = renderMail(
    { ...MAILS['report']!, text: `${HOSTILE}\n\nSee https://club.example.evil.example/x.` },
    PLACE,
  );
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
  expect(links).toEqual(['https://club.example/watch-channel?content=1&amp;channelId=2', 'mailto:help@club.example']);
  expect(html).not.toContain('<img');
  const own = renderMail({ subject: 'Hi', text: 'Open https://club.example/a?b=1&c=2.' }, PLACE).html;
  expect(own).toContain('<a class="link" href="https://club.example/a?b=1&amp;c=2"');
  expect(own).toContain('</a>.');
});

test('a colour of the light scheme that a class repeats has a dark one', () => {
  const { html } = renderMail(MAILS['reset']!, PLACE);
  const used = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' ')));
  used.delete('side');
  for (const name of used) expect(html, name).toContain(`\n.${name} {`);
});
