import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessGrant, AccessOverview, ComparedField, ComparedRight } from '#engine/model/wire';
import { loadAdminTexts } from '../../../kit/index.ts';
import { DRAFT, EMPTY_PLAN, renderInStudio, serve, type SentRequest } from '../../../../tests/support/studio-fixture.tsx';
import { AccessPage } from './access-page.tsx';

const USER = { _id: 'u9', name: 'Ann Lee' };
const GRANT: AccessGrant = { kind: 'role', role: 'Clerk', roleId: 'clerk', module: 'tools', property: 'delete', value: 'All' };
const yes: ComparedRight = { before: true, after: true, rule: 'view', text: 'Ann Lee sees all tools.', textBefore: '', grant: null };
const no = (text: string, grant: AccessGrant | null = null): ComparedRight => ({
  ...yes,
  ...{ before: false, after: false, text, textBefore: text, grant },
});
const field = (name: string, more: Partial<ComparedField>): ComparedField => ({
  ...{ name, label: name, before: 'write', after: 'write', shown: true },
  ...{ rule: 'field_write', text: `Ann Lee may change ${name}.`, textBefore: `Ann Lee may change ${name}.`, grant: null },
  ...more,
});
const OVERVIEW: AccessOverview = {
  user: USER,
  access: {
    ...{ module: 'tools', label: 'Tools', record: { _id: 'r1', name: 'Saw' } },
    rights: {
      ...{ view: yes, edit: yes, create: yes },
      ...{ delete: no('No role lets Ann Lee delete tools.', GRANT), export: no('No export.'), mass_update: no('No mass update.') },
    },
    fields: [
      field('Price', { before: 'write', after: 'none', text: 'Every role hides Price from Ann Lee.' }),
      field('Weight', {}),
      field('Reason', { shown: false }),
      ...Array.from({ length: 25 }, (_, index) => field(`Extra ${index}`, {})),
    ],
    permissions: [],
  },
};
const MODULES = {
  data: [
    {
      ...{ kind: 'module', id: 'tools', name: 'tools', label: 'Tools', artifact: 'module/tools', origin: 'product', plugin: null },
      ...{ customized: false, layout: null, references: [] },
      module: { icon: null, moduleKind: 'plain', fields: 3, relationships: 0, active: true, locked: false },
    },
  ],
  total: 1,
};
const SHELL = {
  user: { _id: 'u1', userType: 'System Admin', first_name: 'Ada', last_name: '', email: 'ada@muster.test' },
  impersonator: null,
  ...{ modules: [], teams: [], roles: [], settings: {}, plugins: [], userVariables: [], menu: { groups: [] } },
};
const page = { path: '/admin/studio/access', at: '/admin/studio/access?user=u9&module=tools&record=r1' };
const base = { 'GET /api/shell': SHELL, 'GET /api/definitions': MODULES, 'GET /api/change-sets/d1': DRAFT };
const noDraft = { ...base, 'GET /api/change-sets': { data: [], total: 0 } };
const withDraft = { ...base, 'GET /api/change-sets': { data: [DRAFT], total: 1 } };

