import { useState } from 'react';
import { changeAccountSettings, type AccountSettings } from '#contract/account.ts';
import { joinText } from '#contract/text/auth-join.ts';
import { accountText as text } from '#contract/text/account.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Note } from '#ui/states/note.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { useAccount } from '#app/data/account.ts';
import { useAct } from '#app/data/use-act.ts';
import { unconfirmedOf } from './confirm-contact.tsx';
import { leaveWith, SettingPage } from './setting-page.tsx';
import { useSettings } from './use-settings.tsx';

type Method = AccountSettings['communicationMethod'];
const METHODS: readonly Method[] = ['text', 'email'];
/** Where the address or number of a method is changed and confirmed. */
const CONTACT_PAGES: Readonly<Record<Method, string>> = {
  text: '/account-setting/phone',
  email: '/account-setting/email',
};

/** How codes are sent; Text needs consent. The change waits for the network if there is none. Source: D-88, D-255. */
export function CommunicationMethodPage() {
  const { userId } = useAccount();
  const { settings, answered, coming } = useSettings();
  const act = useAct();
  const [chosen, setChosen] = useState<Method>();
  const [hasConsent, setConsent] = useState(false);
  const [isSending, setSending] = useState(false);
  const current = settings.communicationMethod;
  const method = chosen ?? current;
  const isChanged = chosen !== undefined && chosen !== current;
  const needsConsent = isChanged && chosen === 'text' && !hasConsent;
  const save = async () => {
    if (!chosen) return;
    setSending(true);
    try {
      await act(changeAccountSettings, { communicationMethod: chosen }, { scope: `user:${userId}` });
      leaveWith(text.saved.communicationMethod);
    } finally {
      setSending(false);
    }
  };
  return (
    <SettingPage
      heading={text.communicationMethod}
      isSending={isSending}
      isComplete={isChanged && !needsConsent}
      help={needsConsent ? text.consentHelp : text.unchanged}
      offline
      answered={answered}
      problem={undefined}
      onSubmit={save}
    >
      <RadioGroup label={text.methodLead}>
        {METHODS.map((each) => (
          <RadioRow
            key={each}
            name="communicationMethod"
            value={each}
            label={text.methods[each]}
            detail={(each === 'text' ? settings.phoneNumber : settings.email) ?? coming}
            checked={method === each}
            onChange={() => setChosen(each)}
          />
        ))}
      </RadioGroup>
      {method && unconfirmedOf(settings, method) !== undefined && (
        <Note
          tone="warn"
          action={
            <Button variant="outline" size="m" href={CONTACT_PAGES[method]}>
              {text.confirm[method]}
            </Button>
          }
        >
          {text.notConfirmedNote[method]}
        </Note>
      )}
      {isChanged && chosen === 'text' && (
        <Checkbox
          label={joinText.phone.consent}
          checked={hasConsent}
          onChange={(event) => setConsent(event.target.checked)}
        />
      )}
    </SettingPage>
  );
}
