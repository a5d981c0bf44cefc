import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModuleSummary, ShellView } from '#engine/model/wire';
import { registerUserAreas, updateSession } from '../../client/index.ts';
import { defineUiContribution, registerContributions } from '../../extensions/index.ts';
import { loadLazyTexts } from '../../kit/index.ts';
import { listShortcutActions, addPageActions } from '../../views/page-actions.ts';
import { pageCommands, toolCommands } from './palette-commands.ts';
import { filterHits, findCommands } from './search-hits.ts';
import { listCreatable, pickBottomItems, toMenuGroups } from './use-menu.ts';
import { assignShortcutLetters } from './use-shortcuts.ts';

beforeAll(() => loadLazyTexts());

function makeModule(name: string, create: boolean): ModuleSummary {
  return {
    _id: name,
    name,
    label: name,
    labelSingular: name.slice(0, -1),
    icon: 'box',
    path: `/api/${name}`,
    nameField: 'name',
    route: name === 'claims' || name.startsWith('ve') ? `/module/${name}` : `/${name}`,
    rights: { access: true, create, mass_update: false, export: false, assign_any_team: true, view: 'All', edit: 'All', delete: 'None' },
  };
}

/** Creates a shell and loads it, so that the routes of its modules are known. */
function makeShell(userType: 'Standard' | 'Partner'): ShellView {
  const shell: ShellView = {
    user: { _id: 'u', email: 'a@b.c', first_name: 'A', last_name: 'B', userType, roles: [], teams: [], disableTimeout: false },
    impersonator: null,
    teams: [],
    roles: [],
    settings: { first_pages: { Partner: '/portal/papers' } },
    userVariables: [],
    isStaff: userType === 'Standard',
    permissions: [],
    plugins: ['units'],
    session: {},
    definitionsVersion: 1,
    administration: [],
    modules: [makeModule('repairs', true), makeModule('books', true), makeModule('claims', false)],
    menu: {
      id: 'm',
      name: 'Menu',
      userTypes: [userType],
      groups: [
        {
          id: 'a',
          items: [
            { id: 'home', label: 'Home', icon: 'house', route: userType === 'Partner' ? '/portal/dashboard' : '/app/dashboard' },
            { id: 'repairs', label: 'Repairs', icon: 'list-checks', module: 'repairs' },
          ],
        },
        {
          id: 'b',
          label: 'Library',
          items: [
            { id: 'books', label: 'Books', icon: 'user', module: 'books' },
            { id: 'claims', label: 'Claims', icon: 'car', module: 'claims' },
          ],
        },
        { id: 'c', label: 'Empty', items: [] },
      ],
    },
  };
  updateSession(shell);
  return shell;
}

describe('the menu', () => {
  beforeEach(() => registerUserAreas([{ path: '/portal', userTypes: ['Partner'], home: '/portal/dashboard', hasRecords: true }]));
  afterEach(() => registerUserAreas([]));

  it('links built-in and custom modules, marks the one that is open, and omits empty groups', () => {
    const groups = toMenuGroups(makeShell('Standard'), '/app/books/1');
    expect(groups.flatMap((group) => group.items.map((item) => [item.href, item.current]))).toEqual([
      ['/app/dashboard', false],
      ['/app/repairs', false],
      ['/app/books', true],
      ['/app/module/claims', false],
    ]);
    expect(groups.map((group) => group.id)).toEqual(['a', 'b']);
  });

  it('marks Home on the page after sign-in of a Partner', () => {
    expect(toMenuGroups(makeShell('Partner'), '/portal/papers')[0]?.items[0]?.current).toBe(true);
  });

  it('puts Home, the first working module and the rest into the bottom bar of a phone', () => {
    expect(pickBottomItems(toMenuGroups(makeShell('Standard'), '/')).map((item) => item.id)).toEqual([
      'home',
      'books',
      'repairs',
      'claims',
    ]);
  });

  it('offers Create only for modules with the right to create', () => {
    expect(listCreatable(makeShell('Standard')).map((module) => module.name)).toEqual(['repairs', 'books']);
  });

  it('finds pages and commands by the beginning of a word', () => {
    const shell = makeShell('Standard');
    expect(findCommands(shell, toMenuGroups(shell, '/'), 'boo').hits.map((hit) => hit.href)).toEqual(['/app/books', '/app/books/new']);
    expect(findCommands(shell, toMenuGroups(shell, '/'), 'ooks').hits).toEqual([]);
  });
});

describe('shortcut letters after G', () => {
  it('are the first free ones', () => {
    expect([...assignShortcutLetters(['Lists', 'Locations', 'Jars', 'L'])]).toEqual([
      ['l', 'Lists'],
      ['o', 'Locations'],
      ['j', 'Jars'],
    ]);
  });
});

describe('the command palette', () => {
  it('finds modules that are in no menu, by every word typed', () => {
    const shell = makeShell('Standard');
    // A module that was just created is in no menu, and can still be opened and added to.
    const built = { ...shell, modules: [...shell.modules, makeModule('vehicles', true), makeModule('vessels', false)] };
    updateSession(built);
    const findBuilt = (words: string) => findCommands(built, toMenuGroups(built, '/'), words).hits.map((hit) => hit.href);
    expect(findBuilt('ve')).toEqual(['/app/module/vehicles', '/app/module/vessels', '/app/module/vehicles/new']);
    expect(findBuilt('books')).toEqual(['/app/books']);
  });

  it('finds pages of plugins, for the user types that the plugin lists, or the staff', () => {
    const load = async () => Promise.resolve(() => null);
    registerContributions([
      defineUiContribution({
        plugin: 'units',
        routedPages: [
          { route: '/app/unit-converter', title: 'Unit Converter', searchableFor: ['Standard'], load },
          { route: '/unit-test', title: 'Unit Test', load },
          { route: '/app/unit-stock', title: 'Unit Stock', searchableFor: 'staff', load },
        ],
      }),
    ]);
    const shell = makeShell('Standard');
    const find = (words: string) => findCommands(shell, toMenuGroups(shell, '/'), words).hits.map((hit) => hit.href);
    expect(find('uni con')).toEqual(['/app/unit-converter']);
    expect(find('uni')).toEqual(['/app/unit-converter', '/app/unit-stock']);
    expect(find('uni xyz')).toEqual([]);
    expect(findCommands(makeShell('Partner'), [], 'uni').hits).toEqual([]);
    const clerk = { ...makeShell('Partner'), isStaff: true };
    expect(findCommands(clerk, [], 'uni').hits.map((hit) => hit.href)).toEqual(['/app/unit-stock']);
    registerContributions([]);
  });

  it('offers the commands of the open page, each once, and not those it withdrew', () => {
    const run = vi.fn();
    const withdraw = addPageActions(() => [...listShortcutActions({ n: run, f: undefined, j: run }), { id: 'key-n', label: 'Again', run }]);
    expect(pageCommands().hits.map(({ label, shortcut }) => [label, shortcut])).toEqual([['New record', 'N']]);
    pageCommands().hits[0]?.run?.();
    expect(run).toHaveBeenCalledOnce();
    withdraw();
    expect(pageCommands().hits).toEqual([]);
  });

  it('changes the theme and lists the shortcuts from anywhere', () => {
    const keys = vi.fn();
    const tools = filterHits(toolCommands(keys), 'theme candy');
    expect(tools.hits.map(({ label }) => label)).toEqual(['Theme: Candy']);
    toolCommands(keys).hits[0]?.run?.();
    expect(keys).toHaveBeenCalledOnce();
  });
});
