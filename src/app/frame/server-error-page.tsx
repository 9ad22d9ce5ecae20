import { useEffect } from 'react';
import { commonText } from '#contract/text/common.ts';
import { onBackOnline, useReach } from '../device/traffic.ts';
import { CrashPage } from './crash-page.tsx';

/** This page's own address would only show it again. */
const startAgain = (): void => location.replace('/');

/** The app could not start: the person's row is not on this device and the server did not send it. Source: D-243. */
export function ServerErrorPage() {
  const reach = useReach();
  useEffect(() => onBackOnline(startAgain), []);
  return <CrashPage text={commonText.notHere[reach === 'online' ? 'failing' : reach]} onReload={startAgain} />;
}
