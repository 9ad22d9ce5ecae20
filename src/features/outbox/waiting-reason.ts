import { outboxText } from '#contract/text/outbox.ts';
import type { OutboxEntry } from '#store/database.ts';

/** Why an entry has not been sent yet, as a user message. */
export const waitingReason = (
  {
    dependsOn,
    attempts,
    nextAttemptAtMs,
    wasOffline,
  }: Pick<OutboxEntry, 'dependsOn' | 'attempts' | 'nextAttemptAtMs' | 'wasOffline'>,
  { isOnline, isBehind }: { isOnline: boolean; isBehind: boolean },
): { icon: 'waiting' | 'sending'; words: string } => {
  if (isBehind) return { icon: 'waiting', words: outboxText.waitsForTurn };
  if (dependsOn) return { icon: 'waiting', words: outboxText.waitsForUpload };
  if (!isOnline) return { icon: 'waiting', words: outboxText.waitsForNetwork };
  if (nextAttemptAtMs > 0)
    return {
      icon: 'waiting',
      words: wasOffline === false ? outboxText.serverTrouble(attempts) : outboxText.triedAgain(attempts),
    };
  return { icon: 'sending', words: outboxText.sendingNow };
};
