import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { commonText } from '#contract/text/common.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dock } from '#ui/buttons/dock.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { CloseIcon } from '#ui/icons.ts';
import { Stepper } from '#ui/forms/stepper.tsx';
import { usePageTitle } from '../navigation/title.ts';
import { useWaitReason } from '../device/use-wait-reason.ts';
import { ReachBanner } from './reach-banner.tsx';
import './wizard-page.css';

export interface WizardPageProps {
  /** Title in the app bar. */
  header: string;
  /** Document title; by default the heading. */
  title?: string | undefined;
  heading: string;
  lead?: ReactNode;
  /** Position among the steps, counted from 1. */
  step?: { current: number; total: number } | undefined;
  close?: { label: string; onClose: () => void } | undefined;
  /** Back in the app bar, for pages without a Back in the dock. */
  barBack?: string | (() => void) | undefined;
  onBack?: (() => void) | undefined;
  next?:
    | {
        label: string;
        /** Label while the action runs. */
        busy?: string | false | undefined;
        disabled?: boolean | undefined;
        /** What is missing, shown while it is disabled. */
        help?: string | undefined;
        /** True if it deletes what cannot be made again. */
        danger?: boolean | undefined;
        /** True if it works offline. */
        offline?: boolean | undefined;
        /** Why it is disabled offline. */
        offlineHelp?: string | undefined;
      }
    | undefined;
  onNext?: (() => void) | undefined;
  children?: ReactNode;
}

const HELP_ID = 'wizard-help';

/**
 * A step of a flow: bar, heading, form, dock with Back and Next. The heading takes the focus whenever it changes, so
 * that screen readers announce the new step. Offline, Next shows why it is disabled, and the input stays.
 */
export function WizardPage({
  header,
  title,
  heading,
  lead,
  step,
  close,
  barBack,
  onBack,
  next,
  onNext,
  children,
}: WizardPageProps) {
  const waitReason = useWaitReason(next?.offlineHelp);
  const top = useRef<HTMLHeadingElement>(null);
  usePageTitle(title ?? heading);
  useEffect(() => {
    scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [heading]);
  const waits = waitReason !== undefined && next !== undefined && !next.offline;
  const help = waits ? waitReason : next?.disabled ? next.help : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!waits && !next?.disabled && !next?.busy) onNext?.();
  };
  return (
    <div className="column">
      <AppBar
        title={header}
        heading={false}
        back={barBack}
        actions={close && <IconButton label={close.label} icon={<CloseIcon />} onClick={close.onClose} />}
      />
      <ReachBanner />
      <form className="wizard" noValidate onSubmit={submit}>
        <main id="main" className="page">
          {step && <Stepper current={step.current} total={step.total} />}
          <h1 ref={top} tabIndex={-1} className="wizard__heading">
            {heading}
          </h1>
          {lead && <div className="wizard__lead">{lead}</div>}
          <div className="wizard__body">{children}</div>
        </main>
        {(next || onBack) && (
          <Dock help={help && <span id={HELP_ID}>{help}</span>}>
            {onBack && (
              <Button variant="outline" onClick={onBack}>
                {commonText.back}
              </Button>
            )}
            {next && (
              <Button
                type="submit"
                variant={next.danger ? 'danger' : 'primary'}
                busy={next.busy}
                disabled={waits || next.disabled}
                aria-describedby={help ? HELP_ID : undefined}
              >
                {next.label}
              </Button>
            )}
          </Dock>
        )}
      </form>
    </div>
  );
}
