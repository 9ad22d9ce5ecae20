import { Problem } from '#contract/problems.ts';
import { QUICK, withBody } from '../calls/read-body.ts';
import { takeReturnedMail } from '../domains/notifications/index.ts';
import { problemResponse, toProblem, type App, type Edge } from './app.ts';
import { hasBearer } from './bearer.ts';

const PATH = '/api/mail/bounces';
/** Longest returned mail, bytes: a report has the headers of the mail that it is about, or all of it. */
const MAIL_MAX_BYTES = 262_144;

/**
 * Takes mails that came back, as they are, from the mail server of `MAIL_BOUNCE_ADDRESS`. No call of the contract: it has no person
 * and no key, and a repeat changes nothing. Without its token, and where the setting is missing, it does not exist. Every mail
 * that is read is answered with 204, so that the mail server does not keep it.
 */
export const mountMailBounces = (app: App, { services, limit, clientOf }: Edge): void => {
  app.post(PATH, async (c) => {
    try {
      const token = services.config.bounces?.token;
      if (token === undefined || !hasBearer(c.req.header('authorization'), token)) {
        await limit.count({ header: () => undefined, client: clientOf(c.env.incoming) }, 'call');
        throw new Problem('access.not_found');
      }
      const limits = {
        mostBytes: MAIL_MAX_BYTES,
        tooLarge: () => new Problem('request.too_large'),
        pace: QUICK,
        budget: services.bounds.json,
      };
      const message = await withBody(c.env.incoming, limits, (bytes) => bytes.toString('latin1'));
      await takeReturnedMail(services, message);
      return c.body(null, 204);
    } catch (error) {
      return problemResponse(toProblem(error, 'mail-bounces', services));
    }
  });
};
