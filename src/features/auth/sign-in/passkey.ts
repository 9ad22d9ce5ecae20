import type { InputOf } from '#contract/call.ts';
import { startPasskeySignIn, type passkeySignIn } from '#contract/auth.ts';
import { sendCall } from '#store/api.ts';

// Loaded when a browser with passkeys shows the sign-in page, after its first picture.

export type PasskeyProof = InputOf<typeof passkeySignIn>['proof'];

/** No answer of a passkey: the person closed the question, has none for this site, or the address has none. */
export class PasskeyNotUsed extends Error {
  /** True if the site of the passkeys is not the address that is open. */
  readonly isWrongAddress: boolean;
  constructor(cause: unknown) {
    super('No passkey was used.', { cause });
    this.name = 'PasskeyNotUsed';
    this.isWrongAddress = (cause as Error).name === 'SecurityError';
  }
}

/**
 * Asks the device for a passkey. `autofill`: offered by the browser in the name field, until the person picks one;
 * `dialog`: asked for at once, which ends a pending autofill.
 *
 * @throws CallError if there is no challenge; PasskeyNotUsed
 */
export const proveByPasskey = async (by: 'autofill' | 'dialog', signal: AbortSignal): Promise<PasskeyProof> => {
  const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser');
  const { output } = await sendCall(startPasskeySignIn, {}, { signal });
  const end = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    return (await startAuthentication({
      optionsJSON: output,
      useBrowserAutofill: by === 'autofill',
    })) as PasskeyProof;
  } catch (error) {
    throw new PasskeyNotUsed(error);
  } finally {
    signal.removeEventListener('abort', end);
  }
};

/** Whether the browser offers passkeys in the name field. */
export const hasAutofill = async (): Promise<boolean> => {
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser');
  return browserSupportsWebAuthnAutofill();
};

/** Lets the browser stop offering a passkey that the server does not know. */
export const forgetPasskey = async (credentialId: string): Promise<void> => {
  const signal = (
    PublicKeyCredential as {
      signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void>;
    }
  ).signalUnknownCredential;
  await signal?.call(PublicKeyCredential, { rpId: location.hostname, credentialId }).catch(() => {});
};
