import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MenuDefinition, ModuleDefinition } from '#engine/model/definitions';
import { menuDetail, moduleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { loadAdminTexts, loadLazyTexts } from '../../../kit/index.ts';
import { addModule, listUnplaced, moveItem, renameGroup } from './menu-edits.ts';
import { MenuPage } from './menu-page.tsx';
import { MenusPage } from './menus-page.tsx';

const MENU: MenuDefinition = {
  id: 'menu_all',
  name: 'Everyone',
  userTypes: ['System Admin'],
  groups: [
    { id: 'g_home', items: [{ id: 'i_home', label: 'Home', icon: 'house', route: '/app/dashboard' }] },
    { id: 'g_work', label: 'Work', items: [{ id: 'i_tools', label: 'Tools', icon: 'box', module: 'tools' }] },
  ],
};
const module = (name: string, label: string, more: Partial<ModuleDefinition> = {}): ModuleDefinition => ({
  ...{ id: `m_${name}`, name, label, labelSingular: label, kind: 'plain', icon: 'box', fields: [] },
  ...more,
});

describe('The menus in the studio', () => {
  let server: StudioServer;
  const show = (at: string) =>
    showStudio(
      <Routes>
        <Route path="/admin/studio/menus" element={<MenusPage />} />
        <Route path="/admin/studio/menus/:id" element={<MenuPage />} />
      </Routes>,
      { path: '*', at },
    ).user;
  const drafted = () => server.drafted<MenuDefinition>('menu', MENU.id);

  beforeAll(async () => {
    await loadAdminTexts();
    await loadLazyTexts();
  });
  beforeEach(() => {
    const modules = [module('tools', 'Tools'), module('loans', 'Loans'), module('parts', 'Parts'), module('old', 'Old', { active: false })];
    server = new StudioServer([menuDetail(MENU), ...modules.map((one) => moduleDetail(one))]);
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('are listed with their pages and their JSON', async () => {
    show('/admin/studio/menus');
    expect((await screen.findByRole('link', { name: 'Everyone' })).getAttribute('href')).toBe('/admin/studio/menus/menu_all');
    expect(screen.getByRole('link', { name: 'JSON of Everyone' }).getAttribute('href')).toBe('/admin/studio/json/menu/menu_all');
  });

  it('take a module that is not in them by keyboard, and give it back', async () => {
    const user = show('/admin/studio/menus/menu_all');
    const rest = await screen.findByRole('region', { name: 'Not in this menu' });
    expect(
      within(rest)
        .getAllByRole('listitem')
        .filter(({ className }) => className === 'ms-sortable-item'),
    ).toHaveLength(2);
    expect(within(rest).queryByRole('button', { name: /^Move/ })).toBeNull();
    await user.click(within(rest).getByRole('button', { name: 'Add Loans' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Work', hidden: true }));
    const loans = { label: 'Loans', icon: 'box', module: 'loans' };
    await waitFor(() => expect(drafted()?.groups[1]?.items).toMatchObject([{ id: 'i_tools' }, loans]));
    expect(within(rest).queryByText('Loans')).toBeNull();
    await user.click(screen.getByRole('button', { name: /Move Loans up/ }));
    await waitFor(() => expect(drafted()?.groups[1]?.items.map(({ module: name }) => name)).toEqual(['loans', 'tools']));
    await user.click(screen.getByRole('button', { name: 'Take out Loans' }));
    await waitFor(() => expect(drafted()?.groups).toEqual(MENU.groups));
    await within(rest).findByText('Loans');
  });

  it('have labels, headings and groups of their own', async () => {
    const user = show('/admin/studio/menus/menu_all');
    const label = await screen.findByRole('textbox', { name: 'Label of Tools' });
    await user.clear(label);
    screen.getByText('Type a label.');
    await user.type(screen.getByRole('textbox', { name: 'Label of i_tools' }), 'Gear');
    await user.type(screen.getByRole('textbox', { name: 'Heading of Group 1' }), 'Start');
    await user.click(screen.getByRole('button', { name: 'Add group' }));
    await user.click(screen.getByRole('button', { name: 'Remove the group Work' }));
    await waitFor(() => expect(drafted()?.groups).toMatchObject([{ id: 'g_home', label: 'Start' }, { items: [] }]));
  });

  it('find a module among those that are not in them', async () => {
    const user = show('/admin/studio/menus/menu_all');
    const rest = await screen.findByRole('region', { name: 'Not in this menu' });
    await user.type(within(rest).getByRole('searchbox', { name: 'Find a module' }), 'par');
    await waitFor(() => expect(within(rest).queryByText('Loans')).toBeNull());
    within(rest).getByText('Parts');
  });
});

describe('The edits of a menu', () => {
  const modules = ['tools', 'loans'].map((name) => ({ name, label: name, icon: 'box' }));

  it('place a module at a position, and move entries to another group', () => {
    expect(listUnplaced(MENU.groups, modules)).toEqual([modules[1]]);
    const added = addModule(MENU.groups, { name: 'loans', label: 'Loans', icon: 'box' }, 'g_work', 0);
    expect(added[1]?.items.map(({ label }) => label)).toEqual(['Loans', 'Tools']);
    const moved = moveItem(MENU.groups, 'i_tools', 'g_home', 0);
    expect(moved.map(({ items }) => items.map(({ id }) => id))).toEqual([['i_tools', 'i_home'], []]);
    expect(moveItem(MENU.groups, 'nowhere', 'g_home', 0)).toBe(MENU.groups);
  });

  it('leave a group without a heading', () => {
    expect(renameGroup(MENU.groups, 'g_work', '')[1]).not.toHaveProperty('label');
  });
});
