import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { LayoutDefinition, LayoutView } from '#engine/model/definitions';
import type { SessionUser } from '#engine/model/wire';
import { fixtureField, fixtureModule } from '../../../fields/widgets/fixture-module.ts';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { DraftProvider } from '../draft/draft-context.tsx';
import { useDraft } from '../draft/use-draft.ts';
import { LayoutEditorPage } from './layout-editor-page.tsx';
import { LayoutListPage } from './layout-list-page.tsx';

const FIELDS = (['name', 'age', 'breed', 'colour'] as const).map((fieldName) =>
  fixtureField(fieldName === 'age' ? 'Number' : 'TextField', { fieldName, label: fieldName === 'name' ? 'Name' : `The ${fieldName}` }),
);

const MODULE = fixtureModule({
  _id: 'pets',
  name: 'pets',
  label: 'Pets',
  labelSingular: 'Pet',
  path: '/api/pets',
  nameField: 'name',
  dropdowns: {},
  fields: FIELDS,
  layouts: {},
  defaultSort: { sortField: 'name', sortOrder: 'asc' },
});

function layoutOf(view: LayoutView, ...sections: readonly (readonly string[])[]): LayoutDefinition {
  return {
    id: `pets_${view}`,
    ssModule: 'pets',
    view,
    sections: sections.map((names, index) => ({
      id: `s${index}`,
      label: ['About', 'Home'][index] ?? '',
      fields: names.map((fieldName) => ({ fieldName })),
    })),
  };
}

const LAYOUTS = [layoutOf('edit', ['name', 'age'], ['breed']), layoutOf('grid', ['name', 'age'])];
const DEFINITION = { id: 'pets', name: 'pets', label: 'Pets', fields: FIELDS };
const RECORD = { _id: 'r1', _version: 1, name: 'Rex', age: 3, breed: 'Pug', colour: 'Red' };
const RIGHTS = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };
const USER = { _id: 'u1', first_name: 'Ada', email: 'ada@pets.test' } as SessionUser;

function summary(kind: string, id: string, name: string, more: object = {}) {
  const origin = { origin: 'product', plugin: null, customized: false, module: null, layout: null };
  return { kind, id, artifact: `${kind}/${name}`, name, label: name, ...origin, ...more };
}

const SUMMARIES: Readonly<Record<string, readonly object[]>> = {
  module: [summary('module', 'pets', 'pets', { label: 'Pets' })],
  layout: LAYOUTS.map(({ id, view }) => summary('layout', id, `pets.${view}`, { layout: { module: 'pets', view, role: null, app: null } })),
  role: [summary('role', 'vet', 'Vet')],
};

function costItem(field: string, more: object) {
  return {
    field,
    use: 'sort',
    isServed: true,
    willBeServed: true,
    index: [field],
    milliseconds: 1.5,
    isStopped: false,
    offer: null,
    isTooMany: false,
    ...more,
  };
}

const COST = {
  module: 'pets',
  records: 2_000_000,
  scanLimit: 1_000_000,
  items: [
    costItem('name', {}),
    costItem('age', {
      isServed: false,
      willBeServed: false,
      index: null,
      milliseconds: 320,
      isTooMany: true,
      offer: { fields: ['age'], isLeftOut: false },
    }),
  ],
};

function read(path: string): unknown {
  if (path.startsWith('/api/definitions?')) {
    const data = SUMMARIES[new URLSearchParams(path.split('?')[1]).get('kind') ?? ''] ?? [];
    return { data, total: data.length };
  }
  if (path.startsWith('/api/definitions/layout-cost')) return COST;
  if (path.startsWith('/api/definitions/module/'))
    return { ...SUMMARIES['module']?.[0], definition: DEFINITION, base: null, references: [] };
  if (path.startsWith('/api/definitions/role/'))
    return {
      ...SUMMARIES['role']?.[0],
      definition: { id: 'vet', name: 'Vet', module_access: { pets: RIGHTS }, field_access: { pets: { breed: 'none' } } },
      base: null,
      references: [],
    };
  if (path.startsWith('/api/layouts/module/')) return { data: LAYOUTS.map(({ id, ...layout }) => ({ _id: id, ...layout })), total: 2 };
  if (path.startsWith('/api/ss-modules')) return MODULE;
  if (path.startsWith('/api/pets/search')) return { data: [RECORD], total: 1, pageNumber: 0, pageSize: 8 };
  if (path.startsWith('/api/pets/with-relationships')) return RECORD;
  if (path.startsWith('/api/shell'))
    return { user: USER, teams: [], roles: [], modules: [], menu: { groups: [] }, settings: {}, session: {}, definitionsVersion: 1 };
  return { data: [], total: 0 };
}

interface Change {
  readonly kind: string;
  readonly id: string;
  readonly definition: LayoutDefinition | null;
}

/** What the draft of the fake server has. */
const changes = new Map<string, Change>();
let version = 0;

