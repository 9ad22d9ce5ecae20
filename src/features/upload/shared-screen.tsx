import { useEffect, useRef, useState } from 'react';
import { sharedText as text } from '#contract/text/upload-shared.ts';
import { forgetShared, keepShared, readShared, type SharedFile } from '#store/uploads/shared-inbox.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { scopeOf, useMe } from '#app/data/me.ts';
import { formatFileSize } from '#app/format/format.ts';
import { useGo } from '#app/navigation/go.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import './record.css';

export type ShareOutcome = 'files' | 'text' | 'full' | 'failed';

export interface SharedScreenProps {
  outcome: ShareOutcome | undefined;
  isSignedIn: boolean;
}

interface LaunchQueue {
  setConsumer(consumer: (params: { files?: readonly FileSystemFileHandle[] }) => void): void;
}
const launchQueue = (): LaunchQueue | undefined => (globalThis as { launchQueue?: LaunchQueue }).launchQueue;

/** What another app has shared: it becomes uploads, or it says what it waits for. Source: decision 0043. */
export function SharedScreen({ outcome, isSignedIn }: SharedScreenProps) {
  usePageTitle(text.title);
  const [shared, setShared] = useState<SharedFile[]>();
  useEffect(() => {
    const read = () => void readShared().then(setShared, () => setShared([]));
    // Files that the system opens with this app come here instead of to the service worker.
    launchQueue()?.setConsumer(({ files = [] }) => {
      if (files.length === 0) return;
      void Promise.all(files.map((handle) => handle.getFile()))
        .then(keepShared)
        .then(read);
    });
    read();
  }, []);
  return (
    <div className="column">
      <AppBar title={text.title} back={isSignedIn ? '/dashboard' : '/welcome'} />
      <main id="main" className="page record">
        {outcome === 'text' && <Note tone="warn">{text.onlyFiles}</Note>}
        {(outcome === 'full' || outcome === 'failed') && <Note tone="danger">{text[outcome]}</Note>}
        {shared && shared.length > 0 && (
          <>
            {isSignedIn ? <ForAccount shared={shared} /> : <SignedOut shared={shared} />}
            <RemoveButton shared={shared} onRemoved={() => setShared([])} />
          </>
        )}
        {shared?.length === 0 &&
          (outcome === 'files' || !outcome ? (
            <EmptyState drawing="library" title={text.nothing} action={<WayOut isSignedIn={isSignedIn} />} />
          ) : (
            <WayOut isSignedIn={isSignedIn} />
          ))}
      </main>
    </div>
  );
}

function WayOut({ isSignedIn }: Pick<SharedScreenProps, 'isSignedIn'>) {
  return <Button href={isSignedIn ? '/dashboard' : '/welcome'}>{isSignedIn ? text.openMenu : text.signIn}</Button>;
}

function Files({ shared }: { shared: readonly SharedFile[] }) {
  return (
    <>
      <p>{text.kept(shared.length)}</p>
      <ul>
        {shared.map(({ id, name, file }) => (
          <li key={id} className="t-small">
            {name} · {formatFileSize(file.size)}
          </li>
        ))}
      </ul>
    </>
  );
}

function SignedOut({ shared }: { shared: readonly SharedFile[] }) {
  return (
    <>
      <Files shared={shared} />
      <p>{text.signedOut}</p>
      <Button href={`/sign-in?next=${encodeURIComponent('/shared')}`}>{text.signIn}</Button>
    </>
  );
}

function ForAccount({ shared }: { shared: readonly SharedFile[] }) {
  const { db, userId } = useAccount();
  const me = useMe();
  const go = useGo();
  const isTaken = useRef(false);
  const isCreator = me !== undefined && me.lastLoginedRole !== 'learner';
  useEffect(() => {
    if (!isCreator || isTaken.current) return;
    isTaken.current = true;
    const take = async () => {
      const { takeShared } = await import('./take-shared.ts');
      const taking = takeShared({ db, userId, scope: scopeOf(me), shared });
      await go('/library', { replace: true });
      await taking;
    };
    void take();
  }, [isCreator, db, userId, me, shared, go]);
  return (
    <>
      <Files shared={shared} />
      <p role="status">{isCreator || !me ? text.taking : text.member}</p>
    </>
  );
}

function RemoveButton({ shared, onRemoved }: { shared: readonly SharedFile[]; onRemoved: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setAsked(true)}>
        {text.remove}
      </Button>
      <LazyConfirmDialog
        open={isAsked}
        danger
        title={text.removeTitle}
        description={text.removeBody}
        confirmLabel={text.removeConfirm}
        cancelLabel={text.keep}
        onConfirm={() => {
          setAsked(false);
          void forgetShared(shared.map(({ id }) => id)).then(onRemoved);
        }}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
