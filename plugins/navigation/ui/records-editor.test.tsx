import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { makeShell, summarizeModule } from '../tests/shell-fixture.ts';
import { EDITOR_KINDS, type EditorKind } from './editor-kinds.ts';
import { RecordsEditor } from './records-editor.tsx';
import { TemplatesEditor } from './templates-editor.tsx';

const TOOLS = summarizeModule('tools', 'Tools');
const SHELL = makeShell('System Admin', {
  modules: [TOOLS, ...['menuNavs', 'bumpouts', 'sidebarMenuTemplates', 'users'].map((name) => summarizeModule(name, name))],
});
const USERS = {
  name: 'users',
  fields: [{ fieldName: 'userType', label: 'Type', inputType: 'Dropdown', dropdown: 'types', system: false, rights: {} }],
  dropdowns: { types: { options: [{ value: 'Standard', label: 'Standard' }] } },
};
const PREVIEW = {
  user: { _id: 'u2' },
  menu: { groups: [{ id: 'g', label: 'Group', items: [{ id: 'i', label: 'Hammers', icon: 'hammer', module: 'tools' }] }] },
  modules: [TOOLS],
};
const bucket = (_id: string, module: string) => ({ _id, name: _id, module, filter: {}, icon: '', hue: '', warnAbove: null });
const DRAWN = { notes: [], buckets: [bucket('Open', 'tools'), bucket('Closed', 'secrets')], widgets: [], bumpouts: [], canArrange: false };

const sent: { readonly request: string; readonly body: unknown }[] = [];

/** Shows an editor over records, which the test server changes as it is told. */
function show(editor: React.ReactElement, records: readonly { readonly _id: string }[]): void {
  sent.length = 0;
  let stored: readonly { readonly _id: string }[] = records.map((record) => ({ ...record, _version: 1 }));
  vi.stubGlobal('fetch', (input: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const [path = ''] = input.split('?');
    const fields = JSON.parse(body ?? '{}') as object;
    const respond = (value: unknown) => Promise.resolve(Response.json(value));
    if (path === '/api/shell') return respond(SHELL);
    if (path === '/api/shell/preview') {
      sent.push({ request: input, body: null });
      return respond(PREVIEW);
    }
    if (path === '/api/navigation') return respond(DRAWN);
    if (path.startsWith('/api/ss-modules/')) return respond(USERS);
    if (path === '/api/users/search') {
      const { search, pageSize, searchTerms } = fields as { search?: string; pageSize: number; searchTerms?: { _id?: { in: string[] } } };
      const isLast = search === 'zoe' || searchTerms?._id?.in[0] === 'u900';
      const user = isLast ? { _id: 'u900', name: 'Zoe Young' } : { _id: 'u2', name: 'Pat Doe' };
      return respond({ data: [{ ...user, _version: 1, userType: 'Standard' }], total: 900, pageNumber: 0, pageSize });
    }
    if (method !== 'PUT') return respond({ data: stored, total: stored.length, pageNumber: 0, pageSize: 500 });
    sent.push({ request: path, body: fields });
    const id = path.split('/').at(-1);
    stored = stored.map((record) => (record._id === id ? { ...record, ...fields } : record));
    return respond(stored.find(({ _id }) => _id === id));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <MemoryRouter>{editor}</MemoryRouter>
      </KitProvider>
    </QueryClientProvider>,
  );
}

const showKind = (kind: EditorKind, records: Parameters<typeof show>[1]) => show(<RecordsEditor kind={kind} />, records);

afterEach(cleanup);

/** Chooses an option of a select; several may have one of this name. */
async function choose(select: HTMLElement, name: string): Promise<void> {
  await userEvent.click(select);
  const options = await waitFor(() => {
    const list = document.getElementById(select.getAttribute('aria-controls') ?? '');
    expect(list).not.toBeNull();
    return within(list as HTMLElement);
  });
  await userEvent.click(await options.findByRole('option', { name, hidden: true }));
}

const ENTRIES = [
  { _id: 'a', name: 'Alpha', related_module: 'tools', user_type: 'Standard', isEnabled: true, options: { order: 1 } },
  { _id: 'b', name: 'Beta', route: '/app/b', user_type: 'Provider', isEnabled: true, options: { order: 2 } },
];

it('sorts entries, moves them into a new group, and switches them off', async () => {
  showKind(EDITOR_KINDS.menu, ENTRIES);
  await userEvent.click(await screen.findByRole('button', { name: /Move Beta up/ }));
  await waitFor(() => expect(sent.map(({ request }) => request)).toEqual(['/api/menuNavs/b', '/api/menuNavs/a']));
  expect(sent.map(({ body }) => body)).toEqual([{ options: { order: 1 } }, { options: { order: 2 } }]);
  await userEvent.type(screen.getByRole('textbox', { name: 'New group' }), 'Later');
  await userEvent.click(screen.getByRole('button', { name: 'Add the group' }));
  await userEvent.click(await screen.findByRole('button', { name: /Move Alpha down/ }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ request: '/api/menuNavs/a', body: { options: { order: 2, group: 'Later' } } }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Alpha is enabled' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ request: '/api/menuNavs/a', body: { isEnabled: false } }));
});

it('shows the entries of one user type', async () => {
  showKind(EDITOR_KINDS.menu, ENTRIES);
  await screen.findByRole('link', { name: 'Edit Beta' });
  await choose(screen.getByRole('combobox', { name: 'For' }), 'Standard');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Edit Beta' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Edit Alpha' }).getAttribute('href')).toBe('/app/module/menuNavs/a/edit');
});

