import { invitesText as text } from '#contract/text/invites.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CopyIcon } from '#ui/icons.ts';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { codeText } from './code-text.ts';
import { copyCode, linkOf } from './use-copy.ts';
import './invites.css';

/** The link of a code to be scanned, and the code to be typed. It needs no network. */
export function QrSheet({ code, open, onClose }: { code: string; open: boolean; onClose: () => void }) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={text.qrTitle}
      description={text.qrText}
      footer={
        <Button block variant="outline" icon={<CopyIcon />} onClick={() => void copyCode(code)}>
          {text.copyCode}
        </Button>
      }
    >
      <div className="stack">
        <QrCode text={linkOf(code)} label={text.qrLabel(code)} />
        <p className="invites__code">{codeText(code)}</p>
      </div>
    </Sheet>
  );
}
