import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DropdownDefinition, MenuDefinition, ModuleDefinition } from '#engine/model/definitions';
import { loadAdminTexts } from '../../../kit/index.ts';
import { chooseOption, menuDetail, moduleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { ModulePage } from './module-page.tsx';
import { ModulesPage } from './modules-page.tsx';
import { buildModule, checkNewModule, createFirstField, FIRST, splitOptions, toSingular } from './new-module.ts';
import { NewModulePage } from './new-module-page.tsx';

const BOOKS: ModuleDefinition = {
  id: 'books',
  name: 'books',
  label: 'Books',
  labelSingular: 'Book',
  kind: 'plain',
  fields: [
    { id: 'f1', fieldName: 'pages', label: 'Pages', inputType: 'Number' },
    { id: 'f2', fieldName: 'writer', label: 'Writer', inputType: 'TextField' },
  ],
};
const PEOPLE: ModuleDefinition = {
  ...BOOKS,
  id: 'people',
  name: 'people',
  label: 'People',
  labelSingular: 'Person',
  kind: 'person',
  fields: [],
};

const MENU: MenuDefinition = {
  id: 'menu_staff',
  name: 'Main',
  userTypes: ['System Admin'],
  groups: [
    { id: 'first', items: [{ id: 'home', label: 'Home', icon: 'house', route: '/app/dashboard' }] },
    { id: 'library', label: 'Library', items: [{ id: 'item_books', label: 'Books', icon: 'book', module: 'books' }] },
  ],
};

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const textbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('The list of modules', () => {
  it('shows kind, fields and owner, and finds by words', async () => {
    new StudioServer([moduleDetail(BOOKS), moduleDetail(PEOPLE, { origin: 'plugin', plugin: 'crm' })]);
    const { user } = showStudio(<ModulesPage />, { path: '/', at: '/' });
    const row = await screen.findByRole('row', { name: /People/ });
    expect(row.textContent).toContain('Person');
    expect(row.textContent).toContain('Plugin');
    expect(screen.getByRole('link', { name: 'Books' }).getAttribute('href')).toBe('/admin/studio/modules/books');
    await user.type(screen.getByRole('searchbox'), 'boo');
    expect(screen.queryByRole('row', { name: /People/ })).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'x');
    await screen.findByText('No module was found');
  });
});