it('previews the menu as a user, without what they may not open', async () => {
  showKind(EDITOR_KINDS.menu, ENTRIES);
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  await choose(preview.getByRole('combobox', { name: 'User type' }), 'Standard');
  await preview.findByText('Hammers');
  // The first user of the type.
  const input = preview.getByRole<HTMLInputElement>('textbox', { name: 'As the user' });
  await waitFor(() => expect(input.value).toBe('Pat Doe'));
  expect(preview.getByText('Open')).toBeDefined();
  expect(preview.queryByText('Closed')).toBeNull();
});

it('finds any user for the preview by name, however many there are', async () => {
  showKind(EDITOR_KINDS.menu, ENTRIES);
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  const input = preview.getByRole<HTMLInputElement>('textbox', { name: 'As the user' });
  await waitFor(() => expect(input.disabled).toBe(false));
  await userEvent.type(input, 'zoe');
  await userEvent.click(await screen.findByRole('option', { name: 'Zoe Young', hidden: true }));
  await preview.findByText('Hammers');
  await waitFor(() => expect(input.value).toBe('Zoe Young'));
  expect(sent.map(({ request }) => request)).toEqual(['/api/shell/preview?user=u900']);
});

it('moves a bumpout to another edge', async () => {
  showKind(EDITOR_KINDS.bumpouts, [{ _id: 'a', ...{ name: 'Offer', side: 'left', options: { order: 1 } } }]);
  await userEvent.click(await screen.findByRole('button', { name: /Move Offer down/ }));
  await waitFor(() => expect(sent).toEqual([{ request: '/api/bumpouts/a', body: { side: 'right', options: { order: 1 } } }]));
});

it('arranges a template', async () => {
  const items = [
    { label: 'One', modules: ['tools'] },
    { label: 'Two', modules: [] },
  ];
  show(<TemplatesEditor />, [{ _id: 'a', ...{ name: 'Short', items } }]);
  await userEvent.click(await screen.findByRole('button', { name: /Move Tools down/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save the template' }));
  const body = {
    items: [
      { label: 'One', modules: [] },
      { label: 'Two', modules: ['tools'] },
    ],
  };
  await waitFor(() => expect(sent).toEqual([{ request: '/api/sidebarMenuTemplates/a', body }]));
  await screen.findByText('The template is saved.');
});
