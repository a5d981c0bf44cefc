import { afterEach, expect, it } from 'vitest';
import { host, paint, stopHosts } from './plugin-host-fixture.ts';

afterEach(stopHosts);

it('refuses a menu without a function, and the menu of a second plugin', () => {
  const menu = { read: () => ({}) };
  expect(() => host({ ...paint, menu: {} as never })).toThrow(/paint.*menu has no function read/);
  expect(() => host({ ...paint, menu }, { ...paint, name: 'other', menu })).toThrow(/other.*paint has a menu too/);
});
