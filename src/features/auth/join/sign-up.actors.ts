import { fromPromise } from 'xstate';
import { checkEmail, checkPhone, checkUsername, register, sendCode, verifyCode } from '#contract/auth.ts';
import { credentialsText, joinText } from '#contract/text/auth-join.ts';
import { CallError, sendCall } from '#store/api.ts';
import { signOutHere } from '#store/sign-out.ts';
import { enterAccount, leaveAccount } from '#app/data/account.ts';
import { destinationOf, e164, STEP_OF_FIELD, type FormField, type SignUpForm } from './sign-up-form.ts';

/** A failed step: the user message and the field that shows it. */
export class StepProblem extends Error {
  readonly field: FormField;
  /** A retry may succeed. */
  readonly isTransient: boolean;

  constructor(field: FormField, message: string, isTransient = false) {
    super(message);
    this.name = 'StepProblem';
    this.field = field;
    this.isTransient = isTransient;
  }
}

/** Maps an error to the server's message under the field it names, else under the step's field. Source: ACC-134. */
const toStepProblem = (error: unknown, field: FormField): StepProblem => {
  if (!(error instanceof CallError)) {
    // A bug: report it and show a transient error.
    globalThis.reportError?.(error);
    return new StepProblem(field, joinText.somethingWrong, true);
  }
  // A failure that has a name says what failed, e.g. that the code could not be sent.
  const isNamed = error.kind === 'refused' && error.code !== 'server.failed';
  if (!isNamed) return new StepProblem(field, joinText.somethingWrong, true);
  const named = error.field !== undefined && error.field in STEP_OF_FIELD ? (error.field as FormField) : field;
  return new StepProblem(named, error.message, error.isTransient);
};

/** An actor that runs a step's calls and turns every error into a `StepProblem` of its field. */
const step = <O>(field: FormField, work: (form: SignUpForm, signal: AbortSignal) => Promise<O>) =>
  fromPromise<O, SignUpForm>(async ({ input, signal }) => {
    try {
      return await work(input, signal);
    } catch (error) {
      throw error instanceof StepProblem ? error : toStepProblem(error, field);
    }
  });

export const emailCheck = step('email', async ({ email }, signal) => {
  const { output } = await sendCall(checkEmail, { email }, { signal });
  if (output.emailTaken) throw new StepProblem('email', joinText.email.taken);
});

export const usernameCheck = step('username', async ({ username }, signal) => {
  const { output } = await sendCall(checkUsername, { username }, { signal });
  if (output.usernameTaken) throw new StepProblem('username', joinText.username.taken);
});

export const phoneCheck = step('phoneNumber', async (form, signal) => {
  const { isPossiblePhoneNumber } = await import('libphonenumber-js/min');
  if (!isPossiblePhoneNumber(e164(form))) throw new StepProblem('phoneNumber', joinText.phone.incorrectNumber);
  const { output } = await sendCall(checkPhone, { phoneNumber: e164(form) }, { signal });
  if (output.phoneNumberTaken) throw new StepProblem('phoneNumber', joinText.phone.taken);
});

const codeInput = (form: SignUpForm) => ({
  communicationMethod: form.communicationMethod,
  destinationValue: destinationOf(form),
  ...(form.communicationMethod === 'email' ? { userFirstName: form.firstName } : {}),
});

/** @returns The id of the code. */
export const codeSending = step(
  'phoneNumber',
  async (form, signal) => (await sendCall(sendCode, codeInput(form), { signal })).output.codeId,
);

/** @returns The id of the new code. */
export const codeResending = step(
  'code',
  async (form, signal) =>
    (
      await sendCall(
        sendCode,
        { ...codeInput(form), resend: true, ...(form.codeId ? { codeId: form.codeId } : {}) },
        { signal },
      )
    ).output.codeId,
);

export const codeCheck = step('code', async ({ code, codeId }, signal) => {
  const { output } = await sendCall(
    verifyCode,
    { confirmationCodeFromUser: code, confirmationCodeId: codeId! },
    { signal },
  );
  if (!output.correct) throw new StepProblem('code', credentialsText.wrongCode);
});

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates the account and enters it. If entering fails, ends the session; a retry finds the account that exists. */
export const registration = step('form', async (form) => {
  const { output } = await sendCall(register, {
    username: form.username,
    email: form.email,
    password1: form.password1,
    password2: form.password2,
    firstName: form.firstName,
    lastName: form.lastName,
    communicationMethod: form.communicationMethod,
    phoneNumber: e164(form),
    terms: form.terms,
    ...(form.codeId ? { codeId: form.codeId } : {}),
    timeZone: timeZone(),
  });
  try {
    await enterAccount(output.userId, output.accessToken);
  } catch (error) {
    await signOutHere(output.userId);
    leaveAccount();
    throw error;
  }
});
