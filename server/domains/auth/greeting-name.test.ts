import { expect, test } from 'vitest';
import { greetingName } from './greeting-name.ts';

test('ACC-122 a mail greets with a short name of any script, and with nothing else', () => {
  for (const name of [
    'Al',
    'Ana María',
    'O’Neill',
    'J. R. R.',
    'Jean-Luc',
    '李小龙',
    'محمد',
    'נועה',
    'नेहा',
    'Maria del Mar',
  ])
    expect(greetingName(` ${name} `), name).toBe(name);
  for (const text of [
    undefined,
    '',
    'A',
    'evil.example',
    'www.evil.example now',
    'Go to evil.example',
    'You won a prize today',
    'A'.repeat(31),
    'Ana\r\nBcc: eve@mail.example',
    'Ana\u2028Eve',
    'Ana\tEve',
    'Ana 😀',
    '<b>Ana</b>',
    'Ana!',
    'Call 5550100',
    '\u202eana',
  ])
    expect(greetingName(text), JSON.stringify(text)).toBe('');
});
