import { Hono } from 'hono';
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Problem } from '#contract/problems.ts';
import type { Services } from '../services.ts';
import { mountCalls, problemResponse, toProblem, type App } from './app.ts';
import type { Handlers } from '../calls/context.ts';
import { mountWakeStream } from './wake-stream.ts';
import { metrics } from '../calls/metrics.ts';
import { openApiDocument } from './openapi.ts';
import { withSecurityHeaders } from './security.ts';

export interface AppParts {
  handlers: Handlers;
  /** Routes beside the calls: media, pictures, the development outbox, the client's files. Matched in this order. */
  routes: readonly ((app: App, services: Services) => void)[];
  /** For tests of one domain: calls without a handler are left out instead of failing the start. */
  isPartial?: boolean;
}

/** The whole HTTP edge over some services, as a listener for Node's server. */
export const createApp = (services: Services, { handlers, routes, isPartial = false }: AppParts): RequestListener => {
  const app: App = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  mountWakeStream(app, services);
  const document = JSON.stringify(openApiDocument());
  app.get('/api/openapi.json', (c) => c.body(document, 200, { 'Content-Type': 'application/json' }));
  app.get('/metrics', async (c) => c.body(await metrics.metrics(), 200, { 'Content-Type': metrics.contentType }));
  mountCalls(app, handlers, services, isPartial);
  app.all('/api/*', () => problemResponse(new Problem('access.not_found')));
  for (const mount of routes) mount(app, services);
  app.onError((error) => {
    // Errors of routes that are not calls: files, streams.
    return problemResponse(toProblem(error, 'route', services));
  });
  return withSecurityHeaders(getRequestListener(app.fetch), services.config.publicUrl.startsWith('https:'));
};
