import type { AreaHandlers } from '#server/calls/context.ts';
import { payHandlers } from './pay.ts';
import { readHandlers } from './reads.ts';

export { applyPayment } from './apply.ts';
export { applyDispute, applyRefund } from './movements.ts';
export { askProvider, refundAttempt, requireProvider, settleAttempt, settleInvoice } from './charge.ts';
export {
  letWait,
  makeInvoice,
  netOf,
  SMALLEST_PAYMENT_CENTS,
  startAttempt,
  totalOf,
  voidInvoice,
  type NewItem,
} from './make.ts';
export { CHARGES, chargeAlone, findUnbooked, findUsedCards, IS_CARD_USED, retryOpenInvoice } from './pay.ts';
export {
  CURRENCY,
  findOfRequest,
  findOpenFirst,
  findUnsettled,
  lockPerson,
  readBilled,
  readDebts,
  readInvoiceRow,
  readLastAttempt,
  readWaiting,
  wasBilled,
  type InvoiceRow,
  type ItemRow,
} from './rows.ts';
export { markPaid, markUnpaid } from './settle.ts';
export { dayName, nameCard, tellBilling } from './tell.ts';

export const invoicesHandlers: AreaHandlers<'invoices'> = { ...readHandlers, ...payHandlers };
