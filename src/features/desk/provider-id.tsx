import { deskMoneyText as text } from '#contract/text/desk-money.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { CopyIcon } from '#ui/icons.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { copyText } from '#app/device/copy-text.ts';

/** An id of the provider, to be looked up in its pages. */
export function ProviderId({ name, id }: { name: string; id: string }) {
  const copy = async () => {
    if (await copyText(id)) showToast({ text: text.copied, kind: 'success' });
    else showToast({ text: text.notCopied, kind: 'failure' });
  };
  return (
    <li className="desk__id">
      <span className="desk__told t-small">
        {name}: {id}
      </span>
      <IconButton label={text.copy(name, id)} icon={<CopyIcon />} onClick={() => void copy()} />
    </li>
  );
}