function respond(method: string, path: string, body: Record<string, unknown>): unknown {
  if (!path.startsWith('/api/change-sets')) return read(path);
  if (method === 'GET' && path.startsWith('/api/change-sets?')) return { data: [], total: 0 };
  for (const change of (body['changes'] ?? []) as Change[]) changes.set(change.id, change);
  for (const { id } of (body['discard'] ?? []) as Change[]) changes.delete(id);
  version += 1;
  return { _id: 'd1', _version: version, name: 'Draft', state: 'draft', changes: [...changes.values()], problems: [] };
}

beforeAll(() => loadAdminTexts());
beforeEach(() => {
  changes.clear();
  version = 0;
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '{}' }: { readonly method?: string; readonly body?: string } = {}) =>
    Response.json(respond(method, path, JSON.parse(body) as Record<string, unknown>), { status: method === 'POST' ? 201 : 200 }),
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function Flush() {
  const { flush } = useDraft();
  return <button onClick={() => void flush()}>Send</button>;
}

async function open(id?: string) {
  const wrap = (page: ReactNode) => (
    <DraftProvider user={USER}>
      {page}
      <Flush />
    </DraftProvider>
  );
  const routes = [
    { path: '/admin/studio/layouts', element: wrap(<LayoutListPage />) },
    { path: '/admin/studio/layouts/:id', element: wrap(<LayoutEditorPage />) },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/admin/studio/layouts${id === undefined ? '' : `/${id}`}`] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <RouterProvider router={router} />
      </KitProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  // The first page of a file loads the code of its widgets.
  const timeout = 10_000 * inject('timeoutFactor');
  if (id !== undefined) await screen.findByRole('toolbar', { name: 'Canvas' }, { timeout });
  return { user, router };
}

const frame = (name: string): HTMLElement => {
  const canvas = document.querySelector<HTMLElement>('[data-canvas]');
  if (canvas === null) throw new Error('There is no canvas');
  return within(canvas).getByRole('button', { name });
};
/** The fields of each section, as the canvas shows them. */
const shown = (): string =>
  [...document.querySelectorAll('.sl-section')]
    .map((section) => [...section.querySelectorAll('.sl-handle')].map((handle) => handle.getAttribute('aria-label')).join(', '))
    .join(' | ');
const status = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

describe('The editor of a layout', () => {
  it('shows the real form with a record', async () => {
    await open('pets_edit');
    expect(shown()).toBe('Name, The age | The breed');
    await waitFor(() => expect(document.querySelector<HTMLInputElement>('.sl-content input')?.value).toBe('Rex'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Pets: Edit');
  });

  it('moves a field with the keyboard, says where it is, and puts it back with Esc', async () => {
    const { user } = await open('pets_edit');
    frame('Name').focus();
    await user.keyboard(' {ArrowDown}');
    expect(shown()).toBe('The age, Name | The breed');
    expect(status()).toContain('Name: position 2 of 2 in About');
    await user.keyboard('{ArrowDown}');
    expect(shown()).toBe('The age | Name, The breed');
    expect(document.activeElement).toBe(frame('Name'));
    expect(frame('Name').getAttribute('aria-pressed')).toBe('true');
    await user.keyboard('{Escape}');
    expect(shown()).toBe('Name, The age | The breed');
    expect(status()).toContain('Name was put back.');
    expect(changes.size).toBe(0);
  });

  it('lays a field down in the draft, as one step of undo and redo', async () => {
    const { user } = await open('pets_edit');
    frame('Name').focus();
    await user.keyboard(' {ArrowDown}{ArrowDown} ');
    expect(shown()).toBe('The age | Name, The breed');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(changes.get('pets_edit')?.definition?.sections[1]?.fields).toEqual([{ fieldName: 'name' }, { fieldName: 'breed' }]),
    );
    frame('Name').focus();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(shown()).toBe('Name, The age | The breed'));
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await waitFor(() => expect(shown()).toBe('The age | Name, The breed'));
  });

  it('moves the focus between elements with the arrows, and takes a field away with Delete', async () => {
    const { user } = await open('pets_edit');
    frame('Section About').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(frame('The age'));
    await user.keyboard('{Delete}');
    expect(shown()).toBe('Name | The breed');
    expect(status()).toContain('The age was taken away.');
  });

  it('adds a field of the palette by a click, or carries it with the keyboard', async () => {
    const { user } = await open('pets_edit');
    const palette = () => screen.getByRole('complementary', { name: 'Fields' });
    const item = within(palette()).getByRole('button', { name: 'The colour' });
    item.focus();
    await user.keyboard(' {ArrowUp}{ArrowUp}');
    expect(shown()).toBe('Name, The age, The colour | The breed');
    await user.keyboard('{Escape}');
    expect(shown()).toBe('Name, The age | The breed');
    await user.click(within(palette()).getByRole('button', { name: 'The colour' }));
    expect(shown()).toBe('Name, The age | The breed, The colour');
    expect(within(palette()).getByText('Every field is on this layout.')).toBeTruthy();
  });

  it('changes properties of fields, sections and the layout', async () => {
    const { user } = await open('pets_edit');
    await user.click(frame('The age'));
    const side = screen.getByRole('complementary', { name: 'Properties' });
    await user.type(within(side).getByRole('textbox', { name: 'Label on this layout' }), 'Years{Enter}');
    expect(frame('Years')).toBeTruthy();
    await user.click(within(side).getByRole('radio', { name: 'Full' }));
    await user.click(within(side).getByRole('switch', { name: 'Read only on this layout' }));
    await user.click(within(side).getByRole('tab', { name: 'Section' }));
    await user.click(within(side).getByRole('button', { name: 'Down' }));
    await user.click(within(side).getByRole('tab', { name: 'Layout' }));
    await user.click(within(side).getByRole('radio', { name: 'As tabs' }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(changes.get('pets_edit')?.definition).toMatchObject({
        panelType: 'tabs',
        sections: [
          { id: 's1' },
          { id: 's0', fields: [{ fieldName: 'name' }, { fieldName: 'age', label: 'Years', span: 2, readOnly: true }] },
        ],
      }),
    );
  });

  it('copies the layout to a role, and opens the copy', async () => {
    const { user, router } = await open('pets_edit');
    const side = screen.getByRole('complementary', { name: 'Properties' });
    await user.click(within(side).getByRole('combobox', { name: 'Copy to a role' }));
    await user.click(await screen.findByRole('option', { name: 'Vet', hidden: true }));
    await user.click(within(side).getByRole('button', { name: 'Make a layout for the role' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/studio/layouts/pets_edit_Vet'));
    await screen.findByText(/For the role Vet/);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(changes.get('pets_edit_Vet')?.definition).toMatchObject({ role: 'Vet', view: 'edit', sections: LAYOUTS[0]?.sections }),
    );
    frame('Name').focus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText('Differs from all roles in 1 place')).toBeTruthy();
  });

  it('copies the layout to the app of providers, and names the app', async () => {
    const { user, router } = await open('pets_edit');
    const side = screen.getByRole('complementary', { name: 'Properties' });
    expect(within(side).getByRole<HTMLButtonElement>('button', { name: 'Replace the layout of the app' }).disabled).toBe(true);
    await user.click(within(side).getByRole('combobox', { name: 'App' }));
    await user.click(await screen.findByRole('option', { name: 'Providers', hidden: true }));
    await user.click(within(side).getByRole('button', { name: 'Make a layout for the app' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/studio/layouts/pets_edit_provider'));
    await screen.findByText(/For the app of providers. It differs from the common layout in 0 places/);
    expect(screen.getByRole('button', { name: /Role All roles · Providers/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(changes.get('pets_edit_provider')?.definition).toMatchObject({
        app: 'provider',
        view: 'edit',
        sections: LAYOUTS[0]?.sections,
      }),
    );
    expect(changes.get('pets_edit_provider')?.definition).not.toHaveProperty('role');
    await user.click(screen.getByRole('button', { name: 'Remove the layout of Providers' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/studio/layouts/pets_edit'));
  });

  it('says which role has a layout of its own, and which fields of this one a role does not see', async () => {
    const { user } = await open('pets_edit');
    const roles = () => within(screen.getByRole('region', { name: 'On this view by role' }));
    expect(await roles().findByText('1 field hidden')).toBeTruthy();
    expect(roles().getByText('The breed')).toBeTruthy();
    const side = screen.getByRole('complementary', { name: 'Properties' });
    await user.click(within(side).getByRole('combobox', { name: 'Copy to a role' }));
    await user.click(await screen.findByRole('option', { name: 'Vet', hidden: true }));
    await user.click(within(side).getByRole('button', { name: 'Make a layout for the role' }));
    await screen.findByText(/For the role Vet/);
    expect(roles().getByText('This layout')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Role Vet/ }));
    await user.click(await screen.findByRole('menuitem', { name: /All roles/, hidden: true }));
    expect((await roles().findByRole('link', { name: 'Own layout' })).getAttribute('href')).toContain('pets_edit_Vet');
  });

  it('shows the cost of columns, warns of what reads too much, and adds the offered index', async () => {
    const { user } = await open('pets_grid');
    expect(await screen.findByText('95% within 1.5 ms, indexed', undefined, { timeout: 5_000 * inject('timeoutFactor') })).toBeTruthy();
    expect(screen.getByText('95% within 320 ms, reads 2,000,000 records')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('more than 1,000,000 records: The age.');
    await user.click(screen.getByRole('button', { name: 'Add an index for The age' }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(changes.get('pets')?.definition).toMatchObject({ id: 'pets', indexes: [['age']] }));
  });
});

describe('The list of layouts', () => {
  it('has all views of each module, those without a layout as generated, and is searched', async () => {
    const { user } = await open();
    const link = await screen.findByRole('link', { name: 'Pets: Edit' });
    expect(link.getAttribute('href')).toBe('/admin/studio/layouts/pets_edit');
    expect(screen.getByRole('link', { name: 'Pets: Detail' }).getAttribute('href')).toBe('/admin/studio/layouts/pets_detail_generated');
    expect(screen.getAllByRole('link')).toHaveLength(9);
    await user.type(screen.getByRole('searchbox', { name: 'Find a module or role' }), 'cars');
    expect(screen.getByText('Nothing matches.')).toBeTruthy();
  });
});
