import type { ComponentType } from 'react';
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findUserArea, useSession } from '../client/index.ts';
import { defineUiContribution } from './contribution.ts';
import {
  findCellSlot,
  findDoneLog,
  findErrorDialog,
  findFieldSlot,
  findHomeBody,
  findNewRecordBody,
  findRecordBody,
  findTransitionRequirement,
  findPluginPage,
  findSavingMessage,
  listAccountActions,
  listBulkActions,
  listContributions,
  listLinkedPages,
  listPanels,
  listRecordActions,
  listRoutedPages,
  loadWidgets,
  registerContributions,
} from './ui-registry.ts';

function First() {
  return 'First';
}

function Second() {
  return 'Second';
}

function Broken(): never {
  throw new TypeError('no paint');
}

/** What a found component renders. */
function shown<Props>(found: ComponentType<Props> | undefined): string | null | undefined {
  const Found = found as ComponentType | undefined;
  const text = Found && render(<Found />).container.textContent;
  cleanup();
  return text;
}

afterEach(() => {
  cleanup();
  useSession.setState({ plugins: undefined });
  vi.restoreAllMocks();
});

describe('what was done', () => {
  const done = { module: 'books', recordId: 'b1', action: 'Read it' };

  it('is logged by the first running plugin that logs it, and a failure is reported', async () => {
    const failures = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const logBy = (plugin: string) =>
      defineUiContribution({
        plugin,
        logDone: ({ action, recordId }) => Promise.resolve({ module: 'diary', fields: { name: `${plugin}: ${action}`, book: recordId } }),
      });
    registerContributions([
      defineUiContribution({ plugin: 'broken', logDone: () => Promise.reject(new TypeError('no ink')) }),
      defineUiContribution({ plugin: 'silent', logDone: () => Promise.resolve(undefined) }),
      logBy('off'),
      logBy('diary'),
      logBy('later'),
    ]);
    useSession.setState({ plugins: ['broken', 'silent', 'diary', 'later'] });
    expect(await findDoneLog(done)).toEqual({ module: 'diary', fields: { name: 'diary: Read it', book: 'b1' } });
    expect(failures.mock.calls.map(([text]) => text as string)).toEqual(['The plugin broken failed in logDone.']);
    useSession.setState({ plugins: ['silent'] });
    expect(await findDoneLog(done)).toBeUndefined();
  });
});

describe('widgets of dashboards', () => {
  const widget = (key: string, component: () => string, label = key) => ({
    key,
    label,
    help: '',
    icon: 'star',
    size: { width: 4, height: 4 },
    smallest: { width: 2, height: 2 },
    component,
  });

  it('are those of the plugins that run and of the product; the first of two with one key is taken', async () => {
    registerContributions(
      [
        defineUiContribution({
          plugin: 'books',
          widgets: () => Promise.resolve([widget('shelf', First), widget('memo', First, 'Of books')]),
        }),
        defineUiContribution({ plugin: 'off', widgets: () => Promise.resolve([widget('hidden', First)]) }),
      ],
      [defineUiContribution({ plugin: 'product', widgets: () => Promise.resolve([widget('memo', Second)]) })],
    );
    useSession.setState({ plugins: ['books'] });
    expect((await loadWidgets()).map(({ key, label }) => [key, label])).toEqual([
      ['shelf', 'shelf'],
      ['memo', 'Of books'],
    ]);
  });

  it('are left out if their code cannot be loaded, and a broken one says so in its place', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    registerContributions([
      defineUiContribution({ plugin: 'lost', widgets: () => Promise.reject(new TypeError('no network')) }),
      defineUiContribution({ plugin: 'paint', widgets: () => Promise.resolve([widget('wall', Broken)]) }),
    ]);
    const [wall, ...others] = await loadWidgets();
    expect([wall?.key, others]).toEqual(['wall', []]);
    expect(shown(wall?.component)).toContain('paint');
    expect(log).toHaveBeenCalledWith('The plugin lost failed in widgets.', expect.any(TypeError));
  });

  it('have a first page of a plugin around them', () => {
    registerContributions([defineUiContribution({ plugin: 'books', homeBody: First })]);
    expect(shown(findHomeBody())).toBe('First');
    registerContributions([]);
    expect(findHomeBody()).toBeUndefined();
  });
});

