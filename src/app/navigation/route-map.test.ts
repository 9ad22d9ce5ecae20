import { expect, test } from 'vitest';
import { parentOf, tabOf } from './route-map.ts';

const MEMBER = ['/home', '/explore', '/community'];
const CREATOR = ['/channels', '/library', '/explore', '/dashboard/educator'];

test('each page lights the tab of its role that it belongs to', () => {
  const lit = (roleTabs: readonly string[], ...paths: string[]) => paths.map((path) => tabOf(path, roleTabs));
  expect(lit(MEMBER, '/home', '/sport-page', '/community', '/channels/1')).toEqual([
    '/home',
    '/home',
    '/community',
    '/community',
  ]);
  expect(lit(CREATOR, '/channels', '/channels/1', '/sport-page', '/library', '/library/1')).toEqual([
    '/channels',
    '/channels',
    '/channels',
    '/library',
    '/library',
  ]);
});

test('Explore and its sections light Explore for everyone, and a section leads back to it', () => {
  for (const roleTabs of [MEMBER, CREATOR])
    for (const path of ['/explore', '/explore-section/new']) expect(tabOf(path, roleTabs)).toBe('/explore');
  expect(parentOf('/explore-section/new')).toBe('/explore');
});

test('the dashboard and its pages light Dashboard, and they lead back to it', () => {
  for (const path of [
    '/dashboard/educator',
    '/dashboard/educator/select-target',
    '/dashboard/educator/widget-settings',
  ])
    expect(tabOf(path, CREATOR)).toBe('/dashboard/educator');
  expect(parentOf('/dashboard/educator/select-target')).toBe('/dashboard/educator');
  expect(parentOf('/dashboard/educator')).toBe('/dashboard');
});

test('pages of the drawer light Menu for everyone', () => {
  for (const path of [
    '/notifications',
    '/notification-settings',
    '/account-setting',
    '/account-setting/email',
    '/outbox',
    '/help-support',
    '/legal',
    '/university',
    '/payment-methods',
    '/invoice/1',
  ])
    for (const roleTabs of [MEMBER, CREATOR]) expect(tabOf(path, roleTabs)).toBe('menu');
});

test('a page opened without one before it leads to the page above', () => {
  expect(parentOf('/library/1')).toBe('/library?tab=folders');
  expect(parentOf('/notification-settings')).toBe('/notifications');
  expect(parentOf('/help-support/sync-storage')).toBe('/help-support');
  expect(parentOf('/account-history')).toBe('/account-setting');
  expect(parentOf('/account-setting')).toBe('/dashboard');
  expect(parentOf('/account-setting/email')).toBe('/account-setting');
  expect(parentOf('/monthly-invoice/2026/11')).toBe('/invoice-history');
  expect(parentOf('/educator-wallet/amounts')).toBe('/educator-wallet');
  expect(parentOf('/admin/applications/1')).toBe('/admin');
  expect(parentOf('/admin/organizations/1')).toBe('/admin?kind=organizations');
  expect(parentOf('/admin/reports')).toBe('/admin');
  expect(parentOf('/admin/people')).toBe('/admin');
  expect(parentOf('/admin/settings')).toBe('/admin');
  expect(parentOf('/admin/codes')).toBe('/admin');
  expect(parentOf('/admin/featured')).toBe('/admin');
  expect(parentOf('/admin/money')).toBe('/admin');
  expect(parentOf('/admin-discussions/1')).toBe('/admin');
  expect(parentOf('/admin')).toBe('/dashboard');
  expect(parentOf('/payment-methods')).toBe('/dashboard');
  expect(parentOf('/comments')).toBe('/channels');
  expect(parentOf('/watch-channel')).toBe('/dashboard');
});
