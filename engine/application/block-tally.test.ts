import { describe, expect, it } from 'vitest';
import { createBlockTally } from './block-tally.ts';

const HOUR = 3_600_000;

describe('The tally of plugins that blocked processes', () => {
  it('turns a plugin off at the third time within an hour, naming what blocked last', () => {
    const tally = createBlockTally();
    expect(tally.add({ plugin: 'paint', handler: 'preSave things a' }, 0)).toBeUndefined();
    expect(tally.add({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(tally.off()).toEqual({});
    const turned = tally.add({ plugin: 'paint', handler: 'job dry' }, 2);
    expect(turned).toMatchObject({ plugin: 'paint', cause: expect.stringContaining('3 times within an hour, the last time in job dry') });
    expect(tally.off()).toEqual({ paint: turned?.cause });
    expect(tally.add({ plugin: 'paint', handler: 'job dry' }, 3)).toBeUndefined();
  });

  it('counts errors that nobody caught with them, also those that a start left', () => {
    const tally = createBlockTally();
    expect(tally.add({ plugin: 'paint', handler: 'start', isStray: true }, 0)).toBeUndefined();
    expect(tally.add({ plugin: 'paint', handler: 'preSave things a' }, 1)).toBeUndefined();
    expect(tally.add({ plugin: 'paint', handler: 'what it left running', isStray: true }, 2)?.cause).toContain('left an error that nobody caught, 3 times within an hour, the last time in what it left running');
  });

  it('forgets what is older than an hour, and counts each plugin by itself', () => {
    const tally = createBlockTally();
    for (const now of [0, 1]) tally.add({ plugin: 'paint', handler: 'a' }, now);
    expect(tally.add({ plugin: 'rust', handler: 'a' }, 2)).toBeUndefined();
    expect(tally.add({ plugin: 'paint', handler: 'a' }, HOUR + 1)).toBeUndefined();
    expect(tally.add({ plugin: 'paint', handler: 'a' }, HOUR + 2)).toBeUndefined();
    expect(tally.add({ plugin: 'paint', handler: 'a' }, HOUR + 3)).toBeDefined();
  });

  it('turns a plugin off whose start blocks, at once, and nobody where nobody could be named', () => {
    const tally = createBlockTally();
    expect(tally.add({ plugin: 'paint', handler: 'start' }, 0)).toEqual({ plugin: 'paint', cause: 'Its start blocked the process.' });
    for (const now of [1, 2, 3, 4]) expect(tally.add({}, now)).toBeUndefined();
    expect(Object.keys(tally.off())).toEqual(['paint']);
  });
});
