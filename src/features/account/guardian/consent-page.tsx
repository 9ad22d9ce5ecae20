import { useEffect, useState, type ReactNode } from 'react';
import { answerGuardianRequest, readGuardianRequest } from '#contract/account.ts';
import type { InputOf, OutputOf } from '#contract/call.ts';
import { guardianPageText as text } from '#contract/text/account-guardian.ts';
import { commonText } from '#contract/text/common.ts';
import { CallError, isProblem, sendCall } from '#store/api.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { failureText } from '#app/data/use-act.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import '../points.css';

type Request = OutputOf<typeof readGuardianRequest>;
type Answer = InputOf<typeof answerGuardianRequest>['answer'];

/** Takes the token out of the address, so that neither the history nor a shared screen keeps it. */
const takeToken = (): string => {
  const token = location.hash.slice(1);
  if (token) history.replaceState(history.state, '', location.pathname);
  return token;
};

/**
 * What a guardian opens from a mail, without an account: what they consent to, and the answer; or the way to take the consent
 * back. The answer is a POST: programs that open links of mails answer nothing. Source: D-250, decision 0065.
 */
export function GuardianConsentPage() {
  const [token, setToken] = useState(takeToken);
  const [request, setRequest] = useState<Request>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!token) return undefined;
    let isShown = true;
    sendCall(readGuardianRequest, { token }).then(
      ({ output }) => isShown && setRequest(output),
      (error: unknown) => isShown && setFailure(error),
    );
    return () => {
      isShown = false;
    };
  }, [token, attempt]);
  useEffect(() => {
    // Another link, opened in the same tab.
    const follow = () => {
      const next = takeToken();
      if (!next) return;
      setRequest(undefined);
      setFailure(undefined);
      setToken(next);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  if (!token) return <Message title={text.noLink}>{text.noLinkHelp}</Message>;
  if (failure !== undefined && isOver(failure)) return <Message title={text.over}>{failureText(failure)}</Message>;
  const retry = () => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  if (failure !== undefined)
    return (
      <Message title={commonText.loadFailed} action={<Button onClick={retry}>{text.retry}</Button>}>
        {isOffline(failure) ? commonText.connectFirst : failureText(failure)}
      </Message>
    );
  if (!request)
    return (
      <WizardPage header={text.header} heading={text.loading}>
        <AfterSkeleton read={undefined} shape="row" count={3}>
          {() => null}
        </AfterSkeleton>
      </WizardPage>
    );
  return (
    <Question
      key={token}
      token={token}
      request={request}
      onAnswered={(answered) => setRequest({ ...request, answered })}
      onOver={setFailure}
    />
  );
}

/** A cut link is as useless as an old one. */
const isOver = (error: unknown): boolean =>
  isProblem(error, 'guardian.link_over') || isProblem(error, 'request.invalid');

const isOffline = (error: unknown): boolean => error instanceof CallError && error.reach === 'offline';

function Message({ title, action, children }: { title: string; action?: ReactNode; children: string }) {
  return (
    <WizardPage header={text.header} heading={title} lead={<p>{children}</p>}>
      {action}
    </WizardPage>
  );
}

interface QuestionProps {
  token: string;
  request: Request;
  onAnswered: (answer: Answer) => void;
  onOver: (error: unknown) => void;
}

function Question({ token, request, onAnswered, onOver }: QuestionProps) {
  const [sending, setSending] = useState<Answer>();
  const [problem, setProblem] = useState<string>();
  const send = async (answer: Answer) => {
    if (sending) return;
    setSending(answer);
    setProblem(undefined);
    try {
      onAnswered((await sendCall(answerGuardianRequest, { token, answer })).output.answered);
    } catch (error) {
      if (isOver(error)) onOver(error);
      else setProblem(failureText(error));
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSending(undefined);
    }
  };
  const { kind, firstName, username, answered } = request;
  if (answered) {
    const { heading, text: words } = text.done[answered];
    return <WizardPage header={text.header} heading={heading} lead={<p>{words}</p>} />;
  }
  const name = text.named(firstName, username);
  const busy = (answer: Answer) => sending === answer && text.sending;
  const isAnswer = kind === 'answer';
  return (
    <WizardPage
      header={text.header}
      heading={isAnswer ? text.heading : text.withdrawHeading}
      lead={<p>{isAnswer ? text.lead(name) : text.withdrawLead(name)}</p>}
    >
      {isAnswer ? <Terms /> : <p>{text.withdrawEffects}</p>}
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      {isAnswer ? (
        <>
          <Button block busy={busy('agree')} onClick={() => void send('agree')}>
            {text.agree}
          </Button>
          <Button block variant="outline" busy={busy('refuse')} onClick={() => void send('refuse')}>
            {text.refuse}
          </Button>
        </>
      ) : (
        <Button block variant="danger" busy={busy('withdraw')} onClick={() => void send('withdraw')}>
          {text.withdraw}
        </Button>
      )}
    </WizardPage>
  );
}

function Terms() {
  return (
    <>
      <p>{text.agreeTo}</p>
      <ul className="account-points stack-s">
        {text.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p>{text.without}</p>
      <p>{text.end}</p>
    </>
  );
}
