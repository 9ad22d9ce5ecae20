import type { Config } from '#server/config.ts';

type Running = { url: string; demoAccounts: readonly { role: string; username: string; password: string }[] };

/** The text printed after the start: address, demo accounts and hints. */
export function welcome({ url, demoAccounts }: Running, config: Config): string {
  const lines = ['', `  Sideline is ready:  ${url}`, ''];
  if (demoAccounts.length > 0) {
    const width = (pick: (account: Running['demoAccounts'][number]) => string) =>
      Math.max(...demoAccounts.map((account) => pick(account).length));
    const [roles, names] = [width((a) => a.role), width((a) => a.username)];
    lines.push('  Demo accounts (role, username, password):');
    for (const { role, username, password } of demoAccounts)
      lines.push(`    ${role.padEnd(roles)}   ${username.padEnd(names)}   ${password}`);
    lines.push('');
  }
  const kept = [config.mail.kind === 'outbox' && 'mails', config.sms.kind === 'outbox' && 'text messages'].filter(
    Boolean,
  );
  if (kept.length > 0) {
    const what = kept.join(' and ');
    lines.push(`  ${what[0]!.toUpperCase()}${what.slice(1)} it sends (codes too):  ${url}/dev/outbox`);
  }
  lines.push(
    `  Everything it keeps is below ${config.dataDir}`,
    '  It is for this machine only. How to run it for others, with https: docs/operating.md',
    '  Ctrl-C ends it.',
    '',
    '',
  );
  return lines.join('\n');
}