it('The page of users has the account actions that the permissions of the user allow', () => {
  const permission = 'shop.invite';
  registerContributions([
    defineUiContribution({
      plugin: 'shop',
      accountActions: [
        { id: 'guest', label: 'Guest', component: First },
        { id: 'seller', label: 'Seller', permission, component: Second },
      ],
    }),
  ]);
  expect(listAccountActions([]).map(({ id }) => id)).toEqual(['guest']);
  expect(listAccountActions([permission]).map(({ id, component }) => [id, shown(component as ComponentType)])).toEqual([
    ['guest', 'First'],
    ['seller', 'Second'],
  ]);
  registerContributions([]);
  expect(listAccountActions([permission])).toEqual([]);
});

it('Lists have links to the pages of plugins that name their modules', () => {
  const page = { path: 'stock', title: 'Stock', component: First, listsOf: ['books'] };
  registerContributions([defineUiContribution({ plugin: 'shop', pages: [page, { path: 'other', title: 'Other', component: First }] })]);
  expect(listLinkedPages('books').map(({ href, title }) => [href, title])).toEqual([['/x/shop/stock', 'Stock']]);
  expect(listLinkedPages('people')).toEqual([]);
});

describe('the slots of plugins', () => {
  it('are found by their key; the first of two contributions wins', () => {
    registerContributions([
      defineUiContribution({
        plugin: 'books',
        dialogs: { duplicate_detected: First },
        recordActions: [{ id: 'merge', label: 'Merge', modules: ['books'], component: First }],
        fields: { 'books.mobile_phone': First },
        recordBodies: { books: First },
        newRecordBodies: { books: First },
      }),
      defineUiContribution({
        plugin: 'other',
        dialogs: { duplicate_detected: Second, other_code: Second },
        recordActions: [{ id: 'print', label: 'Print', component: Second }],
        pages: [{ path: 'sheet', title: 'Sheet', component: Second }],
      }),
    ]);
    expect(shown(findErrorDialog('duplicate_detected'))).toBe('First');
    expect(shown(findErrorDialog('other_code'))).toBe('Second');
    expect(listRecordActions('books').map((action) => action.id)).toEqual(['merge', 'print']);
    expect(listRecordActions('orders').map((action) => action.id)).toEqual(['print']);
    expect(shown(findFieldSlot('books', { fieldName: 'mobile_phone' }))).toBe('First');
    expect(findFieldSlot('orders', { fieldName: 'mobile_phone' })).toBeUndefined();
    expect(shown(findRecordBody('books'))).toBe('First');
    expect(findRecordBody('orders')).toBeUndefined();
    expect(shown(findNewRecordBody('books'))).toBe('First');
    expect(findNewRecordBody('orders')).toBeUndefined();
    expect(shown(findPluginPage('other', 'sheet')?.component)).toBe('Second');
    expect(findPluginPage('books', 'sheet')).toBeUndefined();
  });

  it('are those of the plugins that run, as of the last shell', () => {
    const all = (plugin: string, component: typeof First) =>
      defineUiContribution({
        plugin,
        dialogs: { duplicate_detected: component },
        savingMessages: { books: plugin },
        fields: { 'books.isbn': component },
        cells: { 'books.isbn': component },
        transitionRequirements: { 'books.status': () => ({ fields: [], hint: '', message: plugin }) },
        recordActions: [{ id: plugin, label: 'Print', component }],
        bulkActions: [{ id: plugin, label: 'Print', component }],
        panels: [{ id: plugin, label: 'Tab', component }],
        pages: [{ path: 'sheet', title: 'Sheet', component }],
        routedPages: [{ route: `/app/${plugin}`, title: 'Sheet', load: async () => Promise.resolve(component) }],
        areas: [{ path: `/${plugin}`, userTypes: ['Partner'] }],
      });
    registerContributions([all('paint', First), all('other', Second)]);
    const isbn = { fieldName: 'isbn' };
    const filled = () => [
      ...[findErrorDialog('duplicate_detected'), findFieldSlot('books', isbn), findCellSlot('books', isbn)].map((found) =>
        shown(found as ComponentType | undefined),
      ),
      findSavingMessage('books'),
      findTransitionRequirement('books', 'status', 'x', {})?.message,
      ...[listRecordActions('books'), listBulkActions('books'), listPanels('books')].map((list) => list.map(({ id }) => id).join()),
      ['paint', 'other'].filter((plugin) => findPluginPage(plugin, 'sheet')).join(),
      listRoutedPages()
        .map(({ route }) => route)
        .join(),
      findUserArea({ userType: 'Partner' })?.path,
    ];
    const ofBoth = filled();
    expect(ofBoth.slice(3)).toEqual([
      'paint',
      'paint',
      ...['paint,other', 'paint,other', 'paint,other', 'paint,other'],
      '/app/paint,/app/other',
      '/paint',
    ]);
    useSession.setState({ plugins: ['other'] });
    expect(filled()).toEqual(['Second', 'Second', 'Second', ...Array.from({ length: 6 }, () => 'other'), '/app/other', '/other']);
    useSession.setState({ plugins: [] });
    expect(filled()).toEqual([...Array.from({ length: 5 }, () => undefined), '', '', '', '', '', undefined]);
    useSession.setState({ plugins: ['other', 'paint'] });
    expect(filled()).toEqual(ofBoth);
    // Routes are created once: each shows its page while its plugin runs.
    expect(listContributions().map(({ plugin }) => plugin)).toEqual(['paint', 'other']);
  });

  it('are pages at routes of their own, whose failure is shown in their place', async () => {
    registerContributions([
      defineUiContribution({
        plugin: 'paint',
        routedPages: [
          { route: '/app/colors', title: 'Colors', load: async () => Promise.resolve(Broken) },
          { route: '/store/*', title: 'Store', audience: 'signed-in', load: async () => Promise.resolve(First) },
        ],
      }),
      defineUiContribution({
        plugin: 'other',
        routedPages: [{ route: '/app/sheets', title: 'Sheets', load: async () => Promise.resolve(First) }],
      }),
    ]);
    const pages = listRoutedPages();
    expect(pages.map(({ route }) => route)).toEqual(['/app/colors', '/store/*', '/app/sheets']);
    const Page = (await pages[0]?.load()) ?? First;
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(shown(Page)).toBe('The plugin paint failed here.');
  });

  it('render every field of a field type with the component of its plugin, unless the field has its own slot', () => {
    registerContributions([
      defineUiContribution({ plugin: 'books', fieldTypes: { isbn: { field: First, cell: First } } }),
      defineUiContribution({ plugin: 'books', fields: { 'books.isbn': Second } }),
    ]);
    expect(shown(findFieldSlot('orders', { fieldName: 'code', fieldType: 'isbn' }))).toBe('First');
    expect(shown(findCellSlot('orders', { fieldName: 'code', fieldType: 'isbn' }))).toBe('First');
    expect(shown(findFieldSlot('books', { fieldName: 'isbn', fieldType: 'isbn' }))).toBe('Second');
    expect(findCellSlot('orders', { fieldName: 'code', fieldType: 'constructor' })).toBeUndefined();
    expect(findCellSlot('orders', { fieldName: 'isbn' })).toBeUndefined();
  });

  it('return what a value of a field requires on a record', () => {
    const requirement = { fields: ['reason'], hint: 'Needs a reason', message: 'A no says why.' };
    registerContributions([
      defineUiContribution({
        plugin: 'loans',
        transitionRequirements: {
          'loans.status': (value, record) => (value === 'No' && record['reason'] === undefined ? requirement : undefined),
        },
      }),
    ]);
    expect(findTransitionRequirement('loans', 'status', 'No', {})).toBe(requirement);
    expect(findTransitionRequirement('loans', 'status', 'No', { reason: 'x' })).toBeUndefined();
    expect(findTransitionRequirement('loans', 'status', 'Yes', {})).toBeUndefined();
    expect(findTransitionRequirement('books', 'status', 'No', {})).toBeUndefined();
  });

  it.each([
    ['a panel', 'panels tab', { panels: [{ id: 'tab', label: 'Tab', component: Broken }] }, () => listPanels('books')[0]?.component],
    ['a cell', 'cells books.name', { cells: { 'books.name': Broken } }, () => findCellSlot('books', { fieldName: 'name' })],
    ['a field', 'fields books.name', { fields: { 'books.name': Broken } }, () => findFieldSlot('books', { fieldName: 'name' })],
    [
      'the input of a field type',
      'fieldTypes isbn',
      { fieldTypes: { isbn: { field: Broken } } },
      () => findFieldSlot('books', { fieldName: 'code', fieldType: 'isbn' }),
    ],
    ['a dialog', 'dialogs code', { dialogs: { code: Broken } }, () => findErrorDialog('code')],
    [
      'a page',
      'pages sheet',
      { pages: [{ path: 'sheet', title: 'Sheet', component: Broken }] },
      () => findPluginPage('paint', 'sheet')?.component,
    ],
    [
      'an action',
      'recordActions go',
      { recordActions: [{ id: 'go', label: 'Go', component: Broken }] },
      () => listRecordActions('books')[0]?.component,
    ],
    [
      'an action on many',
      'bulkActions go',
      { bulkActions: [{ id: 'go', label: 'Go', component: Broken }] },
      () => listBulkActions('books')[0]?.component,
    ],
  ] as const)(
    "of which %s throws are replaced by an error with the plugin's name, which is also logged, and the rest of the page still works",
    (_, slot, contribution, find) => {
      const errorLog = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      registerContributions([defineUiContribution({ plugin: 'paint', ...contribution })]);
      const Found = find() as ComponentType | undefined;
      const { container } = render(<p>Before {Found && <Found />} after</p>);
      expect(container.textContent).toBe('Before The plugin paint failed here. after');
      expect(errorLog).toHaveBeenCalledWith(`The plugin paint failed in ${slot}.`, expect.objectContaining({ message: 'no paint' }));
    },
  );

  it('render again when their props change', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    registerContributions([
      defineUiContribution({
        plugin: 'paint',
        pages: [{ path: 'sheet', title: 'Sheet', component: () => (isBroken ? Broken() : 'Mended') }],
      }),
    ]);
    const Page = findPluginPage('paint', 'sheet')?.component ?? First;
    const { container, rerender } = render(<Page />);
    expect(container.textContent).toBe('The plugin paint failed here.');
    isBroken = false;
    rerender(<Page />);
    expect(container.textContent).toBe('Mended');
  });

  it('require nothing if the transition requirement check throws', () => {
    const errorLog = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    registerContributions([defineUiContribution({ plugin: 'paint', transitionRequirements: { 'books.status': () => Broken() } })]);
    expect(findTransitionRequirement('books', 'status', 'No', {})).toBeUndefined();
    expect(errorLog).toHaveBeenCalledWith('The plugin paint failed in transitionRequirements books.status.', expect.any(TypeError));
  });

  it('return undefined for codes of the object prototype', () => {
    registerContributions([defineUiContribution({ plugin: 'books', dialogs: {} })]);
    expect(findErrorDialog('constructor')).toBeUndefined();
  });
});
