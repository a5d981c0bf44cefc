import { describe, expect, it } from 'vitest';
import { createPluginFaultCounter } from './plugin-fault-counter.ts';

const HOUR = 3_600_000;

describe('The plugin fault counter', () => {
  it('turns a plugin off at the third fault within an hour, and names the last handler', () => {
    const counter = createPluginFaultCounter();
    expect(counter.record({ plugin: 'paint', handler: 'preSave things a' }, 0)).toBeUndefined();
    expect(counter.record({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(counter.pluginsOff()).toEqual({});
    const turned = counter.record({ plugin: 'paint', handler: 'job dry' }, 2);
    expect(turned).toMatchObject({ plugin: 'paint', cause: expect.stringContaining('3 times within an hour, the last time in job dry') });
    expect(counter.pluginsOff()).toEqual({ paint: turned?.cause });
    expect(counter.record({ plugin: 'paint', handler: 'job dry' }, 3)).toBeUndefined();
  });

  it('also counts uncaught errors, including those of a start', () => {
    const counter = createPluginFaultCounter();
    expect(counter.record({ plugin: 'paint', handler: 'start', isUncaughtError: true }, 0)).toBeUndefined();
    expect(counter.record({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(counter.record({ plugin: 'paint', handler: 'background work', isUncaughtError: true }, 2)?.cause).toContain(
      'failed with an uncaught error, 3 times within an hour, the last time in background work',
    );
  });

  it('ignores faults older than an hour, and counts each plugin separately', () => {
    const counter = createPluginFaultCounter();
    for (const now of [0, 1]) counter.record({ plugin: 'paint', handler: 'a' }, now);
    expect(counter.record({ plugin: 'rust', handler: 'a' }, 2)).toBeUndefined();
    expect(counter.record({ plugin: 'paint', handler: 'a' }, HOUR + 1)).toBeUndefined();
    expect(counter.record({ plugin: 'paint', handler: 'a' }, HOUR + 2)).toBeUndefined();
    expect(counter.record({ plugin: 'paint', handler: 'a' }, HOUR + 3)).toBeDefined();
  });

  it('turns a plugin off at once when its start blocks, and no plugin when the report names none', () => {
    const counter = createPluginFaultCounter();
    expect(counter.record({ plugin: 'paint', handler: 'start' }, 0)).toEqual({ plugin: 'paint', cause: 'Its start blocked the process.' });
    for (const now of [1, 2, 3, 4]) expect(counter.record({}, now)).toBeUndefined();
    expect(Object.keys(counter.pluginsOff())).toEqual(['paint']);
  });
});
