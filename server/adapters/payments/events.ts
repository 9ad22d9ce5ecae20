import type { ProviderEvent } from './provider.ts';

/** What is read of an event of Stripe's API: which object changed. The rest is old as soon as it arrives. */
export interface EventObject {
  id: string;
  type: string;
  /** Seconds. */
  created: number;
  data: { object: object };
}

const KINDS: Readonly<Record<string, ProviderEvent['objectKind']>> = {
  payment_intent: 'payment',
  setup_intent: 'setup',
  payment_method: 'card',
  refund: 'refund',
  dispute: 'dispute',
  customer: 'customer',
  account: 'account',
  payout: 'payout',
};

const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  const id = value && typeof value === 'object' ? (value as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : null;
};

/** The port's form of an event of Stripe's API, which the sandbox speaks too. */
export const toProviderEvent = ({ id, type, created, data }: EventObject): ProviderEvent => {
  const object = data.object as {
    id?: string;
    object?: string;
    payment_intent?: unknown;
    metadata?: { transfer?: unknown };
  };
  // A payout is known by the transfer that it began with; one without is not ours.
  const transferId = idOf(object.metadata?.transfer);
  const isForeign = object.object === 'payout' && transferId === null;
  const objectKind = isForeign ? 'other' : (KINDS[object.object ?? ''] ?? 'other');
  const objectId = objectKind === 'payout' ? transferId! : (object.id ?? '');
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    objectId,
    objectKind,
    paymentId: objectKind === 'payment' ? objectId : idOf(object.payment_intent),
  };
};

/** Whether a parsed body has the form of an event. */
export const isEventObject = (value: unknown): value is EventObject => {
  if (!value || typeof value !== 'object') return false;
  const { id, type, created, data } = value as Partial<Record<keyof EventObject, unknown>>;
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof created === 'number' &&
    typeof data === 'object' &&
    data !== null &&
    typeof (data as { object?: unknown }).object === 'object'
  );
};
