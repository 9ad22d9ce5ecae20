// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import './button.css';

export type ButtonVariant = 'primary' | 'tonal' | 'outline' | 'ghost' | 'danger' | 'signal' | 'chalk';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'disabled'>;

export interface ButtonProps extends Native {
  ref?: Ref<HTMLButtonElement> | undefined;
  /** `signal` and `chalk` are only for board, art and video backgrounds. */
  variant?: ButtonVariant | undefined;
  /** `l` is 52 px, `m` 44 px. */
  size?: 'l' | 'm' | undefined;
  icon?: ReactNode;
  /** Text while the action runs ("Saving"): shows a spinner, keeps the width and ignores presses. */
  busy?: string | false | undefined;
  /** Stays focusable; give the reason in a help text and link it with `aria-describedby`. */
  disabled?: boolean | undefined;
  /** Full width. */
  block?: boolean | undefined;
  /** Renders a link that looks the same. */
  href?: string | undefined;
  target?: AnchorHTMLAttributes<HTMLAnchorElement>['target'];
  className?: string | undefined;
  children: ReactNode;
}

const ignore = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** The standard button. Use one primary button per screen. */
export function Button({
  variant = 'primary',
  size = 'l',
  icon,
  busy = false,
  disabled = false,
  block,
  href,
  target,
  className,
  children,
  onClick,
  type = 'button',
  ref,
  ...rest
}: ButtonProps) {
  const looks = classNames(
    'button',
    `button--${variant}`,
    size === 'm' && 'button--m',
    block && 'button--block',
    className,
  );
  const inside = (
    <ButtonInside icon={icon} busy={busy}>
      {children}
    </ButtonInside>
  );
  if (href !== undefined && !disabled && !busy) {
    return (
      <a
        {...(rest as AnchorHTMLAttributes<HTMLAnchorElement>)}
        ref={ref as Ref<HTMLAnchorElement>}
        className={looks}
        href={href}
        target={target}
        rel={target === '_blank' ? 'noreferrer' : undefined}
        onClick={onClick as AnchorHTMLAttributes<HTMLAnchorElement>['onClick']}
      >
        {inside}
      </a>
    );
  }
  const idle = !disabled && !busy;
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={looks}
      aria-disabled={idle ? undefined : true}
      aria-busy={busy ? true : undefined}
      data-disabled={disabled && !busy ? '' : undefined}
      onClick={idle ? onClick : ignore}
    >
      {inside}
    </button>
  );
}

function ButtonInside({ icon, busy, children }: Pick<ButtonProps, 'icon' | 'busy' | 'children'>) {
  if (!busy)
    return (
      <>
        {icon}
        <span className="button__label">{children}</span>
      </>
    );
  // Both labels share one grid cell, so the button keeps the width of the longer one.
  return (
    <span className="button__both">
      <span className="button__busy">
        <span className="button__spinner" aria-hidden="true" />
        {busy}
      </span>
      <span className="button__ghost" aria-hidden="true">
        {icon}
        {children}
      </span>
    </span>
  );
}
