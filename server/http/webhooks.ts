import { Problem } from '#contract/problems.ts';
import { QUICK, withBody } from '../calls/read-body.ts';
import { receiveEvent } from '../domains/payments/index.ts';
import { problemResponse, toProblem, type App, type Edge } from './app.ts';

/** Where the payment provider sends its events. Source: docs/spec/decisions.md, 5.22. */
const STRIPE_WEBHOOK = '/api/webhooks/stripe';
/** Longest body of an event, bytes. */
const EVENT_MAX_BYTES = 262_144;

/**
 * Takes the events of the payment provider. No call of the contract: it has no person and no key, its body is signed as it
 * is, and it is answered as soon as the event is stored.
 */
export const mountWebhooks = (app: App, { services, limit, clientOf }: Edge): void => {
  app.post(STRIPE_WEBHOOK, async (c) => {
    try {
      if (!services.payments) throw new Problem('access.not_found');
      await limit.count({ header: () => undefined, client: clientOf(c.env.incoming) }, 'call');
      const body = await withBody(
        c.env.incoming,
        {
          mostBytes: EVENT_MAX_BYTES,
          tooLarge: () => new Problem('request.too_large'),
          pace: QUICK,
          budget: services.bounds.json,
        },
        (bytes) => bytes.toString('utf8'),
      );
      await receiveEvent(services, body, c.req.header('stripe-signature') ?? '');
      return c.body(null, 204);
    } catch (error) {
      return problemResponse(toProblem(error, 'webhook', services));
    }
  });
};