describe('The access of a user in the studio', () => {
  beforeAll(() => loadAdminTexts());
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('asks for a user and a module first', async () => {
    serve(noDraft);
    renderInStudio(<AccessPage />, { path: page.path, at: page.path });
    await screen.findByText('Choose a user and a module');
    screen.getByRole('combobox', { name: 'Module' });
  });

  it('shows each action and field as it is published, with the rule and the link that grants it', async () => {
    const sent = serve({
      ...noDraft,
      'GET /api/access/overview': OVERVIEW,
      'GET /api/access/explain': {
        allowed: false,
        reasons: [{ rule: 'delete', passes: false, decides: true, text: 'No role lets Ann Lee delete tools.' }],
        grant: GRANT,
      },
    });
    renderInStudio(<AccessPage />, page);
    const actions = await screen.findByRole('region', { name: 'Actions' });
    await screen.findByText(/There is no open draft/u);
    const row = within(actions).getByRole('listitem', { name: 'Delete' });
    within(row).getByText('Not allowed');
    within(row).getByText('Set Delete to All in role Clerk');
    expect((await within(row).findByRole('link', { name: 'Change the role' })).getAttribute('href')).toBe(
      '/admin/studio/roles/clerk?module=tools&property=delete&value=All',
    );
    await userEvent.setup().click(within(row).getByRole('button', { name: 'Rules of Delete' }));
    await within(row).findByText('decides');
    expect(sent.find(({ path }) => path === '/api/access/explain')?.query).toContain('user=u9');
    expect(sent.find(({ path }) => path === '/api/access/overview')?.query).toBe('user=u9&module=tools&id=r1');
  });

  it('lists hidden fields first, by what the user may do with them, a page at a time', async () => {
    serve({ ...noDraft, 'GET /api/access/overview': OVERVIEW });
    renderInStudio(<AccessPage />, page);
    const fields = await screen.findByRole('region', { name: 'Fields' });
    const rows = () => within(fields).getAllByRole('listitem');
    expect(rows()[0]?.getAttribute('aria-label')).toBe('Price');
    expect(rows()).toHaveLength(20);
    const user = userEvent.setup();
    await user.click(within(fields).getByRole('button', { name: 'Show 8 more' }));
    expect(rows()).toHaveLength(28);
    within(within(fields).getByRole('listitem', { name: 'Reason' })).getByText(/A condition of the field hides it/u);
    await user.click(within(fields).getByRole('tab', { name: /Hidden/u }));
    expect(rows()).toHaveLength(1);
    await user.click(within(fields).getByRole('tab', { name: /Read only/u }));
    within(fields).getByText('No field.');
    await user.click(within(fields).getByRole('tab', { name: /All/u }));
    await user.type(within(fields).getByRole('searchbox', { name: 'Find a field' }), 'weig');
    expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual(['Weight']);
  });

  it('compares with the open draft: what changes is marked, and what the user gains and loses is counted', async () => {
    const text = 'Ann Lee (role Clerk) loses 2 tools, such as Saw';
    const lost = {
      ...{ change: 'loses', what: 'records', module: 'tools', field: null, roles: [{ _id: 'clerk', name: 'Clerk' }], count: 1 },
      ...{ people: [{ ...USER, records: 2 }], records: 2, examples: [{ _id: 'r1', name: 'Saw' }], text },
    };
    const sent = serve({
      ...withDraft,
      'POST /api/change-sets/d1/simulate': { ...OVERVIEW, effects: { ...EMPTY_PLAN.effects, losses: [lost] } },
    });
    renderInStudio(<AccessPage />, page);
    const effects = await screen.findByRole('region', { name: 'What changes for Ann Lee' });
    within(effects).getByText(text);
    expect(within(effects).getByRole('link', { name: 'Saw' }).getAttribute('href')).toContain('/tools/r1');
    await screen.findByText(/Compared with the draft “Spring”/u);
    const fields = screen.getByRole('region', { name: 'Fields' });
    const price = within(fields).getByRole('listitem', { name: 'Price' });
    within(price).getByText('Can change');
    within(price).getByText('Hidden');
    within(price).getByText('Now: Ann Lee may change Price.');
    await userEvent.setup().click(within(fields).getByRole('tab', { name: /Changed/u }));
    expect(within(fields).getAllByRole('listitem')).toHaveLength(1);
    expect(sent.find(({ path }) => path.endsWith('/simulate'))?.body).toEqual({ user: 'u9', module: 'tools', record: 'r1' });
  });

  it('shows the permissions of plugins, with the rule and the link that gives one', async () => {
    const grant: AccessGrant = {
      ...{ kind: 'role', role: 'Clerk', roleId: 'clerk' },
      ...{ property: 'permissions', value: 'tools.lend', label: 'Lend tools' },
    };
    const refused = no('No role gives Ann Lee the permission Lend tools of the plugin lending.', grant);
    const permissions = [{ name: 'tools.lend', label: 'Lend tools', plugin: 'lending', ...refused }];
    const sent = serve({
      ...noDraft,
      'GET /api/access/overview': { ...OVERVIEW, access: { ...OVERVIEW.access, permissions } },
      'GET /api/access/explain-permission': {
        allowed: false,
        reasons: [{ rule: 'permission', passes: false, decides: true, text: refused.text }],
      },
    });
    renderInStudio(<AccessPage />, page);
    const row = within(await screen.findByRole('region', { name: 'Permissions of plugins' })).getByRole('listitem', { name: 'Lend tools' });
    within(row).getByText('Not allowed');
    within(row).getByText('Give the permission Lend tools to role Clerk');
    expect((await within(row).findByRole('link', { name: 'Change the role' })).getAttribute('href')).toBe(
      '/admin/studio/roles/clerk?property=permissions&value=tools.lend',
    );
    await userEvent.setup().click(within(row).getByRole('button', { name: 'Rules of Lend tools' }));
    await within(row).findByText('decides');
    expect(sent.find(({ path }) => path === '/api/access/explain-permission')?.query).toBe('permission=tools.lend&user=u9');
  });

  it('shows each value as the user sees it, with that of the draft where they differ', async () => {
    const view = (fields: readonly object[]) => ({ name: 'tools', label: 'Tools', dropdowns: {}, fields });
    const cost = { id: 'f1', fieldName: 'Price', label: 'Price', inputType: 'Currency', refs: [] };
    const weight = { id: 'f2', fieldName: 'Weight', label: 'Weight', inputType: 'Number', refs: [] };
    const code = { id: 'f3', fieldName: 'Code', label: 'Code', inputType: 'Number', refs: [] };
    const renamed = { ...weight, fieldName: 'Mass' };
    const published = { module: view([cost, weight, code]), record: { Price: 1200, Weight: 7, Code: '••••••' } };
    const fields = [...OVERVIEW.access.fields.slice(0, 1), field('Mass', {}), field('Code', { before: 'masked', after: 'masked' })];
    const sent = serve({
      ...withDraft,
      'POST /api/change-sets/d1/simulate': { ...OVERVIEW, access: { ...OVERVIEW.access, fields }, effects: EMPTY_PLAN.effects },
      'GET /api/access/values': ({ query }: SentRequest) => ({
        seen: query.includes('changeSet=d1') ? { module: view([renamed, code]), record: { Mass: 7, Code: '••••••' } } : published,
      }),
    });
    renderInStudio(<AccessPage />, page);
    const list = await screen.findByRole('region', { name: 'Fields' });
    const row = (name: string) => within(within(list).getByRole('listitem', { name }));
    await row('Price').findByText('$1,200.00');
    row('Price').getByText('Not visible');
    await row('Mass').findByText('7');
    expect(row('Mass').queryByText('Not visible')).toBeNull();
    expect(row('Code').getAllByText('••••••')).toHaveLength(1);
    expect(
      sent
        .filter(({ path }) => path === '/api/access/values')
        .map(({ query }) => query)
        .sort(),
    ).toEqual(['user=u9&module=tools&id=r1', 'user=u9&module=tools&id=r1&changeSet=d1']);
  });

  it('says of a related record that the chosen user may not see that it is hidden from them, not from the admin', async () => {
    const lender = { id: 'f4', fieldName: 'Lender', label: 'Lender', inputType: 'Relate', refs: ['people'] };
    const helpers = { ...lender, id: 'f5', fieldName: 'Helpers', label: 'Helpers', inputType: 'MultiRelate' };
    const hidden = { _id: 'p1', module: 'people', hidden: true };
    const fields = [field('Lender', {}), field('Helpers', {})];
    serve({
      ...noDraft,
      'GET /api/access/overview': { ...OVERVIEW, access: { ...OVERVIEW.access, fields } },
      'GET /api/access/values': {
        seen: {
          module: { name: 'tools', label: 'Tools', dropdowns: {}, fields: [lender, helpers] },
          record: { Lender: hidden, Helpers: [{ _id: 'p2', module: 'people', name: 'Bo Ray', open: true }, hidden] },
        },
      },
    });
    renderInStudio(<AccessPage />, page);
    const list = await screen.findByRole('region', { name: 'Fields' });
    const row = (name: string) => within(within(list).getByRole('listitem', { name }));
    await row('Lender').findByText('Not visible to Ann Lee');
    row('Helpers').getByText('Bo Ray');
    row('Helpers').getByText('Not visible to Ann Lee');
    expect(screen.queryByText('Not visible to you')).toBeNull();
  });

  it('says that the values could not be read, and shows the rest', async () => {
    serve({
      ...noDraft,
      'GET /api/access/overview': OVERVIEW,
      'GET /api/access/values': () => Response.json({ error: 'Try later.', code: 'store_unavailable', details: [] }, { status: 400 }),
    });
    renderInStudio(<AccessPage />, page);
    expect((await screen.findByRole('alert')).textContent).toBe('The values could not be read. Try later.');
    screen.getByRole('region', { name: 'Fields' });
  });

  it('shows what is published while the draft has problems, and says so', async () => {
    serve({
      ...withDraft,
      'GET /api/access/overview': OVERVIEW,
      'POST /api/change-sets/d1/simulate': () =>
        Response.json({ error: 'Invalid', code: 'definition_invalid', details: [] }, { status: 422 }),
    });
    renderInStudio(<AccessPage />, page);
    await screen.findByText(/The draft has problems/u);
    expect(screen.getByRole('link', { name: 'Review the draft' }).getAttribute('href')).toBe('/admin/studio/change-sets/d1');
    screen.getByRole('region', { name: 'Fields' });
  });

  it('says why it cannot be read, and reads it again', async () => {
    let isThere = false;
    serve({
      ...noDraft,
      'GET /api/access/overview': () =>
        isThere ? OVERVIEW : Response.json({ error: 'No such record.', code: 'record_not_found', details: [] }, { status: 404 }),
    });
    renderInStudio(<AccessPage />, page);
    await screen.findByText('There is no such user or record');
    isThere = true;
    await userEvent.setup().click(screen.getByRole('button', { name: /again/iu }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Fields' })).toBeTruthy());
  });
});
