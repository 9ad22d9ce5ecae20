import { EarnedIcon, TransferredIcon } from '#ui/icons.ts';

/** Money that came in, or that went out. Beside words that say so. */
export function WayIcon({ isIn }: { isIn: boolean }) {
  return (
    <span className={isIn ? 'wallet-way wallet-way--in' : 'wallet-way'} aria-hidden="true">
      {isIn ? <EarnedIcon className="icon-s" /> : <TransferredIcon className="icon-s" />}
    </span>
  );
}