describe('A new module', () => {
  it('is created with its first fields and their options', async () => {
    const server = new StudioServer([moduleDetail(BOOKS)]);
    const { user, router } = showStudio(<NewModulePage />, { path: '/new', at: '/new' });
    await user.type(textbox(/^Label(?! of)/), 'Equipment loans');
    expect(textbox(/Name in the API/).value).toBe('equipmentLoans');
    expect(textbox(/Label of one record/).value).toBe('Equipment loan');
    await user.type(textbox('Label of field 1'), 'Due on{Enter}');
    await user.type(textbox('Label of field 2'), 'State');
    await chooseOption(user, screen.getByRole('combobox', { name: 'Type of field 2' }), 'Dropdown');
    await user.type(textbox('Options of field 2'), 'Lent, Returned');
    await user.click(screen.getByRole('checkbox', { name: 'Field 2 is required' }));
    await user.click(screen.getByRole('button', { name: 'Create module' }));
    await waitFor(() => expect(server.draftedOf('module')).toHaveLength(1));
    const [module] = server.draftedOf('module');
    const [dropdown] = server.draftedOf<DropdownDefinition>('dropdown');
    expect(module).toMatchObject({ name: 'equipmentLoans', label: 'Equipment loans', labelSingular: 'Equipment loan', custom: true });
    expect(module?.fields).toMatchObject([
      { fieldName: 'due_on', inputType: 'TextField' },
      { fieldName: 'state', inputType: 'Dropdown', required: true, dropdown: dropdown?.name },
    ]);
    expect(dropdown?.options).toEqual([
      { label: 'Lent', value: 'lent' },
      { label: 'Returned', value: 'returned' },
    ]);
    expect(router.state.location.pathname).toBe(`/admin/studio/modules/${module?.id}`);
  });

  it.each([
    ['the last group', undefined, ['Home', 'Books | Equipment loans']],
    ['a chosen group', 'With Home', ['Home | Equipment loans', 'Books']],
    ['no group', null, ['Home', 'Books']],
  ] as const)('gets an entry in %s of the menu', async (_name, chosen, expected) => {
    const server = new StudioServer([moduleDetail(BOOKS), menuDetail(MENU)]);
    const { user } = showStudio(<NewModulePage />, { path: '/new', at: '/new' });
    const group = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Menu' });
    await waitFor(() => expect(group.value).toBe('Library'));
    if (chosen === null)
      await user.click(within(group.closest('.mantine-Select-root') as HTMLElement).getByRole('button', { hidden: true }));
    else if (chosen !== undefined) await chooseOption(user, group, chosen);
    await user.type(textbox(/^Label(?! of)/), 'Equipment loans');
    await user.click(screen.getByRole('button', { name: 'Create module' }));
    await waitFor(() => expect(server.draftedOf('module')).toHaveLength(1));
    const { groups } = server.draftedOf<MenuDefinition>('menu')[0] ?? MENU;
    expect(groups.map(({ items }) => items.map(({ label }) => label).join(' | '))).toEqual(expected);
    expect(server.draftedOf('menu')).toHaveLength(chosen === null ? 0 : 1);
  });

  it('shows problems at their inputs before anything is sent', async () => {
    const server = new StudioServer([moduleDetail(BOOKS)]);
    const { user } = showStudio(<NewModulePage />, { path: '/new', at: '/new' });
    await user.click(screen.getByRole('button', { name: 'Create module' }));
    await screen.findByText('Type the label of the module.');
    expect(document.activeElement).toBe(textbox(/^Label(?! of)/));
    const name = textbox(/Name in the API/);
    for (const [typed, problem] of [
      ['1loans', /Start with a letter/],
      ['constructor', /reserved/],
      ['savedViews', /reserved/],
      ['BOOKS', /Another module/],
    ] as const) {
      await user.clear(name);
      await user.type(name, typed);
      await screen.findByText(problem);
    }
    expect(server.changes.size).toBe(0);
  });

  it('refuses rows without a label, options or module', () => {
    const row = createFirstField();
    const problems = checkNewModule(
      { ...FIRST, label: 'A', labelSingular: 'A', fields: [{ ...row, label: 'State', inputType: 'Dropdown' }, createFirstField()] },
      [],
    );
    expect([...problems.keys()]).toEqual([`field.${row.key}.options`]);
    const relate = checkNewModule({ ...FIRST, label: 'A', labelSingular: 'A', fields: [{ ...row, label: '7', inputType: 'Relate' }] }, []);
    expect([...relate.keys()]).toEqual([`field.${row.key}`, `field.${row.key}.options`]);
  });

  it('gives fields and dropdowns free names', () => {
    let made = 0;
    const names = { others: ['books'], dropdownNames: ['books2_state'], createId: () => String((made += 1)) };
    const input = {
      ...FIRST,
      label: 'Books',
      labelSingular: 'Book',
      fields: ['Name', 'State', 'State'].map((label) => ({
        ...createFirstField(),
        label,
        inputType: 'Dropdown' as const,
        options: 'a,a\nb',
      })),
    };
    const { module, dropdowns } = buildModule(input, names);
    expect(module.name).toBe('books2');
    expect(module.fields.map(({ fieldName }) => fieldName)).toEqual(['name2', 'state', 'state2']);
    expect(dropdowns.map(({ name }) => name)).toEqual(['books2_name2', 'books2_state2', 'books2_state22']);
    expect(splitOptions(' a; b,,a\n')).toEqual(['a', 'b']);
    expect(['Loans', 'Companies', 'Boxes', 'Classes', 'Status', 'Keys'].map(toSingular)).toEqual([
      'Loan',
      'Company',
      'Box',
      'Class',
      'Status',
      'Key',
    ]);
  });
});

