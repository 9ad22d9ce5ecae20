import { readFile } from 'node:fs/promises';
import type { Services } from '../services.ts';
import { clientAddress, isLoopback } from './client-address.ts';
import type { App } from './app.ts';

/** Number of messages on the page, newest first. */
const SHOWN = 50;
const REFRESH_S = 5;
const STYLES = new URL('./dev-outbox.css', import.meta.url);
const CODE = /(?<!\d)\d{6}(?!\d)|(?<![A-Z0-9])(?=[A-Z0-9]*\d)[A-Z0-9]{9}(?![A-Z0-9])/;

export interface OutboxMessage {
  id: number;
  kind: string;
  to: string;
  subject: string;
  body: string;
  /** The code in the message, null without one. */
  code: string | null;
  createdAt: string;
}

/** Whether mails or text messages are kept in the database instead of being sent; never in production. */
export const hasOutbox = ({ config }: Pick<Services, 'config'>): boolean =>
  config.nodeEnv !== 'production' && (config.mail.kind === 'outbox' || config.sms.kind === 'outbox');

/**
 * Shows the messages that the stand-ins for mail and SMS have kept: to this machine only, since whoever reads the codes
 * can take any account. Not mounted in production, nor if both services are real.
 */
export const mountDevOutbox = (app: App, services: Services): void => {
  if (!hasOutbox(services)) return;
  for (const where of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.css'])
    app.use(where, async (c, next) => (isLoopback(clientAddress(c)) ? next() : c.text('Not found', 404)));
  const noStore = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  app.get('/dev/outbox', async (c) => c.html(page(await readMessages(services, c.req.query('to'))), 200, noStore));
  app.get('/dev/outbox.json', async (c) => c.json(await readMessages(services, c.req.query('to')), 200, noStore));
  app.get('/dev/outbox.css', async (c) =>
    c.body(await readFile(STYLES, 'utf8'), 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'no-cache',
    }),
  );
};

const readMessages = async ({ database }: Services, to: string | undefined): Promise<OutboxMessage[]> => {
  let query = database.db.selectFrom('dev_messages').selectAll().orderBy('id', 'desc').limit(SHOWN);
  if (to) query = query.where('destination', '=', to);
  const rows = await query.execute();
  return rows.map(({ id, kind, destination, subject, body, created_at }) => ({
    id,
    kind,
    to: destination,
    subject,
    body,
    code: CODE.exec(body)?.[0] ?? null,
    createdAt: created_at.toISOString(),
  }));
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

const page = (messages: OutboxMessage[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${REFRESH_S}">
<title>Outbox · Sideline</title>
<link rel="stylesheet" href="/dev/outbox.css">
</head>
<body>
<main>
<h1>Outbox</h1>
<p class="note">Mails and text messages of this server. They are not sent to anybody.</p>
${messages.length > 0 ? `<ol>${messages.map(item).join('\n')}</ol>` : '<p class="empty">Nothing was sent yet.</p>'}
</main>
</body>
</html>
`;

const item = ({ kind, to, subject, body, code, createdAt }: OutboxMessage): string => `<li>
<p class="head"><span class="kind">${kind === 'sms' ? 'Text message' : 'Mail'}</span> <span class="to">${escape(to)}</span> <time datetime="${createdAt}">${createdAt.slice(11, 19)} UTC</time></p>
${code ? `<p class="code">${escape(code)}</p>` : ''}
${subject ? `<h2>${escape(subject)}</h2>` : ''}
<p class="body">${linked(escape(body))}</p>
</li>`;

/** Only addresses of web pages become links; the text around them was escaped before. */
const linked = (text: string): string =>
  text.replace(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}">${address}</a>`);
