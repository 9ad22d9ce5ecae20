import { Suspense, type Ref } from 'react';
import { paymentsText } from '#contract/text/payments.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { Note } from '#ui/states/note.tsx';
import type { CardHandle } from './card-port.ts';
import type { ProviderConfig } from './use-bank.tsx';

// Never both in one file: which one a page needs is known only from the server's answer.
const SandboxCard = lazyPart(async () => (await import('./sandbox-card.tsx')).SandboxCard);
const StripeCard = lazyPart(async () => (await import('./stripe-card.tsx')).StripeCard);

export interface CardFieldsProps {
  ref: Ref<CardHandle>;
  config: ProviderConfig;
  /** Called once the fields can be filled in. */
  onReady: () => void;
}

/** The fields of a card, drawn by the provider that the server names. */
export function CardFields({ ref, config: { provider, publishableKey }, onReady }: CardFieldsProps) {
  if (provider === 'none') return <Note tone="warn">{paymentsText.none}</Note>;
  return (
    <Suspense fallback={<p role="status">{paymentsText.form.loading}</p>}>
      {provider === 'stripe' ? (
        <StripeCard ref={ref} publishableKey={publishableKey ?? ''} onReady={onReady} />
      ) : (
        <SandboxCard ref={ref} onReady={onReady} />
      )}
    </Suspense>
  );
}
