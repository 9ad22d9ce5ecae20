import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceDatabase } from '#store/device.ts';
import { clearPage, Refusal, show, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { WelcomePage } from './welcome-page.tsx';

const network = standInNetwork();
const FALLBACK = page.getByText(/^Connect with world-class Creators/);

beforeEach(() => deviceDatabase.settings.clear());
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('ACC-001 ACC-005 the text of the server is shown, also at the next start without a network', async () => {
  network.answer('/pages/text/welcome', () => ({ name: 'welcome', text: 'Train with the best.' }));
  show(<WelcomePage next={undefined} />);
  await expect.element(page.getByText('Train with the best.')).toBeVisible();
  clearPage();
  network.goOffline();
  show(<WelcomePage next={undefined} />);
  await expect.element(page.getByText('Train with the best.')).toBeVisible();
});

test('ACC-002 ACC-003 ACC-004 without a text of the server the page has its own, and both ways in', async () => {
  network.answer('/pages/text/welcome', () => {
    throw new Refusal(404, 'access.not_found', 'Not found.');
  });
  show(<WelcomePage next={undefined} />);
  await expect.element(FALLBACK).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Join now' })).toHaveAttribute('href', '/sign-up');
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in');
  clearPage();
  network.goOffline();
  show(<WelcomePage next={undefined} />);
  await expect.element(FALLBACK).toBeVisible();
});
