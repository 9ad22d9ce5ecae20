import { Hono, type MiddlewareHandler } from 'hono';
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Problem } from '#contract/problems.ts';
import type { Services } from '../services.ts';
import { createEdge, mountCalls, problemResponse, toProblem, type App } from './app.ts';
import type { Handlers } from '../calls/context.ts';
import { mountWakeStream } from './wake-stream.ts';
import { metrics } from '../calls/metrics.ts';
import { hasBearer } from './bearer.ts';
import { mountDigestMails } from './digest-mails.ts';
import { mountMailBounces } from './mail-bounces.ts';
import { openApiDocument } from './openapi.ts';
import { withSecurityHeaders } from './security.ts';
import { mountWebhooks } from './webhooks.ts';

export interface AppParts {
  handlers: Handlers;
  /** Routes beside the calls: media, pictures, the development outbox, the client's files. Matched in this order. */
  routes: readonly ((app: App, services: Services) => void)[];
  /** For tests of one domain: calls without a handler are left out instead of failing the start. */
  isPartial?: boolean;
}

/** What tells a stranger about the inside: in production for who knows METRICS_TOKEN, otherwise as if it did not exist. */
const forOperators =
  ({ config }: Services): MiddlewareHandler =>
  async (c, next) => {
    const isKnown = config.metricsToken !== undefined && hasBearer(c.req.header('authorization'), config.metricsToken);
    return isKnown || config.nodeEnv !== 'production' ? next() : c.text('Not found', 404);
  };

/** The whole HTTP edge over some services, as a listener for Node's server. */
export const createApp = (services: Services, { handlers, routes, isPartial = false }: AppParts): RequestListener => {
  const app: App = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const edge = createEdge(services);
  mountWakeStream(app, edge);
  mountWebhooks(app, edge);
  mountDigestMails(app, edge);
  mountMailBounces(app, edge);
  // Made when it is first asked for: it is a quarter of the work of a start.
  let document: string | undefined;
  const asked = (): string => (document ??= JSON.stringify(openApiDocument()));
  app.use('/metrics', forOperators(services));
  app.use('/api/openapi.json', forOperators(services));
  app.get('/api/openapi.json', (c) => c.body(asked(), 200, { 'Content-Type': 'application/json' }));
  app.get('/metrics', async (c) => c.body(await metrics.metrics(), 200, { 'Content-Type': metrics.contentType }));
  mountCalls(app, handlers, edge, isPartial);
  app.all('/api/*', () => problemResponse(new Problem('access.not_found')));
  for (const mount of routes) mount(app, services);
  app.onError((error) => {
    // Errors of routes that are not calls: files, streams.
    return problemResponse(toProblem(error, 'route', services));
  });
  const { publicUrl, payments } = services.config;
  return withSecurityHeaders(getRequestListener(app.fetch), {
    isHttps: publicUrl.startsWith('https:'),
    usesStripe: payments.kind === 'stripe',
  });
};
