import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModuleDefinition, RoleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { dropdownDetail, moduleDetail, roleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { loadAdminTexts } from '../../../kit/index.ts';
import { STUDIO_PAGES } from '../studio-pages.tsx';
import { StudioFrame } from '../studio-frame.tsx';

const TOOLS: ModuleDefinition = {
  id: 'tools',
  name: 'tools',
  label: 'Tools',
  labelSingular: 'Tool',
  kind: 'plain',
  fields: [{ id: 'serial', fieldName: 'serial', label: 'Serial number', inputType: 'TextField' }],
};
const CLERK: RoleDefinition = { id: 'clerk', name: 'Clerk', module_access: { tools: { access: true } } };
const STATES = { id: 'states', name: 'states', options: [{ value: 'new', label: 'New' }] };

/** Definitions of every kind without what pages need. */
const BROKEN = [
  { kind: 'module', id: 'tools', definition: { id: 'tools', name: 'tools', label: 'Tools' } },
  { kind: 'module', id: 'empty', definition: {} },
  {
    kind: 'module',
    id: 'odd',
    definition: {
      id: 'odd',
      name: 'odd',
      label: 7,
      kind: 'plain',
      fields: [null, 'x', { fieldName: 'a' }],
      relationships: 'none',
      indexes: {},
    },
  },
  { kind: 'dropdown', id: 'states', definition: { id: 'states', name: 'states' } },
  { kind: 'dropdown', id: 'new_states', definition: { options: [null, { value: 1 }] } },
  { kind: 'role', id: 'clerk', definition: { id: 'clerk', name: 'Clerk', module_access: [] } },
  { kind: 'role', id: 'guest', definition: { name: {} } },
  { kind: 'layout', id: 'tools_grid', definition: { id: 'tools_grid', ssModule: 'tools', view: 'grid' } },
  { kind: 'layout', id: 'lost', definition: { sections: [{}] } },
] as unknown as readonly { readonly kind: 'module'; readonly id: string; readonly definition: JsonObject }[];

const ADDRESSES = [
  'modules',
  'modules/new',
  ...['tools', 'empty', 'odd'].flatMap((id) =>
    ['', '/fields/serial', '/relationships', '/layouts', '/rules', '/access', '/uses', '/settings'].map((tab) => `modules/${id}${tab}`),
  ),
  'relationships',
  'dropdowns',
  'dropdowns/states',
  'dropdowns/new_states',
  'removed',
  'aliases',
  'change-sets',
  'json/module/tools',
  'json/layout/lost',
  'json/role/guest',
  'roles',
  'roles/clerk',
  'roles/guest',
  'layouts',
  'layouts/tools_grid',
  'layouts/lost',
  'layouts/odd_edit_generated',
];

const pages = new Map<string, ComponentType>();

beforeAll(async () => {
  await loadAdminTexts();
  for (const { path, load } of STUDIO_PAGES) pages.set(path, await load());
});

describe('A draft with definitions of any form', () => {
  let server: StudioServer;
  beforeEach(() => {
    server = new StudioServer([moduleDetail(TOOLS), roleDetail(CLERK), dropdownDetail(STATES)]);
    server.openDraft(BROKEN);
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  const show = (at: string) =>
    showStudio(
      <StudioFrame user={{ _id: 'u1', first_name: 'Ada' } as never}>
        <Routes>
          {[...pages].map(([path, Page]) => (
            <Route key={path} path={`/admin/studio/${path}`} element={<Page />} />
          ))}
        </Routes>
      </StudioFrame>,
      { path: '*', at: `/admin/studio/${at}` },
    );

  it.each(ADDRESSES)('does not break the page %s, which names what it cannot show', async (at) => {
    show(at);
    const notice = await screen.findByRole('region', { name: 'The draft has definitions that cannot be shown whole' });
    expect(within(notice).getByRole('link', { name: 'JSON of Tools' }).getAttribute('href')).toBe('/admin/studio/json/module/tools');
    expect(notice.textContent).toContain('/kind is missing, or has another form than expected.');
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    expect(screen.queryByText('This page cannot be shown')).toBeNull();
  });

  it('names the causes that the server found', async () => {
    const change = { kind: 'module', id: 'tools' } as const;
    server.problems = [{ file: 'module/tools', path: '/fields', cause: 'It must be a list.', change, place: null }];
    show('modules');
    const notice = await screen.findByRole('region', { name: 'The draft has definitions that cannot be shown whole' });
    expect(notice.textContent).toContain('/fields It must be a list.');
  });

  it('shows what can be shown, and an edit writes a definition that can be', async () => {
    const { user } = show('modules/odd/settings');
    expect(await screen.findByRole('heading', { level: 1, name: /odd/ })).toBeTruthy();
    const label = await screen.findByRole('textbox', { name: /^Label(?! )/ });
    await user.clear(label);
    await user.type(label, 'Odd things');
    await user.tab();
    await waitFor(() => expect(server.drafted('module', 'odd')).toMatchObject({ label: 'Odd things', kind: 'plain', fields: [] }));
  });
});
