import { createHash } from 'node:crypto';
import { commonText } from '#contract/text/common.ts';
import { digestStop as text } from '#contract/text/notifications-digest.ts';
import { Problem } from '#contract/problems.ts';
import { escapeHtml as escape } from '../adapters/mail-template.ts';
import { QUICK, withBody } from '../calls/read-body.ts';
import { isGoodLink, STOP_PATH, stopDigestMails } from '../domains/notifications/index.ts';
import { problemResponse, toProblem, type App, type Edge } from './app.ts';

/** Longest body, bytes: one field, also as multipart. */
const BODY_MAX_BYTES = 4_096;

/**
 * The link in a digest mail that stops such mails. No call of the contract: mail programs send the POST of RFC 8058 by themselves,
 * without a key. A GET shows a page with a button and changes nothing, because programs that check mails open links too. The page
 * needs no script and no sign-in.
 */
export const mountDigestMails = (app: App, { services, limit, clientOf }: Edge): void => {
  app.on(['GET', 'POST'], `${STOP_PATH}/:userId/:token`, async (c) => {
    try {
      await limit.count({ header: () => undefined, client: clientOf(c.env.incoming) }, 'call');
      const link = c.req.param();
      if (!isGoodLink(services, link)) return c.html(page(text.bad), 404, HEADERS);
      if (c.req.method !== 'POST') return c.html(page(text.ask, BUTTON), 200, HEADERS);
      const limits = {
        mostBytes: BODY_MAX_BYTES,
        tooLarge: () => new Problem('request.too_large'),
        pace: QUICK,
        budget: services.bounds.json,
      };
      await withBody(c.env.incoming, limits, () => stopDigestMails(services, link));
      return c.html(page(text.done), 200, HEADERS);
    } catch (error) {
      return problemResponse(toProblem(error, 'digest-mails', services));
    }
  });
};

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#f3f5ef;color:#0d1f18;font:400 17px/1.5 Archivo,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:34rem;margin:0 auto}
h1{margin:0 0 16px;font-size:26px;line-height:1.2}
a{color:#0a6241;display:inline-block;padding:10px 0}
button{min-height:48px;padding:12px 24px;border:0;border-radius:12px;background:#0a5a3c;color:#fff;font:inherit;font-weight:700;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#07130e;color:#f0f6f1}a{color:#cfec5a}button{background:#dcf763;color:#0d1f18}}`;
const BUTTON = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escape(text.button)}</button></form>`;
const HEADERS = {
  'Cache-Control': 'no-store',
  // The address has a token.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
};

const page = (words: string, form = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(text.title)} · ${escape(commonText.product)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(text.title)}</h1>
<p>${escape(words)}</p>
${form}
<p><a href="/notification-settings">${escape(text.settings)}</a></p>
</main>
</body>
</html>
`;
