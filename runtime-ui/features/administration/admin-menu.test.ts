import { beforeAll, describe, expect, it } from 'vitest';
import type { ShellView } from '#engine/model/wire';
import { loadAdminTexts } from '../../kit/index.ts';
import { listAdminGroups, toAdminMenu } from './admin-menu.ts';

beforeAll(() => loadAdminTexts());

const item = (id: string, target: { readonly module?: string; readonly route?: string }) => ({ id, label: id, icon: 'coins', ...target });

function makeShell(administration: ShellView['administration'] = []): ShellView {
  return { user: { userType: 'System Admin' }, administration } as unknown as ShellView;
}

const ADDED: ShellView['administration'] = [
  { id: 'settings', items: [item('Rates', { route: '/admin/settings/rates' })] },
  { id: 'rewards', items: [item('Prizes', { module: 'prizes' })] },
  { id: 'other', label: 'Branches', items: [item('Branches', { route: '/admin/branches' })] },
];

describe('the menu of the administration', () => {
  it('has the groups with an entry, in their order, and says what each page is for', () => {
    const groups = listAdminGroups(makeShell());
    expect(groups.map(({ id }) => id)).toEqual(['users', 'reporting', 'settings', 'tools']);
    expect(
      groups.flatMap(({ links }) => links.map(({ note = '' }) => note)).every((note) => note !== '' && !note.includes('.notes.')),
    ).toBe(true);
  });

  it('includes what the definitions add, to its group or as a group of its own', () => {
    const groups = listAdminGroups(makeShell(ADDED));
    expect(groups.map(({ label }) => label)).toEqual(['Users', 'Reports', 'Settings', 'Developer tools', 'Rewards', 'Branches']);
    expect(groups.find(({ id }) => id === 'rewards')?.links).toMatchObject([{ label: 'Prizes', href: '/app/module/prizes' }]);
  });

  it('is at the left with the way back, without pages of the API, and marks one page', () => {
    const groups = toAdminMenu(makeShell(ADDED), '/admin/settings/rates');
    const items = groups.flatMap((group) => group.items);
    expect(items[0]).toMatchObject({ label: 'Back to work', href: '/app/dashboard' });
    expect(items.filter(({ href }) => href.startsWith('/api/'))).toEqual([]);
    expect(items.filter(({ current }) => current).map(({ label }) => label)).toEqual(['Rates']);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const current = (path: string) => toAdminMenu(makeShell(ADDED), path).flatMap((group) => group.items.filter((one) => one.current));
    expect(current('/admin/settings/general-settings').map(({ label }) => label)).toEqual(['General settings']);
    expect(current('/admin').map(({ label }) => label)).toEqual(['Administration']);
  });
});
