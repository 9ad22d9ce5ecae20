import { commonText } from '#contract/text/common.ts';
import { mailText } from '#contract/text/server-mail.ts';

/** What a mail says. All of it is plain text: the template escapes it and gives it the product's look. */
export interface MailContent {
  subject: string;
  /** Above the text; the subject if left out. */
  heading?: string;
  /** Paragraphs, separated by an empty line. */
  text: string;
  /** Shown large, to be copied. */
  code?: string;
  /** Label and value, below the text; a value may have line breaks. */
  facts?: readonly (readonly [label: string, value: string])[];
  button?: { label: string; address: string };
  /** Paragraphs after the button, in smaller letters. */
  note?: string;
}

/** What a mail names of the place that sends it. */
export interface MailPlace {
  /** Address of the app, without a slash at the end. */
  publicUrl: string;
  supportEmail: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Makes the two parts of a mail, which say the same. Only addresses below `publicUrl` become links: what strangers wrote
 * never does.
 *
 * Source: decision 0059.
 */
export const renderMail = (content: MailContent, place: MailPlace): RenderedMail => ({
  subject: oneLine(content.subject),
  text: textOf(content, place),
  html: htmlOf(content, place),
});

/** A header ends with its line: whatever could begin another one becomes a space. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Characters that no mail program shows, line breaks and tabs excepted. */
const printable = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');

const paragraphsOf = (text: string): string[] =>
  printable(text)
    .split(/\n{2,}/)
    .map((each) => each.trim())
    .filter(Boolean);

const textOf = (content: MailContent, { supportEmail }: MailPlace): string => {
  const { subject, heading = subject, text, code, facts = [], button, note = '' } = content;
  return `${[
    oneLine(heading),
    ...paragraphsOf(text),
    ...(code ? [`    ${code}`] : []),
    ...facts.map(([label, value]) => `${label}: ${printable(value)}`),
    ...(button ? [`${button.label}: ${button.address}`] : []),
    ...paragraphsOf(note),
    `--\n${commonText.product}. ${mailText.tagline}\n${mailText.questions(supportEmail)}`,
  ].join('\n\n')}\n`;
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Text as HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Light colours stand in the elements, since many mail programs read nothing else; dark ones in the style sheet. */
const LIGHT = {
  ground: '#f3f5ef',
  surface: '#ffffff',
  well: '#e8ece3',
  text: '#0d1f18',
  quiet: '#42544b',
  line: '#d6dcd2',
  action: '#0a5a3c',
  onAction: '#ffffff',
  link: '#0a6241',
  board: '#0b2a20',
  onBoard: '#f4f8f3',
  signal: '#dcf763',
} as const;
const DARK_RULES = `
.ground { background-color: #07130e !important; }
.surface { background-color: #0f1f18 !important; border-color: #24392f !important; }
.well { background-color: #192c23 !important; }
.text { color: #f0f6f1 !important; }
.quiet { color: #b7c8be !important; }
.board { background-color: #0d2a20 !important; }
.action { background-color: #dcf763 !important; }
.on-action { color: #0d1f18 !important; }
.link { color: #cfec5a !important; }`;
const FONT = "Archivo, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const CODE_FONT = "ui-monospace, 'SF Mono', Consolas, Menlo, monospace";

const htmlOf = (content: MailContent, place: MailPlace): string => {
  const { subject, heading = subject } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(subject))}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .side { padding-left: 20px !important; padding-right: 20px !important; } }
@media (prefers-color-scheme: dark) {${DARK_RULES}
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground};">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${LIGHT.ground};">
<tr><td align="center" style="padding:24px 12px;">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td class="board side" style="padding:20px 32px;background-color:${LIGHT.board};border-radius:18px 18px 0 0;">${logo}</td></tr>
<tr><td class="surface side" style="padding:32px;background-color:${LIGHT.surface};border:1px solid ${LIGHT.line};border-top:0;border-radius:0 0 18px 18px;">
<h1 class="text" style="margin:0 0 16px;font:800 26px/1.15 ${FONT};color:${LIGHT.text};">${escapeHtml(oneLine(heading))}</h1>
${bodyOf(content, place)}
</td></tr>
<tr><td class="quiet side" align="center" style="padding:20px 32px;font:400 14px/1.5 ${FONT};color:${LIGHT.quiet};">
<b>${escapeHtml(commonText.product)}.</b> ${escapeHtml(mailText.tagline)}<br>${footerOf(place)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
};

