import { useState } from 'react';
import { inviteFormText as text } from '#contract/text/invites.ts';
import { Button } from '#ui/buttons/button.tsx';
import { InviteFriendIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { canPickContact } from '#app/credentials/contact-picker.ts';

/** Fills the form from the device's contacts, where the browser can read one. @param pick Rejects if nothing can be read. */
export function ContactButton({ pick }: { pick: () => Promise<void> }) {
  const [isFailed, setFailed] = useState(false);
  if (!canPickContact()) return null;
  const run = async () => {
    setFailed(false);
    try {
      await pick();
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button variant="tonal" size="m" icon={<InviteFriendIcon />} onClick={() => void run()}>
        {text.pick}
      </Button>
      {isFailed && (
        <Note tone="danger" role="alert">
          {text.pickFailed}
        </Note>
      )}
    </>
  );
}
