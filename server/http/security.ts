import type { MiddlewareHandler } from 'hono';

/**
 * Headers of every answer. Style sheets and scripts come as files of this origin; media may also be a file of the
 * device (`blob:`), and pictures one that was just picked.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self' https://fcmregistrations.googleapis.com https://firebaseinstallations.googleapis.com",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const securityHeaders = (isHttps: boolean): MiddlewareHandler => async (c, next) => {
  await next();
  const set = (name: string, value: string) => {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
  set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  set('X-Content-Type-Options', 'nosniff');
  set('Referrer-Policy', 'strict-origin-when-cross-origin');
  set('Cross-Origin-Opener-Policy', 'same-origin');
  set('Cross-Origin-Resource-Policy', 'same-origin');
  set('X-Frame-Options', 'DENY');
  set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(self)');
  if (isHttps) set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
};
