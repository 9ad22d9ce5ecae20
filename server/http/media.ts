import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { Problem } from '#contract/problems.ts';
import type { ObjectRequest } from '../calls/send-object.ts';
import { ARCHIVE, sendLinkedArchive } from '../domains/account/index.ts';
import { createMediaSender } from '../domains/media/index.ts';
import type { Services } from '../services.ts';
import { problemResponse, type App } from './app.ts';

type AppContext = Context<{ Bindings: HttpBindings }>;

/** Mounts `/media/<token>/<mediaId>/<file>` and `/pictures/<name>`. They are no calls, but answer the same problems. */
export const serveMedia = (app: App, services: Services): void => {
  const sender = createMediaSender(services);
  app.get('/media/:token/:mediaId/:file', (c) => {
    const { token = '', mediaId = '', file = '' } = c.req.param();
    if (file === ARCHIVE) return answer(sendLinkedArchive(services, { token, id: mediaId }, requestOf(c)));
    return answer(sender.sendMedia({ token, mediaId, file }, requestOf(c)));
  });
  app.get('/pictures/:name', (c) => answer(sender.sendPicture(c.req.param('name'), requestOf(c))));
};

const requestOf = (c: AppContext): ObjectRequest => ({
  method: c.req.method,
  range: c.req.header('range'),
  ifRange: c.req.header('if-range'),
  ifNoneMatch: c.req.header('if-none-match'),
});

const answer = (response: Promise<Response>): Promise<Response> =>
  response.catch((error: unknown) => {
    if (error instanceof Problem) return problemResponse(error);
    throw error;
  });
