import type { ReactNode } from 'react';
import type { Call } from '#contract/call.ts';
import { mayOnClient } from '#contract/facts.ts';
import { useMe, useScope } from './me.ts';

/**
 * Whether the person may make a call in the current scope, as far as this device knows. Applies the server's own rule;
 * where only the server can decide, returns true and the server may still refuse. Does not check the current role: the
 * route guards do.
 */
const useMay = (call: Pick<Call, 'may'>): boolean => {
  const me = useMe();
  return mayOnClient(call.may, me, useScope()) !== 'no';
};

/** Shows a control only if the person may make its call. */
export function Allowed({ call, children }: { call: Pick<Call, 'may'>; children: ReactNode }) {
  return useMay(call) ? children : null;
}
