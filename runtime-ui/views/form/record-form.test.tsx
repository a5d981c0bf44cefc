import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { FieldView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { handleServerMessage } from '../../client/live/handle-server-message.ts';
import { syncQueryCache } from '../../headless/live/sync-query-cache.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { registerContributions, type NewRecordSlotProps } from '../../extensions/index.ts';
import { PRODUCT_DIALOGS } from '../product-dialogs.ts';
import { RecordFormView } from './record-form-view.tsx';

function field(fieldName: string, label: string, inputType: InputType, more: Partial<FieldView> = {}): FieldView {
  return fixtureField(inputType, { fieldName, label, ...more });
}

const MODULE = fixtureModule({
  _id: 'pets',
  name: 'pets',
  label: 'Pets',
  labelSingular: 'Pet',
  path: '/api/pets',
  nameField: 'name',
  dropdowns: {},
  fields: [
    field('name', 'Name', 'TextField', { required: true }),
    field('age', 'Age', 'Number'),
    field('sick', 'Sick', 'Checkbox'),
    field('illness', 'Illness', 'TextField', {
      dependent: true,
      parentField: 'sick',
      fieldsToTrigger: { kind: 'checkbox', equals: 'true' },
    }),
  ],
  layouts: {
    edit: {
      id: 'pets_edit',
      ssModule: 'pets',
      view: 'edit',
      sections: [
        { id: 'about', label: 'About', fields: [{ fieldName: 'name' }, { fieldName: 'age' }] },
        { id: 'health', label: 'Health', fields: [{ fieldName: 'sick' }, { fieldName: 'illness' }] },
      ],
    },
  },
  defaultSort: { sortField: 'name', sortOrder: 'asc' },
  fieldForName: 'name',
});

/** A fake server with one record and its current version. */
const server = { version: 1, stored: {} as Record<string, unknown>, sent: [] as Record<string, unknown>[], module: MODULE };

function refuse(status: number, code: string, details: readonly object[], more: object = {}) {
  return Response.json({ error: code, code, details, ...more }, { status });
}

function respondToWrite(body: Record<string, unknown>): Response {
  server.sent.push(body);
  if (body._version !== undefined && body._version !== server.version) return refuse(409, 'version_conflict', [], { current: record() });
  if (typeof body.age === 'number' && body.age > 40)
    return refuse(422, 'validation_failed', [{ field: 'age', code: 'maximum', message: 'Type 40 or less.' }]);
  server.version += 1;
  const { _version, ...fields } = body;
  server.stored = { ...server.stored, ...fields };
  return Response.json(record());
}

const record = () => ({ _id: 'r1', _version: server.version, ...server.stored });

beforeAll(() => loadLazyTexts());
beforeEach(() => {
  Object.assign(server, { version: 1, stored: { name: 'Rex', age: 3, sick: false, illness: 'Cold' }, sent: [], module: MODULE });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    if (path.startsWith('/api/shell'))
      return Response.json({
        user: { _id: 'u1', userType: 'Admin' },
        teams: [],
        roles: [],
        modules: [],
        menu: { groups: [] },
        settings: { time_zone: 'America/New_York' },
        session: {},
        definitionsVersion: 1,
      });
    if (path.startsWith('/api/ss-modules')) return Response.json(server.module);
    return path.includes('with-relationships') ? Response.json(record()) : respondToWrite(body);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of a new record', () => {
  it('gives way to what a plugin shows, which opens the record that it created', async () => {
    const Body = ({ openRecord }: NewRecordSlotProps) => <button onClick={() => openRecord('r7')}>Draw the pet</button>;
    registerContributions([{ plugin: 'drawing', newRecordBodies: { pets: Body } }]);
    const routes = [
      { path: '/form', element: <RecordFormView moduleName="pets" recordId={undefined} /> },
      { path: '*', element: <p>elsewhere</p> },
    ];
    const router = createMemoryRouter(routes, { initialEntries: ['/form'] });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <KitProvider>
          <RouterProvider router={router} />
        </KitProvider>
      </QueryClientProvider>,
    );
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Draw the pet' }));
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toMatch(/\/pets\/r7$/);
    registerContributions([], [PRODUCT_DIALOGS]);
  });
});

