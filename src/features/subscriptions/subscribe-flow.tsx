import { useEffect, useRef, useState } from 'react';
import { useMachine } from '@xstate/react';
import { useNavigate } from '@tanstack/react-router';
import { fromPromise, type ActorRefFrom } from 'xstate';
import { listPaymentMethods, paymentsConfig } from '#contract/payments.ts';
import type { Sport } from '#contract/sports.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { useAccount, type Account } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { onBackOnline } from '#app/device/traffic.ts';
import { AddCardPage } from '#app/payments/add-card-page.tsx';
import { CARDS_INPUT } from '#app/payments/payment-data.ts';
import { useBank } from '#app/payments/use-bank.tsx';
import { PaymentProgress } from './payment-progress.tsx';
import { PricelessPage } from './priceless-page.tsx';
import { ReviewPage } from './review-page.tsx';
import {
  forgetSubscribe,
  keepSubscribe,
  strippedCode,
  type KeptSubscribe,
  type SubscribeKind,
} from './subscribe-form.ts';
import { checkCode, confirm, find, keptOf, quote, refresh, type SubscribeTools } from './subscribe.actors.ts';
import { subscribeMachine, type SubscribeContext } from './subscribe.machine.ts';

export interface SubscribeFlowProps {
  sport: Sport;
  from: string | undefined;
  kept: KeptSubscribe;
  kind: SubscribeKind;
}

const step = <O,>(work: (context: SubscribeContext) => Promise<O>) =>
  fromPromise<O, SubscribeContext>(({ input }) => work(input));

/** The machine with the work of its steps. `tools` is read when a step runs. */
const withWork = (tools: { current: SubscribeTools }) =>
  subscribeMachine.provide({
    actors: {
      quote: step((context) => quote(tools.current, context)),
      'check code': step(({ sportId, code }) => checkCode(tools.current, sportId, strippedCode(code))),
      confirm: step((context) => confirm(tools.current, context)),
      'ask bank': step(({ clientSecret }) => tools.current.askBank(clientSecret!)),
      refresh: step((context) => refresh(tools.current, context)),
      find: step((context) => find(tools.current, context)),
    },
  });

/** The flow of a sport whose name and kept state are known. */
export function SubscribeFlow({ sport, from, kept, kind }: SubscribeFlowProps) {
  const account = useAccount();
  const config = useAnswer(paymentsConfig, {});
  const cards = useAnswer(listPaymentMethods, CARDS_INPUT);
  const bank = useBank(config.answer);
  const call = useOnlineCall();
  const tools = useRef<SubscribeTools>({ call, db: account.db, askBank: bank.ask });
  useEffect(() => {
    tools.current = { call, db: account.db, askBank: bank.ask };
  }, [call, account, bank.ask]);
  // oxlint-disable-next-line react/refs -- read when a step runs, not while drawing
  const [withTools] = useState(() => withWork(tools));
  const [snapshot, send, actor] = useMachine(withTools, {
    input: { sportId: sport.id, sportName: sport.name, kind, kept },
  });
  useKeeping(actor, account, sport.id);
  useSuccess(snapshot.status === 'done' ? snapshot.context.success : undefined, sport, from, account);
  const all = cards.answer?.results;
  const preferred = all?.find(({ isDefaultMethod }) => isDefaultMethod);
  useEffect(() => {
    if (all) send({ type: 'cards', preferredId: preferred?.id ?? null, ids: all.map(({ id }) => id) });
  }, [all, preferred?.id, send]);
  const isPriceless = snapshot.matches('priceless');
  useEffect(() => (isPriceless ? onBackOnline(() => send({ type: 'retry' })) : undefined), [isPriceless, send]);

  if (isPriceless) return <PricelessPage sportName={sport.name} onRetry={() => send({ type: 'retry' })} />;
  // What the form begins with depends on the cards that are there.
  if (snapshot.hasTag('card') && config.answer && (all || cards.error))
    return (
      <AddCardPage
        config={config.answer}
        preferred={preferred}
        header={text.heading(sport.name)}
        onBack={() => send({ type: 'back' })}
        onAdded={({ id, isDefaultMethod }) => {
          cards.reload();
          send({ type: 'card added', cardId: id, isPreferred: isDefaultMethod });
        }}
      />
    );
  if (snapshot.hasTag('paying') && !snapshot.matches('confirming'))
    return (
      <PaymentProgress
        sportName={sport.name}
        isUnknown={snapshot.matches('unknown')}
        isBank={snapshot.matches('authenticating')}
        onRetry={() => send({ type: 'retry' })}
      >
        {bank.dialog}
      </PaymentProgress>
    );
  return (
    <ReviewPage
      sport={sport}
      context={snapshot.context}
      isQuoting={snapshot.matches('quoting') || snapshot.matches('starting') || snapshot.status === 'done'}
      isChecking={snapshot.matches('checking')}
      isConfirming={snapshot.matches('confirming')}
      cards={all}
      takesCards={config.answer?.provider !== 'none'}
      send={send}
    />
  );
}

/** Stores each change, so that a reload or a closed tab continues where the person is. */
function useKeeping(actor: ActorRefFrom<typeof subscribeMachine>, { db }: Account, sportId: string): void {
  useEffect(() => {
    const kept = actor.subscribe((snapshot) => {
      if (snapshot.status !== 'active') return;
      const isPaying = snapshot.hasTag('paying') && !snapshot.matches('confirming');
      // While it confirms, the step itself stores when a payment begins.
      if (snapshot.matches('confirming') || snapshot.matches('starting')) return;
      keepSubscribe(db, sportId, { ...keptOf(snapshot.context), isPaying }).catch(reportUnhandled);
    });
    return () => kept.unsubscribe();
  }, [actor, db, sportId]);
}

/** Leads to the success page once the subscription is there. Source: SUB-049, SUB-050. */
function useSuccess(
  type: SubscribeContext['success'] | undefined,
  { id, name: sportName }: Sport,
  from: string | undefined,
  { db }: Account,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!type) return;
    const search = { sportName, sport: id, type, ...(from && { from }) };
    const end = async () => {
      await forgetSubscribe(db, id);
      await navigate({ to: '/successful-subscription', search, replace: true });
    };
    void end().catch(reportUnhandled);
  }, [type, id, sportName, from, db, navigate]);
}
