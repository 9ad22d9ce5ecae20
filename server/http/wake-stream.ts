import { streamSSE } from 'hono/streaming';
import { Problem } from '#contract/problems.ts';
import { WAKE_PATH } from '#contract/sync.ts';
import type { Services } from '../services.ts';
import { problemResponse, type App } from './app.ts';
import { sessionStatement } from '../calls/admit.ts';
import type { Session } from '../calls/context.ts';

/** A comment line at this interval keeps proxies from closing the stream, ms. */
const KEEP_ALIVE_MS = 25_000;

/** The event stream that says "pull now": one per device, held by the leading tab. Ends with the access token's life. */
export const mountWakeStream = (app: App, services: Services): void => {
  app.get(WAKE_PATH, async (c) => {
    const session = await readSession(services, c.req.header('authorization'));
    if (!session) return problemResponse(new Problem('session.over'));
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (stream) => {
      const ended = Promise.withResolvers<void>();
      const end = services.wake.subscribe(
        [session.scope, ...session.organizationScopes],
        () => void stream.writeSSE({ event: 'wake', data: '' }),
      );
      const timer = setInterval(() => void stream.write(': here\n\n'), KEEP_ALIVE_MS);
      stream.onAbort(ended.resolve);
      const stop = services.onClose(ended.resolve);
      await stream.writeSSE({ event: 'open', data: '' });
      await ended.promise;
      clearInterval(timer);
      end();
      stop();
    });
  });
};

const readSession = async (
  { tokens, database, now }: Services,
  header: string | undefined,
): Promise<Session | undefined> => {
  if (!header?.startsWith('Bearer ')) return undefined;
  try {
    const { userId, sessionId } = await tokens.verify(header.slice(7), now());
    const result = await database.pool.query({
      name: 'wake',
      text: sessionStatement([]),
      values: [userId, `user:${userId}`, sessionId],
    });
    return result.rows[0] as Session | undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
};