async function open(recordId?: string) {
  const routes = [
    { path: '/form', element: <RecordFormView moduleName="pets" recordId={recordId} /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/form'] });
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <RouterProvider router={router} />
      </KitProvider>
    </QueryClientProvider>,
  );
  // The first form of a file loads the code of its widgets.
  await screen.findByRole('textbox', { name: /^Name/ }, { timeout: 10_000 * inject('timeoutFactor') });
  return { user: userEvent.setup(), router, client };
}

describe('a default that is worked out from another field', () => {
  const layouts = {
    edit: {
      ...MODULE.layouts.edit,
      sections: [{ id: 'about', label: 'About', fields: ['name', 'age', 'sick', 'years'].map((fieldName) => ({ fieldName })) }],
    } as NonNullable<typeof MODULE.layouts.edit>,
  };
  const years = field('years', 'Human years', 'Number', {
    visibleWhen: { '==': [{ var: 'record.sick' }, true] },
    defaultFormula: { '*': [{ var: 'record.age' }, 7] },
  });
  const age = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Age/ });
  const shown = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Human years/ });
  beforeEach(() => {
    server.module = { ...MODULE, fields: [...MODULE.fields, years], layouts };
  });

  it('is filled in when the field is shown, follows the other field, and is saved', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Rex');
    await user.type(age(), '3');
    expect(screen.queryByRole('textbox', { name: /^Human years/ })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Sick' }));
    await waitFor(() => expect(shown().value).toBe('21'));
    await user.clear(age());
    await user.type(age(), '4{Tab}');
    await waitFor(() => expect(shown().value).toBe('28'));
    await user.click(screen.getByRole('button', { name: 'Save pet' }));
    await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ years: 28 }));
  });

  it('gives way to what the user types, also to nothing', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Rex');
    await user.type(age(), '3');
    await user.click(screen.getByRole('switch', { name: 'Sick' }));
    await waitFor(() => expect(shown().value).toBe('21'));
    await user.clear(shown());
    await user.type(age(), '0{Tab}');
    await user.click(screen.getByRole('button', { name: 'Save pet' }));
    await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ age: 30, years: null }));
  });
});

describe('duplicates that the rules of a module find', () => {
  const matches = [{ _id: 'p9', name: 'Rexy', score: 100, reasons: [{ text: 'Name is the same', speaksFor: true }], createdAt: null }];
  const open409 = async (mayKeep: boolean) => {
    registerContributions([], [PRODUCT_DIALOGS]);
    const opened = await open();
    const respond = globalThis.fetch;
    const urls: string[] = [];
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      if (init.method !== 'POST' || !path.startsWith('/api/pets')) return respond(path, init);
      urls.push(path);
      return path.includes('duplicates=allow')
        ? respond(path, init)
        : refuse(409, 'possible_duplicates', [], { matches, hidden: 0, mayKeep });
    });
    await opened.user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Rex');
    await opened.user.click(screen.getByRole('button', { name: 'Save pet' }));
    return { ...opened, urls, dialog: await screen.findByRole('dialog') };
  };

  it('are shown, and the record is saved nevertheless if the user decides so', async () => {
    const { user, urls, dialog } = await open409(true);
    expect((await within(dialog).findByText('Rexy')).textContent).toBe('Rexy');
    within(dialog).getByText('Name is the same');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(urls.at(-1)).toContain('duplicates=allow'));
  });

  it('cannot be kept where the module refuses them', async () => {
    const { dialog } = await open409(false);
    await within(dialog).findByText('Rexy');
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: /Review and Merge/ })).toBeDefined();
  });
});

