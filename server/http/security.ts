import type { RequestListener } from 'node:http';

/**
 * What Stripe's script needs, where Stripe takes the cards: the script, the frames in which a card is typed and the bank
 * asks, and its own calls. No other server's page may load them. Source: docs/decisions/0081.
 */
const STRIPE = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: ' https://api.stripe.com',
  img: ' https://*.stripe.com',
};
const NO_STRIPE: typeof STRIPE = { script: '', frame: '', connect: '', img: '' };

/**
 * Headers of every answer. Style sheets and scripts come as files of this origin; media may also be a file of the
 * device (`blob:`), and pictures one that was just picked.
 */
const contentSecurityPolicy = (stripe: typeof STRIPE): string =>
  [
    "default-src 'self'",
    `script-src 'self'${stripe.script}`,
    "style-src 'self'",
    `img-src 'self' blob: data:${stripe.img}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' https://fcmregistrations.googleapis.com https://firebaseinstallations.googleapis.com${stripe.connect}`,
    `frame-src 'self'${stripe.frame}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Permissions-Policy', 'camera=(self), microphone=(self), geolocation=(), payment=(self)'],
];
/** The page whose address has tokens when it is opened. Source: D-237. */
const WITH_TOKENS = '/log-in-as-admin?';
const HTTPS_ONLY = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/**
 * Sets the headers on Node's own response before routing, so that no route is without them; a route may override one.
 * (As a middleware they cost a read a fifth of its time: every response's headers were made twice.)
 */
export const withSecurityHeaders = (
  listener: RequestListener,
  { isHttps, usesStripe }: { isHttps: boolean; usesStripe: boolean },
): RequestListener => {
  const policy = ['Content-Security-Policy', contentSecurityPolicy(usesStripe ? STRIPE : NO_STRIPE)] as const;
  const headers = [policy, ...HEADERS, ...(isHttps ? [HTTPS_ONLY] : [])];
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.url?.startsWith(WITH_TOKENS)) response.setHeader('Referrer-Policy', 'no-referrer');
    listener(request, response);
  };
};
