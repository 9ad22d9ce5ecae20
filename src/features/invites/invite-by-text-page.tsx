import { useWatch } from 'react-hook-form';
import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { inviteByText } from '#contract/invites.ts';
import { inviteFormText, invitesText } from '#contract/text/invites.ts';
import { PhoneField } from '#ui/forms/phone-field.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { pickContact } from '#app/credentials/contact-picker.ts';
import { phoneEntries, phoneError, useCountryCodes } from '#app/credentials/phone.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { ContactButton } from './contact-button.tsx';

const text = inviteFormText.text;
const Schema = v.object(phoneEntries);

/** A country code and a number. What was typed stays until it is sent. Source: INV-013, INV-036, INV-037, INV-056. */
export function InviteByTextPage() {
  const { userId } = useAccount();
  const navigate = useNavigate();
  const call = useOnlineCall();
  const countries = useCountryCodes();
  const { register, control, change, trigger, getValues, errors, isSending, submit } = useContractForm({
    schema: Schema,
    values: { countryCode: '+', countryId: null, phoneNumber: '' },
    failure: invitesText.failed,
    failureField: 'phoneNumber',
    send: async ({ countryCode, phoneNumber }) => {
      await call(inviteByText, { phoneNumber: `${countryCode}${phoneNumber}` }, { scope: `user:${userId}` });
      showToast({ text: text.sent, kind: 'success' });
      await navigate({ to: '/invite-friend', replace: true });
    },
  });
  const country = useWatch({ control, name: 'countryId' });
  const choose = ({ id, code }: { id: string; code: string }) => {
    change('countryId', id);
    change('countryCode', code);
    void trigger('countryCode');
  };
  return (
    <WizardPage
      header={invitesText.title}
      heading={text.heading}
      lead={<p>{text.lead}</p>}
      barBack={goBack}
      onNext={() => void submit()}
      next={{
        label: inviteFormText.confirm,
        busy: isSending && inviteFormText.sending,
        offlineHelp: invitesText.offline,
      }}
    >
      <PhoneField
        label={text.label}
        autoComplete="off"
        countries={countries}
        country={country}
        onCountryChange={choose}
        error={phoneError(errors)}
        {...register('phoneNumber', { onBlur: () => void (getValues('phoneNumber') !== '' && trigger('countryCode')) })}
      />
      <ContactButton
        pick={async () => {
          const picked = await pickContact(countries);
          if (!picked) return;
          if (picked.country) choose(picked.country);
          change('phoneNumber', picked.digits);
        }}
      />
    </WizardPage>
  );
}