describe('The page of a module', () => {
  const open = (at: string) => showStudio(<ModulePage />, { path: '/m/:id/:tab?/:field?', at });
  const isDisabled = (element: HTMLElement) => element.closest('fieldset')?.disabled === true || (element as HTMLInputElement).disabled;

  it('changes settings, and deletes the module after a question', async () => {
    const server = new StudioServer([moduleDetail(BOOKS)]);
    const { user } = open('/m/books/settings');
    await user.type(await screen.findByRole('textbox', { name: /^Label(?! of)/ }), '!');
    await user.click(screen.getByRole('switch', { name: /Records belong to teams/ }));
    await chooseOption(user, screen.getByRole('combobox', { name: /Searched fields/ }), 'Writer');
    await waitFor(() => expect(server.drafted('module', 'books')).toMatchObject({ label: 'Books!', team_enabled: true }));
    await waitFor(() => expect(server.drafted('module', 'books')?.fields.find(({ id }) => id === 'f2')?.searchable).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Delete module' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('decided in the review');
    await user.click(within(dialog).getByRole('button', { name: 'Delete module' }));
    await screen.findByText('The draft deletes this module');
    await waitFor(() => expect(server.changes.get('module/books')?.definition).toBeNull());
  });

  it('chooses what boards and calendars open with', async () => {
    const dated: ModuleDefinition = {
      ...BOOKS,
      fields: [
        ...BOOKS.fields,
        { id: 'f3', fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'states' },
        { id: 'f4', fieldName: 'lent', label: 'Lent', inputType: 'Date' },
        { id: 'f5', fieldName: 'back', label: 'Back', inputType: 'Date' },
      ],
    };
    const server = new StudioServer([moduleDetail(dated)]);
    const { user } = open('/m/books/settings');
    await chooseOption(user, await screen.findByRole('combobox', { name: /^Board by/ }), 'State');
    await chooseOption(user, screen.getByRole('combobox', { name: /^Calendar by/ }), 'Lent');
    await chooseOption(user, screen.getByRole('combobox', { name: /^Until/ }), 'Back');
    await waitFor(() =>
      expect(server.drafted('module', 'books')).toMatchObject({ boardBy: 'state', calendarBy: { field: 'lent', end: 'back' } }),
    );
  });

  it('defines which records are duplicates', async () => {
    const server = new StudioServer([moduleDetail(BOOKS)]);
    const { user } = open('/m/books/settings');
    await user.click(await screen.findByRole('button', { name: 'Add rule for duplicates' }));
    const rule = screen.getByRole('group', { name: 'Rule 1 for duplicates' });
    await chooseOption(user, within(rule).getByRole('combobox', { name: /^Fields/ }), 'Writer');
    await chooseOption(user, within(rule).getByRole('combobox', { name: /^Compared/ }), 'Character by character');
    await chooseOption(user, screen.getByRole('combobox', { name: /^When a duplicate is saved/ }), 'Refuse it');
    await waitFor(() =>
      expect(server.drafted('module', 'books')?.duplicates).toMatchObject({ action: 'refuse', rules: [{ exactness: 'exact' }] }),
    );
    expect(server.drafted('module', 'books')?.duplicates?.rules[0]?.fields).toContain('writer');
    await user.click(within(rule).getByRole('button', { name: 'Remove rule 1 for duplicates' }));
    await waitFor(() => expect(server.drafted('module', 'books')).not.toHaveProperty('duplicates'));
  });

  it('of a locked module only shows its definition; what an admin locked can be unlocked in the settings', async () => {
    const server = new StudioServer([moduleDetail({ ...BOOKS, locked: true }, { base: null })]);
    const { user } = showStudio(<ModulePage />, { path: '/admin/studio/modules/:id/:tab?/:field?', at: '/admin/studio/modules/books' });
    await screen.findByText(/This module is locked\. Turn off Locked/);
    expect(screen.queryByRole('button', { name: 'Add field' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Writer' }));
    const panel = await screen.findByRole('complementary', { name: /Writer/ });
    expect(isDisabled(within(panel).getByRole('textbox', { name: /^Label/ }))).toBe(true);
    await user.click(screen.getByRole('tab', { name: /Relationships/ }));
    expect(screen.queryByRole('button', { name: 'New relationship' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    expect(isDisabled(textbox(/^Label(?! of)/))).toBe(true);
    expect(isDisabled(screen.getByRole('button', { name: 'Delete module' }))).toBe(true);
    await user.click(screen.getByRole('switch', { name: /^Locked/ }));
    await waitFor(() => expect(server.drafted('module', 'books')?.locked).toBe(false));
    expect(isDisabled(textbox(/^Label(?! of)/))).toBe(false);
  });

  it('of a module that the product locked cannot unlock it', async () => {
    new StudioServer([moduleDetail({ ...BOOKS, locked: true })]);
    open('/m/books/settings');
    await screen.findByText(/the product depends on its definition/);
    expect(isDisabled(screen.getByRole('switch', { name: /^Locked/ }))).toBe(true);
  });

  it('shows what refers to the module', async () => {
    new StudioServer([
      moduleDetail(BOOKS, { references: [{ target: 'field/books.pages', from: 'layout/books.grid', path: '/sections/main' }] }),
    ]);
    open('/m/books/uses');
    const row = await screen.findByRole('row', { name: /Books: pages/u });
    expect(row.textContent).toBe('Books: pagesLayout books.gridShown');
  });

  it('says that there is no such module', async () => {
    new StudioServer([]);
    open('/m/nothing');
    await screen.findByRole('heading', { level: 1, name: 'There is no such module' });
  });
});