/** The wordmark as text with the yellow line below it: mail programs show no SVG and often no pictures. */
const logo = `<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td style="font:800 24px/1.2 ${FONT};letter-spacing:-0.3px;color:${LIGHT.onBoard};">${escapeHtml(commonText.product)}</td></tr>
<tr><td style="height:4px;line-height:4px;font-size:0;background-color:${LIGHT.signal};">&nbsp;</td></tr>
</table>`;

const bodyOf = ({ text, code, facts = [], button, note = '' }: MailContent, place: MailPlace): string =>
  [
    ...paragraphsOf(text).map((each) => paragraph(each, place)),
    ...(code ? [codeBox(code)] : []),
    ...(facts.length > 0 ? [factTable(facts)] : []),
    ...(button ? [buttonTable(button)] : []),
    ...paragraphsOf(note).map((each) => paragraph(each, place, true)),
  ].join('\n');

const paragraph = (text: string, place: MailPlace, isQuiet = false): string =>
  isQuiet
    ? `<p class="quiet" dir="auto" style="margin:0 0 12px;font:400 14px/1.5 ${FONT};color:${LIGHT.quiet};">${lines(text, place)}</p>`
    : `<p class="text" dir="auto" style="margin:0 0 16px;font:400 16px/1.5 ${FONT};color:${LIGHT.text};">${lines(text, place)}</p>`;

const codeBox = (code: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;"><tr>
<td class="well text" align="center" style="padding:18px 12px;background-color:${LIGHT.well};border-radius:12px;font:700 36px/1.2 ${CODE_FONT};letter-spacing:6px;color:${LIGHT.text};">${escapeHtml(code)}</td>
</tr></table>`;

/** A table of facts, each value on its own: its direction changes nothing around it. */
const factTable = (facts: NonNullable<MailContent['facts']>): string =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;">${facts
    .map(
      ([label, value]) => `<tr>
<th class="quiet" scope="row" align="left" valign="top" style="padding:6px 16px 6px 0;font:600 14px/1.5 ${FONT};color:${LIGHT.quiet};">${escapeHtml(label)}</th>
<td class="text" width="100%" valign="top" style="padding:6px 0;font:400 16px/1.5 ${FONT};color:${LIGHT.text};"><bdi>${broken(value)}</bdi></td>
</tr>`,
    )
    .join('\n')}</table>`;

const buttonTable = ({ label, address }: NonNullable<MailContent['button']>): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr>
<td class="action" align="center" style="background-color:${LIGHT.action};border-radius:12px;"><a class="on-action" href="${escapeHtml(address)}" target="_blank" rel="noopener" style="display:inline-block;padding:16px 28px;font:700 17px/20px ${FONT};color:${LIGHT.onAction};text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table>`;

const anchor = (address: string, words: string): string =>
  `<a class="link" href="${address}" target="_blank" rel="noopener" style="color:${LIGHT.link};">${words}</a>`;

const footerOf = ({ supportEmail }: MailPlace): string => {
  const address = escapeHtml(supportEmail);
  return escapeHtml(mailText.questions(supportEmail)).replace(address, () => anchor(`mailto:${address}`, address));
};

const broken = (text: string): string => escapeHtml(printable(text)).replaceAll('\n', '<br>');

/** Escaped text, in which addresses of this app are links. */
const lines = (text: string, { publicUrl }: MailPlace): string =>
  broken(text).replace(/https?:\/\/(?:(?!&quot;|&#39;|&lt;|&gt;)[^\s<>])+/g, (address) => {
    const end = /[.,;:!?)]*$/.exec(address)![0];
    const target = address.slice(0, address.length - end.length);
    const isOurs = target === escapeHtml(publicUrl) || target.startsWith(`${escapeHtml(publicUrl)}/`);
    return isOurs ? anchor(target, target) + end : address;
  });
