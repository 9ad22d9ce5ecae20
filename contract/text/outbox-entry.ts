import { queuedTable } from '../queued-table.ts';
import { outboxText } from './outbox.ts';

/** Description of a queued change. `name` is the name of its row, if the device knows it. */
export const entryLabel = (call: string, name: string | undefined): string => {
  const label = queuedTable[call]?.label ?? outboxText.unknown;
  if (typeof label === 'string') return label;
  return name ? label.named.replace('{name}', () => name) : label.unnamed;
};

/** Why a change was refused: the server's message, else the fixed text of its call. Source: LIB-056…LIB-061, PUB-061. */
export const refusedSentence = (call: string, reason: string | undefined): string => {
  const refused = queuedTable[call]?.refused;
  if (typeof refused === 'object')
    return reason ? refused.withReason.replace('{reason}', () => reason) : refused.withoutReason;
  return reason || (refused ?? outboxText.notAccepted);
};
