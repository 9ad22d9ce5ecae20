import { sql } from 'kysely';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { leave, resubscribe } from './leaving.ts';
import { preview, readPaymentSummary, readProductPrice } from './preview.ts';
import { MONTHLY_PRICE_CENTS } from './price.ts';
import { subscribeHandlers } from './subscribe.ts';

export { cancelPaid, endSubscriptions, resumeSubscriptions, type EndedSubscription } from './leaving.ts';
export { giveCreatorAccess } from './creator-access.ts';
export { quoteTime, taxesOf } from './quote.ts';
export { runBilling } from './billing/run.ts';
export { MONTHLY_PRICE_CENTS } from './price.ts';

const listSubscriptions: Handler<'subscriptions.list'> = ({ db, session }, { limit, offset }) =>
  answerJson(
    db,
    sql`select json_build_object('count', (select count(*) from subscriptions where user_id = ${session.userId}), 'results', coalesce(json_agg(row), '[]')) from (
      select o.row from own_subscriptions o where o.scope = ${session.scope} order by o.row->>'sportName' limit ${limit} offset ${offset}) l`,
  );

const readBetaFlag: Handler<'subscriptions.betaFlag'> = ({ db, session }) =>
  answerJson(
    db,
    sql`select json_build_object('hasBetaSubscription', exists (
      select 1 from subscriptions where user_id = ${session.userId} and type = 'beta-free'))`,
  );

/** Beta and waitlist sports cost nothing. */
const readPrice: Handler<'subscriptions.price'> = ({ db }, { sportId = null }) =>
  answerJson(
    db,
    sql`select json_build_object('monthlySubscriptionFee', json_build_object('value',
      case when ${sportId}::text is null or sport_type = 'Launched' then ${MONTHLY_PRICE_CENTS}::int else 0 end))
      from (select sport_type from sports where id = ${sportId} union all select null where ${sportId}::text is null) s`,
  );

export const subscriptionsHandlers: AreaHandlers<'subscriptions'> = {
  'subscriptions.list': listSubscriptions,
  'subscriptions.preview': { outside: preview },
  ...subscribeHandlers,
  'subscriptions.resubscribe': resubscribe,
  'subscriptions.paymentSummary': readPaymentSummary,
  'subscriptions.productPrice': readProductPrice,
  'subscriptions.remove': leave,
  'subscriptions.betaFlag': readBetaFlag,
  'subscriptions.price': readPrice,
};
