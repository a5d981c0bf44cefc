import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInputDebouncer } from './input-debouncer.ts';

describe('debounced form input', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is applied once, with its last value, after a pause', () => {
    const arrived: string[] = [];
    const rest = createInputDebouncer();
    for (const text of ['M', 'Mu', 'Mus']) {
      rest.schedule('name', () => arrived.push(text));
      vi.advanceTimersByTime(100);
    }
    expect(arrived).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(arrived).toEqual(['Mus']);
    vi.advanceTimersByTime(1000);
    rest.flush();
    expect(arrived).toEqual(['Mus']);
  });

  it('is applied at once, completely, when the form is saved', () => {
    const arrived: string[] = [];
    const rest = createInputDebouncer();
    rest.schedule('first', () => arrived.push('a'));
    rest.schedule('second', () => arrived.push('b'));
    expect(rest.isPending()).toBe(true);
    rest.flush();
    expect(arrived).toEqual(['a', 'b']);
    expect(rest.isPending()).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(arrived).toEqual(['a', 'b']);
  });
});
