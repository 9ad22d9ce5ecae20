import { Problem } from '#contract/problems.ts';
import { joinText } from '#contract/text/auth-join.ts';

/**
 * Refuses a number of a country code that does not exist, and one too short or long for its country: what the form
 * refuses too. Accounts that have such a number from earlier keep it. Source: D-329, ACC-107, ACC-108.
 *
 * @param phoneNumber In E.164 form.
 * @throws Problem `request.invalid` with the field's message.
 */
export const checkPossible = async (phoneNumber: string, field = 'phoneNumber'): Promise<void> => {
  // Its tables are loaded with the first number.
  const { validatePhoneNumberLength } = await import('libphonenumber-js/min');
  const wrong = validatePhoneNumberLength(phoneNumber);
  if (!wrong) return;
  const { incorrectCountry, incorrectNumber } = joinText.phone;
  throw new Problem('request.invalid', {
    message: wrong === 'INVALID_COUNTRY' ? incorrectCountry : incorrectNumber,
    field,
  });
};
