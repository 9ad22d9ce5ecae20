import type { RequestListener } from 'node:http';
import { runBilling } from '../domains/subscriptions/index.ts';
import type { Services } from '../services.ts';
import { createClientAddress, isLoopback } from './client-address.ts';
import type { App } from './app.ts';

/** Answers are dated by the moved clock too, because pages take the server's time from there. */
export const datedByClock = ({ moveClock, now }: Services, listener: RequestListener): RequestListener =>
  moveClock
    ? (request, response) => {
        response.setHeader('Date', now().toUTCString());
        listener(request, response);
      }
    : listener;

/** Where tests move the clock. */
const DEV_CLOCK = '/dev/clock';

/**
 * Moves the clock of the services, and does what billing has to do then: `POST /dev/clock?at=2031-02-01T00:00:00Z`. It is mounted
 * only with CLOCK=movable, which production refuses, and answers this machine only. The database has its own clock: what it
 * compares with `now()` does not move.
 */
export const mountDevClock = (app: App, services: Services): void => {
  const { moveClock, config } = services;
  if (!moveClock || config.nodeEnv === 'production') return;
  const addressOf = createClientAddress(config.trustedProxies);
  app.post(DEV_CLOCK, async (c) => {
    // A browser names the page that asks: no page of any site may.
    const isTest = isLoopback(addressOf(c.env.incoming)) && c.req.header('sec-fetch-site') === undefined;
    if (!isTest) return c.text('Not found', 404);
    const at = new Date(c.req.query('at') ?? '');
    if (Number.isNaN(at.getTime())) return c.text('at must be an instant', 422);
    moveClock(at);
    await runBilling(services);
    return c.body(null, 204);
  });
};
