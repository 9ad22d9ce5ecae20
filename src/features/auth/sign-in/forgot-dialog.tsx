import { resetText } from '#contract/text/auth-sign-in.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Choice of how to receive the code of a password reset. Source: ACC-040…ACC-043. */
export function ForgotDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={resetText.dialogTitle} description={resetText.dialogText}>
      <div className="stack-s">
        <Button block href="/reset-password-email">
          {resetText.viaEmail}
        </Button>
        <Button block variant="tonal" href="/reset-password-sms">
          {resetText.viaSms}
        </Button>
        <Button block variant="outline" onClick={onClose}>
          {resetText.back}
        </Button>
      </div>
    </Dialog>
  );
}
