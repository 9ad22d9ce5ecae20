import { readFile } from 'node:fs/promises';
import type { Selectable } from 'kysely';
import { escapeHtml as escape } from '../adapters/mail-template.ts';
import { outboxPath } from '../adapters/mail.ts';
import type { DevMessagesTable } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { createClientAddress, isLocalHost, isLoopback } from './client-address.ts';
import type { App } from './app.ts';

/** Number of messages on the page, newest first. */
const SHOWN = 50;
const REFRESH_S = 5;
const STYLES = new URL('./dev-outbox.css', import.meta.url);
/**
 * Headers of a mail's HTML in its frame: what it names is not loaded, it runs nothing, and only the outbox frames it.
 * A link opens a tab of its own.
 */
const MAIL_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
};
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
 * can take any account. A name that leads here by DNS, in a browser or a proxy of this machine, does not count. Not mounted in production, nor if both services are real.
 */
export const mountDevOutbox = (app: App, services: Services): void => {
  if (!hasOutbox(services)) return;
  const addressOf = createClientAddress(services.config.trustedProxies);
  for (const where of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.css', '/dev/outbox/*'])
    app.use(where, async (c, next) =>
      isLoopback(addressOf(c.env.incoming)) && isLocalHost(c.env.incoming.headers.host)
        ? next()
        : c.text('Not found', 404),
    );
  const noStore = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  app.get('/dev/outbox', async (c) => c.html(page(await readMessages(services, c.req.query('to'))), 200, noStore));
  app.get('/dev/outbox.json', async (c) => c.json(await readMessages(services, c.req.query('to')), 200, noStore));
  app.get('/dev/outbox/:part', async (c) => {
    const [, digits, isHtml] = /^([1-9]\d{0,8})(\.html)?$/.exec(c.req.param('part')) ?? [];
    const message = digits && (await readMessage(services, Number(digits)));
    const html = message && isHtml ? await readHtml(services, message.id) : undefined;
    if (!message || (isHtml && html === undefined)) return c.text('Not found', 404);
    return html === undefined
      ? c.html(previewPage(message), 200, noStore)
      : c.body(html, 200, { ...noStore, ...MAIL_HEADERS });
  });
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
  return (await query.execute()).map(asMessage);
};

const readMessage = async ({ database }: Services, id: number): Promise<OutboxMessage | undefined> => {
  const row = await database.db.selectFrom('dev_messages').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asMessage(row);
};

/** The HTML of a mail; undefined for a text message, and for a mail whose file is gone. */
const readHtml = ({ config }: Services, id: number): Promise<string | undefined> =>
  readFile(outboxPath(config, id), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });

const asMessage = ({
  id,
  kind,
  destination,
  subject,
  body,
  created_at,
}: Selectable<DevMessagesTable>): OutboxMessage => ({
  id,
  kind,
  to: destination,
  subject,
  body,
  code: CODE.exec(body)?.[0] ?? null,
  createdAt: created_at.toISOString(),
});

const page = (messages: OutboxMessage[]): string =>
  frame(
    'Outbox',
    `<meta http-equiv="refresh" content="${REFRESH_S}">`,
    `<h1>Outbox</h1>
<p class="note">Mails and text messages of this server. They are not sent to anybody.</p>
${messages.length > 0 ? `<ol>${messages.map((each) => `<li>${item(each)}</li>`).join('\n')}</ol>` : '<p class="empty">Nothing was sent yet.</p>'}`,
  );

/** One mail as its two parts. The frame has the widths of a phone and of a desktop, as the window is. */
const previewPage = (message: OutboxMessage): string =>
  frame(
    'Mail',
    '',
    `<p><a href="/dev/outbox">Outbox</a></p>
${head(message)}
<h1>${escape(message.subject)}</h1>
${message.kind === 'mail' ? `<iframe title="HTML" src="/dev/outbox/${message.id}.html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>` : ''}
<h2>Text</h2>
<pre>${linked(escape(message.body))}</pre>`,
  );

const frame = (title: string, inHead: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${inHead}
<title>${title} · Sideline</title>
<link rel="stylesheet" href="/dev/outbox.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;

const head = ({ kind, to, createdAt }: OutboxMessage): string =>
  `<p class="head"><span class="kind">${kind === 'sms' ? 'Text message' : 'Mail'}</span> <span class="to">${escape(to)}</span> <time datetime="${createdAt}">${createdAt.slice(11, 19)} UTC</time></p>`;

const item = (message: OutboxMessage): string => {
  const { id, kind, subject, body, code } = message;
  return `${head(message)}
${code ? `<p class="code">${escape(code)}</p>` : ''}
${subject ? `<h2>${escape(subject)}</h2>` : ''}
<p class="body">${linked(escape(body))}</p>
${kind === 'mail' ? `<p><a href="/dev/outbox/${id}">See it as a mail</a></p>` : ''}`;
};

/** Only addresses of web pages become links; the text around them was escaped before. */
const linked = (text: string): string =>
  text.replace(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}">${address}</a>`);
