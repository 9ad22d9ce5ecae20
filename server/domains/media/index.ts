import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { Id } from '#contract/ids.ts';
import { MEDIA_URL_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import * as v from 'valibot';
import { problemResponse, type App } from '#server/http/app.ts';
import { sendObject, type ObjectRequest } from '#server/calls/send-object.ts';
import type { Services } from '#server/services.ts';
import { findMedia, type FoundMedia } from '../library/index.ts';
import { checkToken, signToken } from './tokens.ts';

export { checkToken, secretName, signToken } from './tokens.ts';

const PURPOSE = 'media';
/** Addresses made within this time are the same, so that a browser's cache is of use. */
const SAME_ADDRESS_MS = 10 * 60_000;
const MAX_KNOWN = 10_000;

/** Nothing that is sent here may run as a page of ours. */
const INERT = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};
const FILE = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,60}$/;
const PICTURE = /^[\w-]{10,60}\.(jpg|png|svg)$/;
/** The PDF itself, beside what was made of it. */
export const DOCUMENT = 'document.pdf';

export interface SignedMedia {
  /** `/media/<token>/<contentId>`; file names follow after a slash. */
  base: string;
  expiresAt: string;
}

/**
 * Signs the addresses of a content's media for 3 h 50 min to 4 h. Only for who may watch it: the caller has checked.
 *
 * Source: D-207.
 */
export const signMedia = ({ config }: Services, contentId: string, now: Date): SignedMedia => {
  const expiresAtMs = Math.floor((now.getTime() + MEDIA_URL_LIFE_MS) / SAME_ADDRESS_MS) * SAME_ADDRESS_MS;
  const token = signToken(config.secret, PURPOSE, contentId, expiresAtMs / 1000);
  return { base: `/media/${token}/${contentId}`, expiresAt: new Date(expiresAtMs).toISOString() };
};

type AppContext = Context<{ Bindings: HttpBindings }>;
const requestOf = (c: AppContext): ObjectRequest => ({
  method: c.req.method,
  range: c.req.header('range'),
  ifRange: c.req.header('if-range'),
  ifNoneMatch: c.req.header('if-none-match'),
});

/** Mounts `/media/<token>/<contentId>/<file>` and `/pictures/<name>`. */
export const serveMedia = (app: App, services: Services): void => {
  const { objects, config, database } = services;
  // Where the media of a content lie never changes, and a player asks for many pieces of the same one.
  const known = new Map<string, FoundMedia>();
  const find = async (contentId: string): Promise<FoundMedia | undefined> => {
    const cached = known.get(contentId);
    if (cached) return cached;
    const found = await findMedia(database.db, contentId);
    if (!found) return undefined;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(contentId, found);
    return found;
  };

  app.get(
    '/media/:token/:contentId/:file',
    answering(async (c) => {
      const { token = '', contentId = '', file = '' } = c.req.param() as Record<string, string | undefined>;
      if (!v.is(Id, contentId) || !FILE.test(file)) throw new Problem('access.not_found');
      if (checkToken(config.secret, PURPOSE, contentId, token, services.now()) !== 'good')
        throw new Problem('access.denied');
      const media = await find(contentId);
      if (!media) throw new Problem('access.not_found');
      const isDocument = file === DOCUMENT && media.type === 'text';
      return sendObject(objects, isDocument ? media.objectKey : `${media.mediaKey}/${file}`, {
        request: requestOf(c),
        headers: {
          ...INERT,
          'Cache-Control': `private, max-age=${MEDIA_URL_LIFE_MS / 1000}`,
          ...(isDocument ? { 'Content-Type': 'application/pdf' } : {}),
        },
      });
    }),
  );

  app.get(
    '/pictures/:name',
    answering(async (c) => {
      const name = c.req.param('name');
      if (name === undefined || !PICTURE.test(name)) throw new Problem('access.not_found');
      return sendObject(objects, `pictures/${name}`, {
        request: requestOf(c),
        headers: { ...INERT, 'Cache-Control': 'public, max-age=31536000, immutable' },
      });
    }),
  );
};

/** These are no calls of the contract, but refuse like them. */
const answering =
  (serve: (c: AppContext) => Promise<Response>) =>
  async (c: AppContext): Promise<Response> => {
    try {
      return await serve(c);
    } catch (error) {
      if (error instanceof Problem) return problemResponse(error);
      throw error;
    }
  };