describe('a form built from a layout', () => {
  it('shows a field that is published meanwhile, without a reload, and keeps what was typed', async () => {
    const { user, client } = await open('r1');
    const stop = syncQueryCache(client);
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), ' the dog');
    const [about, ...sections] = MODULE.layouts.edit?.sections ?? [];
    const layout = {
      ...MODULE.layouts.edit,
      sections: [{ ...about, fields: [...(about?.fields ?? []), { fieldName: 'chip' }] }, ...sections],
    };
    server.module = {
      ...MODULE,
      fields: [...MODULE.fields, field('chip', 'Chip number', 'TextField')],
      layouts: { ...MODULE.layouts, edit: layout as NonNullable<typeof MODULE.layouts.edit> },
    };
    act(() => handleServerMessage({ type: 'shell', definitions: 2, rights: 1 }));
    await user.type(await screen.findByRole('textbox', { name: 'Chip number' }), 'C-7');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Rex the dog');
    await user.click(screen.getByRole('button', { name: /Save pet/ }));
    await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ name: 'Rex the dog', chip: 'C-7' }));
    stop();
  });

  it('shows a dependent field while its trigger is set, and keeps its value while it is hidden', async () => {
    const { user } = await open('r1');
    expect(screen.queryByRole('textbox', { name: 'Illness' })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Sick' }));
    expect(screen.getByRole('textbox', { name: 'Illness' })).toHaveProperty('value', 'Cold');
  });

  it('moves the focus to a summary that links to each problem, and keeps the typed values', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Rex');
    await user.type(screen.getByRole('textbox', { name: 'Age' }), '99');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const summary = await screen.findByRole('alert');
    expect(document.activeElement).toBe(summary);
    expect(screen.getByRole('button', { name: /^About.*1 to fix$/ })).toBeTruthy();
    const age = screen.getByRole('textbox', { name: 'Age' });
    expect([age.getAttribute('aria-invalid'), (age as HTMLInputElement).value]).toEqual(['true', '99']);
    await user.click(screen.getByRole('button', { name: 'Age' }));
    expect(document.activeElement).toBe(age);
    await user.clear(age);
    await user.type(age, '9');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(server.sent.at(-1)).toEqual({ name: 'Rex', age: 9 });
  });

  it('offers both values when another user saved first, and saves the chosen one with the new version', async () => {
    const { user } = await open('r1');
    Object.assign(server, { version: 2, stored: { ...server.stored, name: 'Theirs', age: 5 } });
    const name = screen.getByRole('textbox', { name: /^Name/ });
    await user.clear(name);
    await user.type(name, 'Mine');
    await user.click(screen.getByRole('button', { name: /Save pet/ }));
    await screen.findByText('Someone else changed this record');
    expect(screen.getAllByText('Theirs').length).toBeGreaterThan(1);
    await user.click(screen.getByRole('button', { name: 'Save with these' }));
    await waitFor(() => expect(server.sent.at(-1)).toEqual({ _version: 2, name: 'Mine' }));
    expect(server.stored).toMatchObject({ name: 'Mine', age: 5 });
  });

  it('saves without a question what two users changed in different fields, and says who changed what else', async () => {
    const { user } = await open('r1');
    Object.assign(server, {
      version: 2,
      stored: { ...server.stored, age: 5, modified_by: { _id: 'u2', name: 'Mei Tanaka' } },
    });
    const name = screen.getByRole('textbox', { name: /^Name/ });
    await user.clear(name);
    await user.type(name, 'Mine');
    await user.click(screen.getByRole('button', { name: /Save pet/ }));
    await screen.findByText('Also changed by Mei Tanaka: Age');
    expect(screen.queryByText('Someone else changed this record')).toBeNull();
    expect(server.sent.map(({ _version }) => _version)).toEqual([1, 2]);
    expect(server.stored).toMatchObject({ name: 'Mine', age: 5 });
  });

  it('says in the question which other fields of the other user stay', async () => {
    const { user } = await open('r1');
    Object.assign(server, { version: 2, stored: { ...server.stored, name: 'Theirs', age: 5 } });
    const name = screen.getByRole('textbox', { name: /^Name/ });
    await user.clear(name);
    await user.type(name, 'Mine');
    await user.click(screen.getByRole('button', { name: /Save pet/ }));
    await screen.findByText('Also changed by someone else: Age');
    await user.click(screen.getByRole('radio', { name: 'Theirs' }));
    await user.click(screen.getByRole('button', { name: 'Save with these' }));
    await waitFor(() => expect(server.stored).toMatchObject({ name: 'Theirs', age: 5 }));
  });

  it('confirms before text is discarded that was typed at the last moment', async () => {
    const { router } = await open();
    // Neither the pause of the input nor a blur writes the text to the form before the page is left.
    fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'x' } });
    await act(() => router.navigate('/'));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/form');
  });

  it('confirms before unsaved changes are discarded, but not without changes', async () => {
    const { user, router } = await open();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'x');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/form');
    await user.clear(screen.getByRole('textbox', { name: /^Name/ }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });
});
