import { useState } from 'react';
import { NOTIFICATIONS_KEPT_DAYS } from '#contract/limits.ts';
import { listNotifications } from '#contract/notifications.ts';
import type { Notification, RecipientType } from '#contract/rows.ts';
import { trueNowMs } from '#store/server-time.ts';
import type { OwnWindow } from '#app/data/use-own-window.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';

const DAY_MS = 86_400_000;
/** They change by the person alone, whose changes are made in the cached pages too (use-notification-actions.ts), ms. */
const FRESH_MS = 600_000;

/** The end of the oldest day of which the device may have some only: whole days, so that a cached page is of use for a day. */
const firstOlder = (): string =>
  new Date((Math.floor(trueNowMs() / DAY_MS) + 1 - NOTIFICATIONS_KEPT_DAYS) * DAY_MS).toISOString();

/**
 * The notifications that the device does not keep any more, after those that it has, page by page. Source: NOT-003.
 *
 * @param own Those on the device; the older ones are read once all of them are shown.
 */
export const useOlder = (recipientType: RecipientType, own: OwnWindow<Notification>) => {
  const [before] = useState(firstOlder);
  const { answered, end } = usePagedAnswer(
    listNotifications,
    `${recipientType} ${before}`,
    (page) => ({ recipientType, before, page: page + 1 }),
    undefined,
    FRESH_MS,
    own.isWhole,
  );
  const here = new Set(own.rows?.map(({ id }) => id));
  const older = (answered.answer?.results ?? []).filter(({ id }) => !here.has(id));
  const isWaiting = own.rows?.length === 0 && answered.isLoading;
  return {
    rows: !own.isWhole ? own.rows : isWaiting ? undefined : [...own.rows!, ...older],
    older,
    end: own.isWhole ? end : own.end,
    error: own.isWhole && !answered.answer ? answered.error : undefined,
    reload: answered.reload,
  };
};
