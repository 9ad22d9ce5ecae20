import { credentialsText } from '#contract/text/auth-join.ts';
import { Button } from '#ui/buttons/button.tsx';
import { WaitingIcon } from '#ui/icons.ts';
import { clockText, useSecondsLeft } from './use-seconds-left.ts';
import './resend-code.css';

export interface ResendCodeProps {
  /** When a new code may be requested, Unix ms. */
  readyAtMs: number;
  /** `failed`: the button stays disabled. */
  state: 'waiting' | 'ready' | 'sending' | 'failed';
  isOnline: boolean;
  onResend: () => void;
}

/** "New code in 1:24", then Resend code. Source: ACC-070…ACC-073, design §7. */
export function ResendCode({ readyAtMs, state, isOnline, onResend }: ResendCodeProps) {
  const secondsLeft = useSecondsLeft(readyAtMs);
  return (
    <div className="resend-code">
      <p className="resend-code__wait">
        {state === 'waiting' && (
          <>
            <WaitingIcon aria-hidden="true" className="icon-s" />
            <span>
              {credentialsText.newCodeIn} <b className="num">{clockText(secondsLeft)}</b>
            </span>
          </>
        )}
      </p>
      <Button
        variant="ghost"
        size="m"
        disabled={state === 'waiting' || state === 'failed' || !isOnline}
        busy={state === 'sending' && credentialsText.resending}
        onClick={onResend}
      >
        {credentialsText.resend}
      </Button>
    </div>
  );
}
