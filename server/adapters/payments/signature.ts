import { createHmac, timingSafeEqual } from 'node:crypto';

/** Age of a signature, seconds, above which an event is refused: it may be a recorded one that is sent again. Stripe's own value. */
export const SIGNATURE_LIFE_S = 300;

const macOf = (secret: string, atS: number, body: string): string =>
  createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex');

/** Signs an event as Stripe does: `t=<seconds>,v1=<hex>`. */
export const signEvent = (secret: string, body: string, at: Date): string => {
  const atS = Math.floor(at.getTime() / 1000);
  return `t=${atS},v1=${macOf(secret, atS, body)}`;
};

/** Whether a signature is of this body and not too old. A header may hold several while a secret is replaced. */
export const isSigned = (secret: string, body: string, header: string, now: Date): boolean => {
  const parts = header.split(',').map((part) => part.trim().split('=') as [string, string?]);
  const atS = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(atS)) return false;
  const wanted = Buffer.from(macOf(secret, atS, body));
  const isKnown = parts.some(([name, value = '']) => {
    const given = Buffer.from(value);
    return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  return isKnown && now.getTime() / 1000 - atS <= SIGNATURE_LIFE_S;
};
