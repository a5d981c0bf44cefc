import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreviewView } from '#engine/model/wire';
import { DRAFT, serve, type SentRequest } from '../../../../tests/support/studio-fixture.tsx';
import { callApi, readPreviewTab, readToken, storeToken, writePreviewTab } from '../../../client/index.ts';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { readPreviewAddress } from './preview-address.ts';
import { PreviewBar } from './preview-bar.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { PreviewPage } from './preview-page.tsx';

const encode = (content: object) => btoa(JSON.stringify(content)).replaceAll('=', '');
const EXPIRY = Math.floor(Date.now() / 1000) + 900;
const tokenOf = (content: object) => `e30.${encode({ sub: 'u1', exp: EXPIRY, ...content })}.x`;
const SESSION = tokenOf({});
const previewToken = (draftVersion: number) => `mpv_${tokenOf({ preview: { draftVersion } })}`;
const PIA = { _id: 'p1', email: 'pia@muster.test', name: 'Pia Raman' };
const VIEW: PreviewView = { changeSet: { _id: 'd1', name: 'Spring' }, person: { kind: 'user', user: { _id: 'p1', name: 'Pia Raman' } } };
const SHELL = {
  user: { ...PIA, userType: 'Standard' },
  teams: [],
  roles: [],
  settings: {},
  plugins: [],
  modules: [{ name: 'tools', route: '/module/tools' }],
};
const RIGHTS = { access: false, create: false };
const ADMIN = {
  ...SHELL,
  modules: [
    { name: 'tools', label: 'Tools', labelSingular: 'Tool', path: '/api/tools', nameField: 'name', route: '/module/tools', rights: RIGHTS },
    { name: 'users', label: 'Users', labelSingular: 'User', path: '/api/users', nameField: 'name', route: '/module/users', rights: RIGHTS },
  ],
};
const page = (data: readonly object[]) => ({ data, total: data.length, pageNumber: 0, pageSize: 20 });
const USERS = {
  name: 'users',
  fields: [{ fieldName: 'userType', dropdown: 'user_type' }],
  dropdowns: {
    user_type: {
      options: [
        { value: 'Standard', label: 'Standard' },
        { value: 'Admin', label: 'Admin' },
        { value: 'System Admin', label: 'System Admin' },
      ],
    },
  },
};
const CHOICES = {
  'GET /api/shell': ADMIN,
  'POST /api/users/search': page([PIA]),
  'POST /api/teams/search': page([{ _id: 't1', name: 'Night shift' }]),
  'GET /api/ss-modules/by-name/users': USERS,
  'GET /api/definitions': ({ query }: SentRequest) => ({
    data: query.includes('role')
      ? [{ kind: 'role', id: 'r1', name: 'Clerk', label: 'Clerk' }]
      : [{ kind: 'module', id: 'tools', name: 'tools', label: 'Tools' }],
  }),
  'GET /api/change-sets/d1': {
    ...DRAFT,
    changes: [{ kind: 'role', id: 'r2', artifact: 'role/Keeper', action: 'added', before: null, definition: { id: 'r2', name: 'Keeper' } }],
  },
  'POST /api/tools/search': page([{ _id: 'hammer', name: 'Hammer' }]),
};

function show(element: React.ReactElement, at = '/preview'): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <MemoryRouter initialEntries={[at]}>{element}</MemoryRouter>
      </KitProvider>
    </QueryClientProvider>,
  );
  return client;
}

