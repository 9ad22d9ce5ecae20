import { securityText } from '#contract/text/account-security.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CopyIcon, DownloadIcon } from '#ui/icons.ts';
import { copyAndTell } from './set-up-sheet.tsx';

/** Time that a browser may take to begin a download, ms. */
const DOWNLOAD_MS = 60_000;

const saveAsFile = (codes: readonly string[]): void => {
  const text = `${securityText.fileHead}\n\n${codes.join('\n')}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = securityText.fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MS);
};

export interface CodesDialogProps {
  codes: readonly string[];
  open: boolean;
  onClose: () => void;
}

/** The recovery codes, shown once: only its button closes it. */
export function CodesDialog({ codes, open, onClose }: CodesDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={false}
      title={securityText.codesTitle}
      description={securityText.codesText}
      footer={<Button onClick={onClose}>{securityText.done}</Button>}
    >
      <div className="stack-s">
        <ul className="security__codes" aria-label={securityText.codesList}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="security__ways">
          <Button variant="outline" size="m" icon={<CopyIcon />} onClick={() => void copyAndTell(codes.join('\n'))}>
            {securityText.copy}
          </Button>
          <Button variant="outline" size="m" icon={<DownloadIcon />} onClick={() => saveAsFile(codes)}>
            {securityText.download}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
