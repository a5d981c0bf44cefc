import { expect, it } from 'vitest';
import { milesBetween } from './geo.ts';

it('measures along the great circle, also across the date line and to the poles', () => {
  const [atlanta, chicago] = [
    { latitude: 33.749, longitude: -84.388 },
    { latitude: 41.8781, longitude: -87.6298 },
  ];
  expect(milesBetween(atlanta, chicago)).toBeCloseTo(588.75, 1);
  expect(milesBetween(chicago, atlanta)).toBe(milesBetween(atlanta, chicago));
  expect(milesBetween(atlanta, atlanta)).toBe(0);
  expect(milesBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(69.1, 1);
  expect(milesBetween({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 77 })).toBeCloseTo(12_436.8, 1);
});