beforeAll(() => loadAdminTexts());
beforeEach(() => storeToken(SESSION));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the dialog of a preview', () => {
  const open = (more: object = {}) => {
    const goTo = vi.fn();
    show(<PreviewDialog changeSet="d1" draftName="Spring" back="/admin/studio/roles" goTo={goTo} onCancel={() => undefined} {...more} />);
    return { goTo, dialog: within(screen.getByRole('dialog', { name: 'Preview as' })) };
  };
  const addressOf = (goTo: ReturnType<typeof vi.fn>) => readPreviewAddress(String(goTo.mock.calls[0]?.[0]).split('?')[1] ?? '');

  it('starts one as a user, on a record', async () => {
    const sent = serve(CHOICES);
    const { goTo, dialog } = open();
    expect(dialog.getByText('Nothing is saved in a preview.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Start preview' }).hasAttribute('disabled')).toBe(true);
    const person = dialog.getByRole('textbox', { name: 'User' });
    await waitFor(() => expect(person.hasAttribute('disabled')).toBe(false));
    await userEvent.type(person, 'pia@');
    await userEvent.click(await screen.findByRole('option', { name: 'Pia Raman', hidden: true }));
    expect(sent.findLast(({ path, body }) => path === '/api/users/search' && 'search' in (body as object))?.body).toMatchObject({
      ...{ searchTerms: { active: true }, search: 'pia@' },
    });
    await userEvent.click(dialog.getByRole('combobox', { name: 'Page to open' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Tools', hidden: true }));
    await userEvent.click(await dialog.findByRole('textbox', { name: 'Record' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Hammer', hidden: true }));
    await userEvent.click(dialog.getByRole('button', { name: 'Start preview' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
    expect(addressOf(goTo)).toMatchObject({
      request: { changeSet: 'd1', user: 'p1' },
      isChoosing: false,
      back: '/admin/studio/roles',
      module: 'tools',
      record: 'hammer',
    });
  });

  it('starts one with roles of the draft, after its edits are saved', async () => {
    serve(CHOICES);
    const onStart = vi.fn(() => Promise.resolve());
    const { goTo, dialog } = open({ initial: { roles: ['r1'] }, onStart });
    expect(dialog.getByText(/what is assigned to you counts as theirs/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('combobox', { name: 'Roles' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Keeper', hidden: true }));
    await userEvent.click(dialog.getByRole('combobox', { name: 'User type' }));
    expect(screen.queryByRole('option', { name: 'System Admin', hidden: true })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: 'Admin', hidden: true }));
    await userEvent.click(dialog.getByRole('combobox', { name: 'Teams' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Night shift', hidden: true }));
    await userEvent.click(dialog.getByRole('button', { name: 'Start preview' }));
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
    expect(onStart).toHaveBeenCalledOnce();
    expect(addressOf(goTo).request).toEqual({ changeSet: 'd1', roles: ['r1', 'r2'], teams: ['t1'], userType: 'Admin' });
  });
});

describe('the page of a preview', () => {
  it('starts it, and opens the page with its token', async () => {
    const sent = serve({
      'POST /api/previews': { token: previewToken(3), expiresAt: '', preview: VIEW },
      'GET /api/shell': SHELL,
    });
    const goTo = vi.fn();
    show(<PreviewPage goTo={goTo} />, '/preview?changeSet=d1&user=p1&module=tools&record=hammer&back=%2Fadmin%2Fstudio%2Froles');
    expect(screen.getByText('The preview is being prepared…')).toBeTruthy();
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/app/module/tools/hammer'));
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/previews', body: { changeSet: 'd1', user: 'p1' } });
    expect(readToken()).toBe(previewToken(3));
    expect(readPreviewTab()?.back).toBe('/admin/studio/roles');
  });

  it('shows the problems of a draft that cannot be previewed, and leads back', async () => {
    serve({
      'POST /api/previews': () =>
        Response.json(
          {
            error: 'This definition is not valid.',
            code: 'definition_invalid',
            details: [
              { field: '/fields/2', code: 'definition_invalid', message: 'There is no dropdown sizes.', definition: 'module/tools' },
            ],
          },
          { status: 422 },
        ),
    });
    const goTo = vi.fn();
    show(<PreviewPage goTo={goTo} />, '/preview?changeSet=d1&user=p1&back=%2Fadmin%2Fstudio%2Froles');
    expect((await screen.findByRole('list', { name: 'Problems of the draft' })).textContent).toBe(
      'module/tools There is no dropdown sizes.',
    );
    expect(readPreviewTab()).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: 'Leave preview' }));
    expect(goTo).toHaveBeenCalledWith('/admin/studio/roles');
  });

  it('opens no page of another site', () => {
    const { back, open } = readPreviewAddress('?user=p1&back=https://example.com&open=//example.com');
    expect([back, open]).toEqual(['/admin/studio', undefined]);
  });
});

describe('the bar of a preview', () => {
  const request = { changeSet: 'd1', user: 'p1' };
  const begin = (version = 3) => writePreviewTab({ request, back: '/admin/studio/roles', token: previewToken(version) });

  it('names the draft and the person, takes space above the page, and leads back', async () => {
    serve({});
    begin();
    const goTo = vi.fn();
    show(<PreviewBar preview={VIEW} goTo={goTo} />);
    const bar = screen.getByRole('region', { name: 'Preview' });
    expect(bar.textContent).toContain('Preview of “Spring” as Pia Raman: nothing is saved.');
    expect(document.documentElement.classList.contains('sp-previewing')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'As somebody else' }));
    expect(readPreviewAddress(String(goTo.mock.calls[0]?.[0]).split('?')[1] ?? '')).toMatchObject({ request, isChoosing: true, open: '/' });
    await userEvent.click(screen.getByRole('button', { name: 'Leave preview' }));
    expect(goTo).toHaveBeenLastCalledWith('/admin/studio/roles');
    expect([readPreviewTab(), readToken()]).toEqual([undefined, SESSION]);
  });

  it('names roles and teams of the published definitions', () => {
    serve({});
    const person = {
      kind: 'roles',
      roles: [{ _id: 'r1', name: 'Clerk' }],
      teams: [{ _id: 't1', name: 'Night shift' }],
      userType: 'Standard',
    } as const;
    show(<PreviewBar preview={{ changeSet: null, person }} />);
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain(
      'Preview of the published definitions as Clerk (Night shift): nothing is saved.',
    );
  });

  it('says that the draft was changed, and everything is read again', async () => {
    begin(3);
    const authorizations: (string | null)[] = [];
    vi.stubGlobal('fetch', (input: string, { headers }: { readonly headers: HeadersInit }) => {
      const authorization = new Headers(headers).get('authorization');
      authorizations.push(authorization);
      if (input === '/api/previews')
        return Promise.resolve(Response.json({ token: previewToken(4), expiresAt: '', preview: VIEW }, { status: 201 }));
      return Promise.resolve(
        authorization === `Bearer ${previewToken(3)}`
          ? Response.json({ error: 'Changed', code: 'preview_outdated', details: [] }, { status: 401 })
          : Response.json({ data: [] }),
      );
    });
    const client = show(<PreviewBar preview={VIEW} />);
    client.setQueryData(['records', 'tools'], []);
    expect(await callApi('GET', '/api/tools')).toEqual({ data: [] });
    expect(authorizations).toEqual([`Bearer ${previewToken(3)}`, `Bearer ${SESSION}`, `Bearer ${previewToken(4)}`]);
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('The definitions were changed'));
    expect(client.getQueryState(['records', 'tools'])?.isInvalidated).toBe(true);
  });
});
