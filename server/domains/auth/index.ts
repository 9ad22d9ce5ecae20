import type { AreaHandlers } from '#server/calls/context.ts';
import { passkeyHandlers } from './passkeys.ts';
import { resetHandlers } from './reset.ts';
import { signInHandlers } from './sign-in.ts';
import { signUpHandlers } from './sign-up.ts';

export { makeCodeRow, readDestination, tryCode } from './codes.ts';
export { deliverCode } from './delivery.ts';
export { knownDevice } from './known-device.ts';
export { countCodeCheck, countLogin, countSend, countTakenCheck, takeOfNetwork, type NetworkLimit } from './limits.ts';
export { checkNewPassword, ownWords } from './passwords.ts';
export { isReservedName } from './reserved-names.ts';
export { deliverMessage, sendSecurityMessage, type SecurityMessage } from './security-message.ts';
export { checkPossible } from './possible-number.ts';
export { greetingName } from './greeting-name.ts';
export { hashPassword, hashToken, isPassword, makeHash, makeToken } from './secrets.ts';
export { checkNewPasskey, handleOf, makePasskeyChallenge, relyingParty } from './passkeys.ts';
export { noteSecurity } from './security-note.ts';
export { replaceRecoveryCodes, spendAppCode, spendCode, startTwoFactor } from './two-factor.ts';
export { checkOwnPassword, deletionOf, proveAccount } from './prove.ts';
export {
  clearRefreshCookie,
  clientOf,
  endAllSessions,
  endOtherSessions,
  endOwnSession,
  giveRefreshToken,
  openSession,
  renewTokens,
} from './sessions.ts';
export { keepChallenge, takeChallenge } from './challenges.ts';

export const authHandlers: AreaHandlers<'auth'> = {
  ...signUpHandlers,
  ...signInHandlers,
  ...passkeyHandlers,
  ...resetHandlers,
};
