import { describe, expect, it } from 'vitest';
import { chooseLayout, hasSameAudience, isCommonLayout, type LayoutAudience } from './layout-apps.ts';

type Layout = LayoutAudience & { readonly id: string };

const common: Layout = { id: 'common' };
const main: Layout = { id: 'main', app: 'main' };
const clerk: Layout = { id: 'clerk', role: 'Clerk' };
const provider: Layout = { id: 'provider', app: 'provider' };
const providerClerk: Layout = { id: 'providerClerk', app: 'provider', role: 'Clerk' };
const other: Layout = { id: 'other', app: 'kiosk' };

describe('The layout of a view', () => {
  it('is that of the role, else the common one', () => {
    expect(chooseLayout([provider, clerk, common], ['Clerk'], 'main')).toBe(clerk);
    expect(chooseLayout([provider, clerk, common], ['Guest'], 'main')).toBe(common);
    expect(chooseLayout([main], [], 'main')).toBe(main);
  });

  it('is one of the application of the user first, and never one of another application', () => {
    expect(chooseLayout([common, clerk, provider, providerClerk], ['Clerk'], 'provider')).toBe(providerClerk);
    expect(chooseLayout([common, clerk, provider], ['Clerk'], 'provider')).toBe(provider);
    expect(chooseLayout([common, clerk], ['Clerk'], 'provider')).toBe(clerk);
    expect(chooseLayout([common], [], 'provider')).toBe(common);
    expect(chooseLayout([provider, providerClerk, other], ['Clerk'], 'main')).toBeUndefined();
  });

  it('of the main application needs no name of it', () => {
    expect([common, main, clerk, provider, other].map(isCommonLayout)).toEqual([true, true, false, false, false]);
    expect(hasSameAudience(common, main)).toBe(true);
    expect(hasSameAudience(provider, providerClerk)).toBe(false);
  });
});
