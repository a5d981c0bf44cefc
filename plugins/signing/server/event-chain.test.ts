import { describe, expect, it } from 'vitest';
import { FIRST_HASH, hashEvent, verifyChain, type ChainedEvent } from './event-chain.ts';

function chain(count: number): readonly ChainedEvent[] {
  const events: ChainedEvent[] = [];
  for (let index = 0; index < count; index += 1) {
    const event = { type: 'Viewed', at: `2026-11-28T10:00:0${index}.000Z`, data: { index, name: 'Ada' } };
    events.push({ event, hash: hashEvent(event, events.at(-1)?.hash ?? FIRST_HASH) });
  }
  return events;
}

describe('the chain of events', () => {
  const events = chain(5);
  const last = events.at(-1)?.hash;

  it('is intact; the order of names in an event does not matter', () => {
    expect(verifyChain(events, last)).toEqual({ isIntact: true });
    expect(verifyChain([])).toEqual({ isIntact: true });
    expect(hashEvent({ a: 1, b: { c: [1, null], d: 'x' } }, FIRST_HASH)).toBe(hashEvent({ b: { d: 'x', c: [1, null] }, a: 1 }, FIRST_HASH));
  });

  it('names the first event that was changed, removed, added or moved', () => {
    const changed = events.map((one, index) => (index === 2 ? { ...one, event: { ...one.event, type: 'Signed' } } : one));
    expect(verifyChain(changed)).toEqual({ isIntact: false, brokenAt: 2 });
    expect(verifyChain(events.toSpliced(1, 1))).toEqual({ isIntact: false, brokenAt: 1 });
    expect(verifyChain(events.slice(1))).toEqual({ isIntact: false, brokenAt: 0 });
    expect(verifyChain([...events.slice(0, 3), ...events.slice(2)])).toEqual({ isIntact: false, brokenAt: 3 });
    expect(verifyChain([0, 2, 1, 3, 4].map((index) => events[index] as ChainedEvent))).toEqual({ isIntact: false, brokenAt: 1 });
    expect(verifyChain(events.slice(0, 4), last)).toEqual({ isIntact: false, brokenAt: 4 });
  });
});
