import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTypingRest } from './typing-rest.ts';

describe('text on its way into a form', () => {
  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => { vi.useRealTimers(); });

  it('arrives once, as it was last, when the hands rest', () => {
    const arrived: string[] = [];
    const rest = createTypingRest();
    for (const text of ['M', 'Mu', 'Mus']) {
      rest.hold('name', () => arrived.push(text));
      vi.advanceTimersByTime(100);
    }
    expect(arrived).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(arrived).toEqual(['Mus']);
    vi.advanceTimersByTime(1000);
    rest.flush();
    expect(arrived).toEqual(['Mus']);
  });

  it('arrives at once, all of it, when the form is saved', () => {
    const arrived: string[] = [];
    const rest = createTypingRest();
    rest.hold('first', () => arrived.push('a'));
    rest.hold('second', () => arrived.push('b'));
    expect(rest.isHolding()).toBe(true);
    rest.flush();
    expect(arrived).toEqual(['a', 'b']);
    expect(rest.isHolding()).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(arrived).toEqual(['a', 'b']);
  });
});
