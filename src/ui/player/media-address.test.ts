import { expect, test } from 'vitest';
import { withoutToken, withTokenOf } from './media-address.ts';

const OLD = '/media/t3x.abc_-9/018f/master.m3u8';
const NEW = '/media/t4a.xyz/018f/master.m3u8';

test('D-207 two addresses of a file differ only by their token', () => {
  expect(withoutToken(OLD)).toBe(withoutToken(NEW));
  expect(withoutToken(OLD)).not.toBe(withoutToken('/media/t3x.abc_-9/018f/video.mp4'));
  expect(withoutToken(undefined)).toBeUndefined();
});

test('D-207 a piece of a running film is asked for with the newest token', () => {
  expect(withTokenOf('https://app.example/media/t3x.abc_-9/018f/720.mp4', NEW)).toBe(
    'https://app.example/media/t4a.xyz/018f/720.mp4',
  );
  expect(withTokenOf(OLD, undefined)).toBe(OLD);
  expect(withTokenOf('blob:https://app.example/7', NEW)).toBe('blob:https://app.example/7');
});

test('D-140 a piece of a film that was replaced meanwhile keeps its own address', () => {
  expect(withTokenOf(OLD, '/media/t4a.xyz/0190/master.m3u8')).toBe(OLD);
});
