import { describe, expect, it } from 'vitest';
import { createPluginFaultCounter } from './plugin-fault-counter.ts';

const HOUR = 3_600_000;

describe('The tally of plugins that blocked processes', () => {
  it('turns a plugin off at the third time within an hour, naming what blocked last', () => {
    const tally = createPluginFaultCounter();
    expect(tally.record({ plugin: 'paint', handler: 'preSave things a' }, 0)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(tally.pluginsOff()).toEqual({});
    const turned = tally.record({ plugin: 'paint', handler: 'job dry' }, 2);
    expect(turned).toMatchObject({ plugin: 'paint', cause: expect.stringContaining('3 times within an hour, the last time in job dry') });
    expect(tally.pluginsOff()).toEqual({ paint: turned?.cause });
    expect(tally.record({ plugin: 'paint', handler: 'job dry' }, 3)).toBeUndefined();
  });

  it('counts errors that nobody caught with them, also those that a start left', () => {
    const tally = createPluginFaultCounter();
    expect(tally.record({ plugin: 'paint', handler: 'start', isUncaughtError: true }, 0)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'what it left running', isUncaughtError: true }, 2)?.cause).toContain('left an error that nobody caught, 3 times within an hour, the last time in what it left running');
  });

  it('forgets what is older than an hour, and counts each plugin by itself', () => {
    const tally = createPluginFaultCounter();
    for (const now of [0, 1]) tally.record({ plugin: 'paint', handler: 'a' }, now);
    expect(tally.record({ plugin: 'rust', handler: 'a' }, 2)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'a' }, HOUR + 1)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'a' }, HOUR + 2)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'a' }, HOUR + 3)).toBeDefined();
  });

  it('turns a plugin off whose start blocks, at once, and nobody where nobody could be named', () => {
    const tally = createPluginFaultCounter();
    expect(tally.record({ plugin: 'paint', handler: 'start' }, 0)).toEqual({ plugin: 'paint', cause: 'Its start blocked the process.' });
    for (const now of [1, 2, 3, 4]) expect(tally.record({}, now)).toBeUndefined();
    expect(Object.keys(tally.pluginsOff())).toEqual(['paint']);
  });
});
