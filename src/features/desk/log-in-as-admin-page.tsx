import { useEffect, useRef, useState } from 'react';
import { exchangeLogin, type LoginOfOperator } from '#contract/desk.ts';
import { deskActText } from '#contract/text/desk.ts';
import { CallError } from '#store/api.ts';
import { callAs } from '#store/session.ts';
import { countUnsent } from '#store/unsent.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { enterAsOperator, loadAccount } from '#app/data/account.ts';
import { usePageTitle } from '#app/navigation/title.ts';

const { logIn: text } = deskActText;

/** How far it came; once the account is open another document is loaded. */
type State = 'busy' | 'unsent' | 'failed';

/** Exchanges the tokens of a link for the account of the person. @returns Why not. */
const enter = async (given: LoginOfOperator | undefined): Promise<State> => {
  const account = await loadAccount();
  if (!account || !given) return 'failed';
  const { changes, uploads } = await countUnsent(account.db);
  if (changes + uploads > 0) return 'unsent';
  try {
    const { output } = await callAs(account.userId, exchangeLogin, given);
    await enterAsOperator(account, output);
    return 'busy';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return 'failed';
  }
};

/** Log in as admin. Source: ADM-003…ADM-006, NAV-094, D-237, decision 0114. */
export function LogInAsAdminPage({ given }: { given: LoginOfOperator | undefined }) {
  const [state, setState] = useState<State>('busy');
  const isStarted = useRef(false);
  usePageTitle(text.title);
  useEffect(() => {
    // The tokens count once.
    if (isStarted.current) return;
    isStarted.current = true;
    void enter(given).then(setState);
  }, [given]);
  return (
    <div className="column">
      <main id="main" className="error-page">
        {state === 'busy' && (
          <p role="status" className="t-2">
            {text.busy}
          </p>
        )}
        {state === 'unsent' && (
          <EmptyState
            drawing="quiet"
            level={1}
            title={text.title}
            action={
              <Button size="m" href="/outbox">
                {text.toUnsent}
              </Button>
            }
          >
            {text.unsent}
          </EmptyState>
        )}
        {state === 'failed' && (
          <div role="alert">
            <EmptyState
              drawing="search"
              level={1}
              title={text.failed}
              action={
                <Button size="m" href="/">
                  {text.home}
                </Button>
              }
            >
              {text.failedHelp}
            </EmptyState>
          </div>
        )}
      </main>
    </div>
  );
}
