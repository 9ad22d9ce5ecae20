// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import './icon-button.css';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'disabled' | 'children' | 'aria-label'>;

export interface IconButtonProps extends Native {
  ref?: Ref<HTMLButtonElement> | undefined;
  /** Accessible name, which an icon alone does not have. */
  label: string;
  icon: ReactNode;
  /** Count, dot or visually hidden text on top of the icon. */
  badge?: ReactNode;
  /** `ring`: on the page background beside a field. `shade`: on art and video. */
  look?: 'plain' | 'ring' | 'shade' | undefined;
  disabled?: boolean | undefined;
  /** Renders a link that looks the same. */
  href?: string | undefined;
  target?: AnchorHTMLAttributes<HTMLAnchorElement>['target'];
  className?: string | undefined;
}

/** A round button of 44 px with an icon only. */
export function IconButton({
  label,
  icon,
  badge,
  look = 'plain',
  disabled = false,
  href,
  target,
  className,
  onClick,
  type = 'button',
  ref,
  ...rest
}: IconButtonProps) {
  const looks = classNames('icon-button', look !== 'plain' && `icon-button--${look}`, className);
  // The badge's text ("3 unread") is part of the accessible name; aria-label would hide it.
  const inside = (
    <>
      {icon}
      {badge !== undefined && (
        <>
          <span className="visually-hidden">{label}, </span>
          {badge}
        </>
      )}
    </>
  );
  const name = badge === undefined ? label : undefined;
  if (href !== undefined && !disabled) {
    return (
      <a
        {...(rest as AnchorHTMLAttributes<HTMLAnchorElement>)}
        ref={ref as Ref<HTMLAnchorElement>}
        className={looks}
        href={href}
        target={target}
        rel={target === '_blank' ? 'noreferrer' : undefined}
        aria-label={name}
        onClick={onClick as AnchorHTMLAttributes<HTMLAnchorElement>['onClick']}
      >
        {inside}
      </a>
    );
  }
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={looks}
      aria-label={name}
      aria-disabled={disabled || undefined}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    >
      {inside}
    </button>
  );
}
