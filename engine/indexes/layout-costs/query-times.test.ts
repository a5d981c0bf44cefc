import { describe, expect, it } from 'vitest';
import { createTimesMemory, percentile } from './query-times.ts';

describe('Times of queries', () => {
  it('have a percentile by the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 0.95)).toBe(95);
    expect(percentile([7, 3], 0.95)).toBe(7);
    expect(percentile([7, 3], 0)).toBe(3);
    expect(percentile([], 0.95)).toBeNull();
  });

  it('are added to those of earlier measurements, up to a hundred', () => {
    const memory = createTimesMemory();
    expect(memory.get('q')).toBeUndefined();
    memory.add('q', { samples: [1, 2], isStopped: true, at: 5 });
    expect(memory.add('q', { samples: [3], isStopped: false, at: 6 })).toEqual({ samples: [1, 2, 3], isStopped: false, at: 6 });
    memory.add('q', { samples: Array.from({ length: 99 }, () => 9), isStopped: false, at: 7 });
    expect(memory.get('q')?.samples).toHaveLength(100);
    expect(memory.get('q')?.samples[0]).toBe(3);
  });
});
