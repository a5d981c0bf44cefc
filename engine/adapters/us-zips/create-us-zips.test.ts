import zipcodes from 'zipcodes';
import { describe, expect, it } from 'vitest';
import { createUsZips } from './index.ts';

describe('the ZIPs of the US', () => {
  const zips = createUsZips();

  it('are found with city, state and coordinates', async () => {
    expect(await zips.findZip('30030')).toEqual({ code: '30030', city: 'Decatur', state: 'GA', latitude: 33.7699, longitude: -84.295 });
    expect(await zips.findZip('90210')).toMatchObject({ city: 'Beverly Hills', state: 'CA' });
    expect(await zips.findZip('00000')).toBeUndefined();
    expect(await zips.findZip('constructor')).toBeUndefined();
  });

  it('are complete', async () => {
    const listed = Object.values(zipcodes.codes).filter((one) => one.country === 'US');
    expect(listed.length).toBeGreaterThan(40_000);
    for (const { zip, city, state, latitude, longitude } of listed)
      expect(await zips.findZip(zip)).toEqual({ code: zip, city, state, latitude, longitude });
  });
});
