import { useState, type FormEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { walletText as text } from '#contract/text/wallet.ts';
import { registerAtSandbox } from '#contract/wallet.ts';
import { CallError, isProblem } from '#store/api.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Note } from '#ui/states/note.tsx';

const NUMBER = /^\d{12}$/;

/** Stands in for the page of the payment provider where a person registers, on a server that uses the sandbox. */
export function SandboxRegistrationPage({ link }: { link: string | undefined }) {
  const call = useOnlineCall();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('000123456789');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const goBack = () => navigate({ to: '/educator-wallet', search: { tab: 'all' }, replace: true });
  const register = async (event: FormEvent) => {
    event.preventDefault();
    if (!NUMBER.test(typed)) return setProblem(text.bankNumberWrong);
    setBusy(true);
    setProblem(undefined);
    try {
      await call(registerAtSandbox, { link: link ?? '', bankNumber: typed });
      await goBack();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(isProblem(error, 'access.not_found') ? text.linkOver : failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ListPage title={text.sandboxTitle}>
      <form className="card wallet-card" noValidate onSubmit={(event) => void register(event)}>
        <Note tone="warn">{text.sandboxHelp}</Note>
        <Field
          label={text.bankNumber}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button block type="submit" busy={isBusy && text.registering}>
          {text.register}
        </Button>
        <Button block variant="ghost" onClick={() => void goBack()}>
          {text.toWallet}
        </Button>
      </form>
    </ListPage>
  );
}
