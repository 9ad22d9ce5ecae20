export { formatMoney } from '#contract/text/common-money.ts';
