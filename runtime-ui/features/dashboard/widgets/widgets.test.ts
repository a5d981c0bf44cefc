import { describe, expect, it } from 'vitest';
import { compareWithBefore, daysToCompare } from './number-widget.tsx';
import { safeAddress } from './text-widgets.tsx';

describe('A number card', () => {
  const points = [
    { day: '2026-10-30', value: 4 },
    { day: '2026-11-01', value: 5 },
    { day: '2026-11-02', value: 2 },
  ];

  it('counts all without a range', () => {
    expect(compareWithBefore(points, {})).toMatchObject({ value: 11, before: undefined });
  });

  it('does not compare a range whose days would be more groups than the server answers with', () => {
    expect(compareWithBefore(points, { from: '2024-01-01', to: '2026-12-31' })).toMatchObject({ value: 11, before: undefined });
    expect(daysToCompare({ from: '2025-09-10', to: '2026-12-03' })).toBe(450);
    expect(daysToCompare({ from: '2025-09-09', to: '2026-12-03' })).toBeUndefined();
  });

  it('compares a range with as many days before it', () => {
    expect(compareWithBefore(points, { from: '2026-11-01', to: '2026-11-03' })).toMatchObject({ value: 7, before: 4, days: 3 });
  });
});

describe('A link of a widget', () => {
  it.each([
    ['/app/dashboard', '/app/dashboard'],
    [' https://example.com/a ', 'https://example.com/a'],
    ['javascript:alert(1)', undefined],
    ['//example.com', undefined],
    ['data:text/html,x', undefined],
  ])('%j leads to %j', (address, target) => {
    expect(safeAddress(address)).toBe(target);
  });
});
