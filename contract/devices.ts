import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { Nothing } from './patterns.ts';

const RegistrationId = v.pipe(v.string(), v.minLength(10), v.maxLength(4000));
const Device = v.object({ registrationId: v.string(), type: v.literal('web') });
export const listDevices = defineCall({
  id: 'devices.list',
  method: 'GET',
  path: '/devices',
  may: 'signedIn',
  input: v.object({}),
  output: v.object({ count: v.number(), results: v.array(Device) }),
  problems: [],
  offline: 'cache',
  summary: 'Devices that get pushes',
});
export const addDevice = defineCall({
  id: 'devices.add',
  method: 'POST',
  path: '/devices',
  may: 'signedIn',
  input: v.object({ registrationId: RegistrationId, type: v.literal('web') }),
  output: Device,
  problems: [],
  offline: 'online',
  summary: 'Registers a device; it leaves any former owner',
});
export const removeDevice = defineCall({
  id: 'devices.remove',
  method: 'DELETE',
  path: '/devices/{registrationId}',
  may: 'signedIn',
  input: v.object({ registrationId: RegistrationId }),
  output: Nothing,
  problems: [],
  offline: 'online',
  summary: 'Removes a device',
});

/**
 * What came of a test push: the push service took it; it does not know the device any more, which is then not registered
 * any more; it refused the test; or the server could not reach it.
 */
export const TEST_RESULTS = ['sent', 'gone', 'refused', 'unreachable'] as const;

/**
 * Sends a test push, and waits for the push service, up to 10 s. `id` is the tag of the notification that the device will
 * show. A repeat under the same key sends another one: an answer of before would say nothing about now.
 */
export const testDevice = defineCall({
  id: 'devices.test',
  method: 'POST',
  path: '/devices/test',
  may: 'signedIn',
  input: v.object({ registrationId: RegistrationId }),
  output: v.object({
    id: Id,
    /** Servers of former builds send none, and the push later. */
    result: v.optional(v.picklist(TEST_RESULTS)),
  }),
  problems: [],
  offline: 'online',
  secretAnswer: true,
  summary: 'Sends a test push to one of the own devices',
});
/** The server's push service: the client registers with these settings. */
export const readPushConfig = defineCall({
  id: 'devices.pushConfig',
  method: 'GET',
  path: '/devices/push-config',
  may: 'signedIn',
  input: v.object({}),
  output: v.object({
    kind: v.picklist(['webpush', 'fcm']),
    vapidPublicKey: v.nullable(v.string()),
    firebase: v.nullable(v.record(v.string(), v.string())),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Push service and its public keys',
});
