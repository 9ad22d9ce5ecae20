// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useRouter } from '@tanstack/react-router';
import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import type { Reach } from '#store/api.ts';
import type { AccountDatabase } from '#store/database.ts';
import { readDeviceSetting, type OperatorSession } from '#store/device.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { loadAccount, useMaybeAccount } from '../data/account.ts';
import { startTraffic, useNeedsSignIn, useReach } from '../device/traffic.ts';
import { whenIdle } from '../device/when-idle.ts';
import { goTo } from '../navigation/go.ts';
import { resumeUnfinished } from '../data/unfinished-uploads.ts';

/** What no screen waits for begins once the page is idle, after this time at the latest, ms. */
const IDLE_WITHIN_MS = 2_000;

/** Listeners of every page: sync of the account, the network's return, a tap on a push, the end of the session; an operator's stay. */
export function RouteNotices() {
  const account = useMaybeAccount();
  const router = useRouter();
  const reach = useReach();
  const needsSignIn = useNeedsSignIn();
  const formerReach = useRef(reach);
  const [operator, setOperator] = useState<{ session: OperatorSession; Notice: ComponentType<OperatorSession> }>();

  useEffect(() => {
    void loadAccount();
  }, []);
  useEffect(() => {
    if (!account) return;
    startTraffic();
    if (globalThis.Notification?.permission === 'granted')
      void import('../device/push.ts').then(
        ({ refreshPush }) => refreshPush(account),
        () => {},
      );
    whenIdle(() => void resumeUnfinished(account.userId).catch(() => {}), IDLE_WITHIN_MS);
    void readDeviceSetting<OperatorSession>('operatorSession').then(async (session) => {
      if (session?.userId !== account.userId) return;
      const { OperatorNotice } = await import('./operator-notice.tsx');
      setOperator({ session, Notice: OperatorNotice });
    });
  }, [account]);
  useEffect(() => {
    if (!account) return;
    const left = new AbortController();
    const follow = async () => {
      const { followNotices } = await import('../device/notices.ts');
      if (!left.signal.aborted) left.signal.addEventListener('abort', followNotices(account.userId));
    };
    whenIdle(() => void (left.signal.aborted || follow().catch(() => {})), IDLE_WITHIN_MS);
    return () => left.abort();
  }, [account]);
  useEffect(() => {
    const former = formerReach.current;
    formerReach.current = reach;
    if (reach !== 'online' || former === 'online' || !account) return;
    void backText(account.db, former).then((text) => showToast({ text, kind: 'success' }));
  }, [reach, account]);
  useEffect(() => {
    if (needsSignIn)
      showToast({
        text: frameText.needsSignIn,
        kind: 'failure',
        durationMs: 0,
        action: {
          label: commonText.signIn,
          onAction: () => void router.navigate({ to: '/sign-in', search: { next: location.pathname } }),
        },
      });
  }, [needsSignIn, router]);
  useEffect(() => {
    const open = (event: MessageEvent<{ type?: string; link?: string }>) => {
      if (event.data?.type === 'OPEN' && event.data.link?.startsWith('/')) void goTo(router, event.data.link);
    };
    navigator.serviceWorker?.addEventListener('message', open);
    return () => navigator.serviceWorker?.removeEventListener('message', open);
  }, [router]);
  return operator ? <operator.Notice {...operator.session} /> : null;
}

/** Says that uploads continue only where one does: others wait for storage or for the person. */
const backText = async (db: AccountDatabase, former: Reach): Promise<string> => {
  if (former !== 'offline') return frameText.backInReach;
  const going = await db.uploadJobs
    .where('state')
    .equals('working')
    .count()
    .catch(() => 0);
  return going > 0 ? frameText.backOnline : frameText.backOnlineAlone;
};
