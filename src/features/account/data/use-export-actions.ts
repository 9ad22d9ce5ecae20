import { useEffect, useState } from 'react';
import { askForExport, exportLink, type DataExport } from '#contract/account-export.ts';
import { dataText as text } from '#contract/text/account-export.ts';
import { CallError } from '#store/api.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { saveLink } from '#app/device/save-link.ts';

export type ExportAction = 'ask' | 'download';

export interface ExportActions {
  /** What runs now. */
  busy: ExportAction | undefined;
  problem: string | undefined;
  /** What waits for the password; stays while its sheet closes. */
  asked: { action: ExportAction; isOpen: boolean } | undefined;
  /** Begins; asks for the password if the sign-in is not recent. */
  begin(action: ExportAction): void;
  /** The same with the password. @throws CallError if the server refuses it. */
  prove(password: string): Promise<void>;
  close(): void;
}

/** How often the page looks whether the archive is ready while it shows that it is being made, ms. */
const LOOK_EVERY_MS = 10_000;

/** Asks for an archive, or downloads the one that is ready. Both need a connection. */
export const useExportActions = (current: DataExport | null | undefined, reload: () => void): ExportActions => {
  const call = useOnlineCall();
  const [busy, setBusy] = useState<ExportAction>();
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<ExportActions['asked']>();
  const isMaking = current?.state === 'making';
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(reload, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isMaking, reload]);

  const run = async (action: ExportAction, proof: { password?: string }): Promise<void> => {
    if (action === 'ask') await call(askForExport, proof);
    else if (current) {
      const { url, filename } = await call(exportLink, { id: current.id, ...proof });
      saveLink(url, filename);
      showToast({ text: text.handed, kind: 'success' });
    }
    reload();
  };
  const begin = async (action: ExportAction): Promise<void> => {
    setBusy(action);
    setProblem(undefined);
    try {
      await run(action, {});
    } catch (error) {
      if (!(error instanceof CallError)) reportUnhandled(error);
      else if (error.code === 'account.proof_needed') setAsked({ action, isOpen: true });
      else {
        setProblem(failureText(error, action === 'ask' ? text.tryAgain : text.downloadFailed));
        if (error.code === 'account.export_over') reload();
      }
    } finally {
      setBusy(undefined);
    }
  };
  return {
    busy,
    problem,
    asked,
    begin: (action) => void begin(action),
    prove: async (password) => {
      if (asked) await run(asked.action, { password });
    },
    close: () => setAsked((now) => now && { ...now, isOpen: false }),
  };
};
