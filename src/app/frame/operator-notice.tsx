import { useEffect, useState } from 'react';
import { deskActText } from '#contract/text/desk.ts';
import type { OperatorSession } from '#store/device.ts';
import { trueNowMs } from '#store/server-time.ts';
import { Button } from '#ui/buttons/button.tsx';
import { signOut, useMaybeAccount } from '../data/account.ts';
import { useMe } from '../data/me.ts';
import { formatTime } from '../format/format.ts';
import './operator-notice.css';

const { operated: text } = deskActText;

/**
 * Says above every page in whose account the operator is, and until when; leaves it then. What was not sent by then is
 * deleted with the rest: another person's data does not stay on this device. Source: decision 0114.
 */
export function OperatorNotice(session: OperatorSession) {
  const account = useMaybeAccount();
  return account?.userId === session.userId && <Stay {...session} />;
}

function Stay({ endsAt }: OperatorSession) {
  const account = useMaybeAccount();
  const me = useMe();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const leftMs = Math.max(0, Date.parse(endsAt) - trueNowMs());
    const timer = setTimeout(() => account && void signOut(account), leftMs);
    return () => clearTimeout(timer);
  }, [account, endsAt]);
  if (!account || !me) return null;
  return (
    <aside className="operator-notice" aria-label={text.label}>
      <p>{text.says(`${me.firstName} ${me.lastName}`, formatTime(endsAt))}</p>
      <Button
        size="m"
        variant="outline"
        busy={isLeaving && text.leave}
        onClick={() => {
          setLeaving(true);
          void signOut(account);
        }}
      >
        {text.leave}
      </Button>
    </aside>
  );
}
