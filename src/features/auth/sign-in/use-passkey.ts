import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '#store/api.ts';
import { passkeyText, signInText } from '#contract/text/auth-sign-in.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { failureText } from '#app/data/use-act.ts';
import { useOnline } from '#app/device/traffic.ts';
import { signInByPasskey, type SignInResult } from './sign-in-actions.ts';

/** Whether this browser has passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

const load = () => import('./passkey.ts');

/** Asks for a passkey and signs in with it. @returns Undefined if the person used none. */
const signInBy = async (by: 'autofill' | 'dialog', signal: AbortSignal): Promise<SignInResult | undefined> => {
  const { proveByPasskey, forgetPasskey, PasskeyNotUsed } = await load();
  try {
    const proof = await proveByPasskey(by, signal);
    const result = await signInByPasskey(proof);
    if ('failure' in result && result.failure.code === 'auth.passkey_unknown') await forgetPasskey(proof.id);
    return result;
  } catch (error) {
    if (by === 'autofill' && (error instanceof CallError || error instanceof PasskeyNotUsed)) return undefined;
    if (error instanceof CallError)
      return { failure: { place: 'page', message: failureText(error, signInText.failed) } };
    if (!(error instanceof PasskeyNotUsed)) throw error;
    return {
      failure: { place: 'page', message: error.isWrongAddress ? passkeyText.wrongAddress : passkeyText.notUsed },
    };
  }
};

/**
 * Sign-in with a passkey: the browser offers them in the name field while the page is open, and `ask` asks at once.
 *
 * @param isShown False while the form is not shown; then nothing is offered.
 * @param onResult Gets the end of each sign-in that a person began.
 */
export const usePasskey = (isShown: boolean, onResult: (result: SignInResult) => Promise<void>) => {
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  /** Raised after each question: the offer in the name field begins again. */
  const [round, setRound] = useState(0);
  const finish = useEffectEvent(onResult);

  useEffect(() => {
    if (!isShown || !isOnline || isAsking || !hasPasskeys()) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const offer = async () => {
      if (!(await (await load()).hasAutofill()) || signal.aborted) return;
      const result = await signInBy('autofill', signal);
      if (!result || signal.aborted) return;
      await finish(result);
      setRound((n) => n + 1);
    };
    void offer().catch(reportUnhandled);
    return () => controller.abort();
  }, [isShown, isOnline, isAsking, round]);

  const ask = useCallback(async () => {
    setAsking(true);
    try {
      const result = await signInBy('dialog', new AbortController().signal);
      if (result) await onResult(result);
    } catch (error) {
      reportUnhandled(error);
    } finally {
      setAsking(false);
    }
  }, [onResult]);
  return { isAsking, ask };
};
