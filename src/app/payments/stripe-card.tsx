import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { commonText } from '#contract/text/common.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import type { CardHandle, Holder } from './card-port.ts';
import { stripeOf } from './stripe.ts';

const { form: text } = paymentsText;

export interface StripeCardProps {
  ref: Ref<CardHandle>;
  publishableKey: string;
  onReady: () => void;
}

/** Stripe's own fields, in a frame of Stripe: the card never passes through Sideline. */
export function StripeCard({ ref, publishableKey, onReady }: StripeCardProps) {
  const [stripe, setStripe] = useState<Stripe>();
  const [hasFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    stripeOf(publishableKey).then(
      (loaded) => {
        if (!isGone) setStripe(loaded);
      },
      () => {
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [publishableKey, round]);
  const retry = () => {
    setFailed(false);
    setRound(round + 1);
  };
  if (hasFailed)
    return (
      <Note
        tone="warn"
        role="alert"
        action={
          <Button size="m" variant="tonal" onClick={retry}>
            {commonText.retry}
          </Button>
        }
      >
        {text.notLoaded}
      </Note>
    );
  if (!stripe) return <p role="status">{text.loading}</p>;
  return (
    <Elements stripe={stripe} options={{ mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: ['card'] }}>
      <Fields ref={ref} onReady={onReady} />
      <p className="t-small t-2">{text.provider}</p>
    </Elements>
  );
}

/** The address as Stripe takes it. */
const billingOf = ({ name, address }: Holder) => ({
  name,
  ...(address && { address: { ...address, line2: address.line2 ?? '' } }),
});

function Fields({ ref, onReady }: Pick<StripeCardProps, 'ref' | 'onReady'>) {
  const stripe = useStripe();
  const elements = useElements();
  useImperativeHandle(ref, () => ({
    check: async () => (elements ? !(await elements.submit()).error : false),
    confirm: async (clientSecret, holder) => {
      if (!stripe || !elements) return { status: 'failed', message: text.notLoaded };
      const { error } = await stripe.confirmSetup({
        elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: { return_url: location.href, payment_method_data: { billing_details: billingOf(holder) } },
      });
      return error ? { status: 'failed', message: error.message ?? null } : { status: 'succeeded', message: null };
    },
  }));
  return (
    <PaymentElement
      options={{ fields: { billingDetails: { name: 'never', address: 'if_required' } } }}
      onReady={() => onReady()}
    />
  );
}
