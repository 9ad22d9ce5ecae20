import { streamSSE } from 'hono/streaming';
import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { Problem } from '#contract/problems.ts';
import { WAKE_PATH } from '#contract/sync.ts';
import type { Services } from '../services.ts';
import { problemResponse, toProblem, type App, type Edge } from './app.ts';
import type { AccessClaims } from '../calls/access-tokens.ts';
import { sessionStatement } from '../calls/admit.ts';
import type { Session } from '../calls/context.ts';
import { sessionsOf } from '../calls/wake.ts';
import { OpenStreams } from './open-streams.ts';
import { readBearer } from './request-limit.ts';

type StreamContext = Context<{ Bindings: HttpBindings }>;

/** A comment line at this interval keeps proxies from closing the stream, ms. */
const KEEP_ALIVE_MS = 25_000;

/**
 * The event stream that says "pull now": one per device, held by the leading tab. It ends with the access token's life,
 * and when its session ends, on whichever server that happens; the device opens the next one with a new token, and pulls.
 */
export const mountWakeStream = (app: App, edge: Edge): void => {
  const open = new OpenStreams();
  app.get(WAKE_PATH, async (c) => {
    try {
      return await answer(c, edge, open);
    } catch (error) {
      return problemResponse(toProblem(error, 'wake', edge.services));
    }
  });
};

const answer = async (c: StreamContext, { services, limit, clientOf }: Edge, open: OpenStreams): Promise<Response> => {
  const { tokens, now, wake } = services;
  const authorization = c.req.header('authorization');
  await limit.count({ header: () => authorization, client: clientOf(c.env.incoming) }, 'stream');
  const token = readBearer(authorization);
  if (token === undefined) throw new Problem('session.over');
  const claims = await tokens.verify(token, now());
  const session = await readSession(services, claims);
  if (!session) throw new Problem('session.over');
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const ended = Promise.withResolvers<void>();
    stream.onAbort(ended.resolve);
    // Not `end`: a session may end while its person has others.
    const recheck = async () => {
      const isOpen = await readSession(services, claims).catch((error: unknown) => {
        services.log.warn({ err: error }, 'wake stream closed: its session cannot be checked');
      });
      if (!isOpen) ended.resolve();
    };
    const keepAlive = setInterval(() => void stream.write(': here\n\n'), KEEP_ALIVE_MS);
    const life = setTimeout(ended.resolve, claims.expiresAtMs - now().getTime());
    const stops = [
      open.add({ sessionId: claims.sessionId, userId: claims.userId, end: ended.resolve }),
      services.onClose(ended.resolve),
      wake.subscribe([sessionsOf(claims.userId)], () => void recheck()),
      wake.subscribe(
        [session.scope, ...session.organizationScopes],
        () => void stream.writeSSE({ event: 'wake', data: '' }),
      ),
    ];
    // The session may have ended between the check and the subscription.
    void recheck();
    await stream.writeSSE({ event: 'open', data: '' });
    await ended.promise;
    clearInterval(keepAlive);
    clearTimeout(life);
    for (const stop of stops) stop();
  });
};

const readSession = async (
  { database }: Services,
  { userId, sessionId }: AccessClaims,
): Promise<Session | undefined> => {
  const result = await database.pool.query({
    name: 'wake',
    text: sessionStatement([]),
    values: [userId, `user:${userId}`, sessionId],
  });
  return result.rows[0] as Session | undefined;
};
