import { expect, it } from 'vitest';
import type { MusterError } from '../errors/index.ts';
import type { LiveEvent } from '../ports/index.ts';
import type { PluginManifest } from './manifest.ts';
import { assertLiveEvents, createPluginLive } from './create-plugin-live.ts';
import type { PluginLiveEvent } from './plugin-live.ts';

const MOVED: PluginLiveEvent<{ readonly ticket: string }> = {
  name: 'ticket-moved-event',
  description: 'A ticket was moved.',
  dataSchema: { type: 'object', required: ['ticket'], properties: { ticket: { type: 'string' } }, additionalProperties: false },
  example: { ticket: '1' },
};
const pluginWith = (...events: readonly PluginLiveEvent[]): PluginManifest => ({ name: 'tickets', version: '1.0.0', engine: '*', events });

it('sends a declared event, and refuses one that is not declared, addressed or valid', async () => {
  const sent: LiveEvent[] = [];
  const live = createPluginLive(pluginWith(MOVED))({ sendEvent: async (event) => void sent.push(event) });
  await live.send(MOVED, { ticket: '7' }, { users: ['u'] });
  expect(sent).toEqual([{ name: 'ticket-moved-event', data: { ticket: '7' }, audience: { users: ['u'] } }]);
  const refusedFor = (attempt: Promise<void>): Promise<unknown> =>
    attempt.then(
      () => undefined,
      (error: MusterError) => error.code === 'plugin_failed' && error.data?.['reason'],
    );
  expect(await refusedFor(live.send({ ...MOVED, name: 'other-event' }, { ticket: '7' }, { users: ['u'] }))).toBe(
    'it declares no event other-event',
  );
  expect(await refusedFor(live.send(MOVED, { ticket: '7' }, {}))).toBe(
    'the event ticket-moved-event is for nobody: name users, a record or everyone',
  );
  expect(await refusedFor(live.send(MOVED, { ticket: 7 } as never, { users: [] }))).toContain('must be string');
  expect(await refusedFor(live.send(MOVED, { ticket: 'x'.repeat(5_000) }, { users: [] }))).toContain('larger than 4096 bytes');
  expect(sent).toHaveLength(1);
});

it.each([
  ['a name of another form', { ...MOVED, name: 'Moved' }, 'not of the form ticket-moved-event'],
  ['no description', { ...MOVED, description: ' ' }, 'has no description'],
  ['the name of another event', { ...MOVED, name: 'system-update-event' }, 'already that of the engine'],
])('rejects an event with %s', (_what, event, cause) => {
  expect(() => assertLiveEvents([pluginWith(event)], ['system-update-event'])).toThrow(cause);
});

it('rejects an example that does not match its schema, and a schema that is not valid', () => {
  expect(() => createPluginLive(pluginWith({ ...MOVED, example: {} }))).toThrow('The example of its event ticket-moved-event');
  expect(() => createPluginLive(pluginWith({ ...MOVED, dataSchema: { type: 'nothing' } }))).toThrow('The schema of its event');
});
