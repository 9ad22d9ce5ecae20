import type { ReactNode } from 'react';
import type { Call } from '#contract/call.ts';
import { mayOnClient } from '#contract/facts.ts';
import { useMe, useScope } from './me.ts';

/**
 * Whether the person may make a call in the scope in use, as far as this device knows. The same rule as the server's;
 * what only the server can answer counts as yes, and the server decides when the call arrives. Which role is in use is
 * another question: that is asked by the guards of the routes.
 */
export const useMay = (call: Pick<Call, 'may'>): boolean => {
  const me = useMe();
  return mayOnClient(call.may, me, useScope()) !== 'no';
};

/** Shows a control only to who may make its call. */
export function Allowed({ call, children }: { call: Pick<Call, 'may'>; children: ReactNode }) {
  return useMay(call) ? children : null;
}
