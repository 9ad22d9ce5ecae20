import { describe, expect, test } from 'vitest';
import { deliveryOf, isExpiredStatus } from './media-source.ts';

const source = { hlsUrl: '/m/t/1/master.m3u8', mp4Url: '/m/t/1/720.mp4' };

describe('how a source is played', () => {
  test('a file saved on the device comes before the network', () => {
    expect(deliveryOf({ ...source, blob: new Blob() }, { nativeHls: true, mediaSource: true })).toBe('blob');
  });
  test('hls.js is left out where the browser plays HLS itself', () => {
    expect(deliveryOf(source, { nativeHls: true, mediaSource: true })).toBe('native-hls');
    expect(deliveryOf(source, { nativeHls: false, mediaSource: true })).toBe('hls.js');
  });
  test('D-207 a long film is played by hls.js, which takes renewed addresses, where it can be', () => {
    const film = { ...source, isLong: true };
    expect(deliveryOf(film, { nativeHls: true, mediaSource: true })).toBe('hls.js');
    expect(deliveryOf(film, { nativeHls: true, mediaSource: false })).toBe('native-hls');
  });
  test('without either the progressive file plays', () => {
    expect(deliveryOf(source, { nativeHls: false, mediaSource: false })).toBe('progressive');
    expect(deliveryOf({ hlsUrl: source.hlsUrl }, { nativeHls: false, mediaSource: false })).toBe('none');
  });
  test('D-207 statuses 401, 403 and 410 mean an expired URL; other failures do not', () => {
    expect([403, 410].every(isExpiredStatus)).toBe(true);
    expect([404, 500, 0].some(isExpiredStatus)).toBe(false);
  });
});
