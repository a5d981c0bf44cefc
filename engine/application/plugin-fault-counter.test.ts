import { describe, expect, it } from 'vitest';
import { createPluginFaultCounter } from './plugin-fault-counter.ts';

const HOUR = 3_600_000;

describe('The plugin fault counter', () => {
  it('turns a plugin off at the third fault within an hour, and names the last handler', () => {
    const tally = createPluginFaultCounter();
    expect(tally.record({ plugin: 'paint', handler: 'preSave things a' }, 0)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(tally.pluginsOff()).toEqual({});
    const turned = tally.record({ plugin: 'paint', handler: 'job dry' }, 2);
    expect(turned).toMatchObject({ plugin: 'paint', cause: expect.stringContaining('3 times within an hour, the last time in job dry') });
    expect(tally.pluginsOff()).toEqual({ paint: turned?.cause });
    expect(tally.record({ plugin: 'paint', handler: 'job dry' }, 3)).toBeUndefined();
  });

  it('also counts uncaught errors, including those of a start', () => {
    const tally = createPluginFaultCounter();
    expect(tally.record({ plugin: 'paint', handler: 'start', isUncaughtError: true }, 0)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'what it left running', isUncaughtError: true }, 2)?.cause).toContain(
      'left an error that nobody caught, 3 times within an hour, the last time in what it left running',
    );
  });

  it('ignores faults older than an hour, and counts each plugin separately', () => {
    const tally = createPluginFaultCounter();
    for (const now of [0, 1]) tally.record({ plugin: 'paint', handler: 'a' }, now);
    expect(tally.record({ plugin: 'rust', handler: 'a' }, 2)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'a' }, HOUR + 1)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'a' }, HOUR + 2)).toBeUndefined();
    expect(tally.record({ plugin: 'paint', handler: 'a' }, HOUR + 3)).toBeDefined();
  });

  it('turns a plugin off at once when its start blocks, and no plugin when the report names none', () => {
    const tally = createPluginFaultCounter();
    expect(tally.record({ plugin: 'paint', handler: 'start' }, 0)).toEqual({ plugin: 'paint', cause: 'Its start blocked the process.' });
    for (const now of [1, 2, 3, 4]) expect(tally.record({}, now)).toBeUndefined();
    expect(Object.keys(tally.pluginsOff())).toEqual(['paint']);
  });
});
