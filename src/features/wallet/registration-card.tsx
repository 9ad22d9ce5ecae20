import { useState } from 'react';
import { listPayoutCountries, startWalletRegistration, type Wallet } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { CallError } from '#store/api.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { Note } from '#ui/states/note.tsx';
import { Select } from '#ui/forms/select.tsx';

interface RegistrationCardProps {
  wallet: Wallet;
  reload: () => void;
  leave: (url: string) => void;
}

/** Asks for the page of the provider, a new one each time: it can be opened once and not for long. */
const useRegistration = ({ reload, leave }: Pick<RegistrationCardProps, 'reload' | 'leave'>, failed: string) => {
  const call = useOnlineCall();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = async (country: string): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { registrationLink } = await call(startWalletRegistration, { country });
      if (registrationLink !== null) leave(registrationLink);
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.kind !== 'cancelled') setProblem(failureText(error, failed));
      return false;
    } finally {
      setBusy(false);
      reload();
    }
  };
  return { isBusy, problem, open };
};

/** The way to a bank account: the country, then the page of the payment provider. Source: WAL-014, WAL-015, WAL-034. */
export function RegistrationCard(props: RegistrationCardProps) {
  const { country } = props.wallet;
  return (
    <section className="card wallet-card" aria-label={text.registration}>
      <p>{text.noBank}</p>
      {country === null ? <CountryChoice {...props} /> : <GoOn {...props} country={country} />}
    </section>
  );
}

function GoOn({ country, reload, leave }: Omit<RegistrationCardProps, 'wallet'> & { country: string }) {
  const { isBusy, problem, open } = useRegistration({ reload, leave }, text.openFailed);
  const wait = useWaitReason(text.offlineRegistration);
  return (
    <>
      <p className="t-small t-2">{text.started}</p>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <Button
        block
        busy={isBusy && text.opening}
        disabled={wait !== undefined}
        aria-describedby={wait && 'registration-wait'}
        onClick={() => void open(country)}
      >
        {text.goOn}
      </Button>
      {wait && (
        <p className="t-small t-2" id="registration-wait">
          {wait}
        </p>
      )}
    </>
  );
}

/** Source: WAL-023, WAL-028, WAL-032. */
function CountryChoice({ reload, leave }: Omit<RegistrationCardProps, 'wallet'>) {
  const countries = useAnswer(listPayoutCountries, {}, { scope: useScope() });
  const { isBusy, problem, open } = useRegistration({ reload, leave }, text.countryFailed);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const wait = useWaitReason(text.offlineRegistration);
  const send = async () => {
    await open(chosen!);
    setAsked(false);
  };
  return (
    <AnswerView answered={countries} shape="row" count={1}>
      {({ results }) => (
        <>
          <Select
            label={text.country}
            placeholder={text.chooseCountry}
            searchable
            options={results
              .filter(({ isEnabled }) => isEnabled)
              .map(({ code, name }) => ({ value: code, label: name }))}
            value={chosen}
            onChange={setChosen}
            help={text.countryHelp}
            error={isAsked ? undefined : problem}
          />
          <Button
            block
            disabled={chosen === null || wait !== undefined}
            aria-describedby={wait && 'country-wait'}
            onClick={() => setAsked(true)}
          >
            {text.next}
          </Button>
          {wait && (
            <p className="t-small t-2" id="country-wait">
              {wait}
            </p>
          )}
          <LazyConfirmDialog
            open={isAsked}
            title={text.confirmCountry(results.find(({ code }) => code === chosen)?.name ?? '')}
            description={text.cannotChange}
            confirmLabel={text.confirm}
            busy={isBusy ? text.confirming : undefined}
            onConfirm={() => void send()}
            onCancel={() => setAsked(false)}
          />
        </>
      )}
    </AnswerView>
  );
}
