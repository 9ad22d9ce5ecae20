import { tryMail } from '#contract/notifications.ts';
import { notificationSettingsText } from '#contract/text/notifications-settings.ts';
import { useAct } from '#app/data/use-act.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { Note } from '#ui/states/note.tsx';

const text = notificationSettingsText.unreachable;

/** Says that mails to the person come back, with both ways out. Source: decision 0133. */
export function UnreachableNote({ email, scope }: { email: string; scope: string }) {
  const act = useAct();
  const tryAgain = async () => {
    await act(tryMail, {}, { scope });
    showToast({ text: text.trying });
  };
  return (
    <Note
      tone="warn"
      action={
        <>
          <Button variant="outline" size="m" href="/account-setting/email">
            {text.correct}
          </Button>
          <Button variant="outline" size="m" onClick={() => void tryAgain()}>
            {text.again}
          </Button>
        </>
      }
    >
      {text.text(email)}
    </Note>
  );
}
