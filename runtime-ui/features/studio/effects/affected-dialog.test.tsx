import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AffectedUser, PlannedAccess } from '#engine/model/wire';
import { loadAdminTexts } from '../../../kit/index.ts';
import { DRAFT, renderInStudio, serve, type SentRequest } from '../../../../tests/support/studio-fixture.tsx';
import { ChangedRights } from './changed-rights.tsx';

const LOSES: PlannedAccess = {
  ...{ role: { _id: 'clerk', name: 'Clerk' }, module: 'tools', field: null, right: 'view' },
  ...{ before: 'All', after: 'Owner', change: 'loses', count: 21 },
};
const user = (index: number, more: Partial<AffectedUser> = {}): AffectedUser => ({
  ...{ _id: `u${index}`, name: `Person ${index}`, changes: true, before: 'All', after: 'Owner' },
  ...{ gained: { count: 0, examples: [] }, lost: { count: 30, examples: [{ _id: 'r1', name: 'Saw' }] } },
  ...more,
});
const USERS = [user(0), user(1, { changes: false, after: 'All', lost: { count: 0, examples: [] } }), user(2, { gained: null, lost: null })];
const base = { 'GET /api/change-sets': { data: [], total: 0 }, 'GET /api/definitions': { data: [], total: 0 } };
const show = () => renderInStudio(<ChangedRights changeSet={DRAFT} access={[LOSES]} label="Rights" />);
const pageOf = ({ body }: SentRequest) => (body as { readonly pageNumber: number }).pageNumber;

describe('A right that a draft changes', () => {
  beforeAll(() => loadAdminTexts());
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('opens the people of the role in pages, with what each gains and loses, and the records of one', async () => {
    const sent = serve({
      ...base,
      'POST /api/change-sets/d1/affected-users': (request: SentRequest) => ({
        data: pageOf(request) === 0 ? USERS : [user(20)],
        ...{ total: 21, pageNumber: pageOf(request), pageSize: 20 },
      }),
      'POST /api/change-sets/d1/affected-records': (request: SentRequest) => ({
        data: [pageOf(request) === 0 ? { _id: 'r1', name: 'Saw' } : { _id: 'r2', name: 'Plane' }],
        ...{ total: 30, pageNumber: pageOf(request), pageSize: 25 },
      }),
    });
    show();
    const press = userEvent.setup();
    const list = screen.getByRole('list', { name: 'Rights' });
    within(list).getByText('All → Own', { exact: false });
    await press.click(within(list).getByRole('button', { name: 'Show people: View on Tools' }));
    const dialog = await screen.findByRole('dialog', { name: 'Clerk: View on Tools' });
    const row = await within(dialog).findByRole('row', { name: /Person 0/u });
    expect(within(row).getByRole('link', { name: 'Person 0' }).getAttribute('href')).toBe('/admin/studio/access?user=u0&module=tools');
    expect(within(row).getByRole('link', { name: 'Saw' }).getAttribute('href')).toContain('/tools/r1');
    within(within(dialog).getByRole('row', { name: /Person 1/u })).getByText('All, as before, by another role');
    expect(within(within(dialog).getByRole('row', { name: /Person 2/u })).getAllByText('not counted')).toHaveLength(2);
    await press.click(within(row).getByRole('button', { name: '30 records: Loses, Person 0' }));
    const records = await within(dialog).findByRole('list', { name: 'Person 0 loses these records' });
    expect(within(records).getByRole('link', { name: 'Explain Saw' }).getAttribute('href')).toBe(
      '/admin/studio/access?user=u0&module=tools&record=r1',
    );
    await press.click(within(dialog).getByRole('button', { name: 'Next page' }));
    await within(dialog).findByRole('link', { name: 'Plane' });
    await press.click(within(dialog).getByRole('button', { name: 'Back to the people' }));
    await press.click(within(dialog).getByRole('button', { name: 'Next page' }));
    await within(dialog).findByRole('row', { name: /Person 20/u });
    expect(sent.filter(({ path }) => path.endsWith('/affected-users')).map(({ body }) => body)).toEqual([
      { role: 'clerk', module: 'tools', field: null, right: 'view', pageNumber: 0, pageSize: 20 },
      { role: 'clerk', module: 'tools', field: null, right: 'view', pageNumber: 1, pageSize: 20 },
    ]);
  });

  it('says that nobody has the role, and why the people cannot be loaded', async () => {
    let isBroken = true;
    serve({
      ...base,
      'POST /api/change-sets/d1/affected-users': () =>
        isBroken
          ? Response.json({ error: 'Too busy.', code: 'overloaded', details: [] }, { status: 503 })
          : { data: [], total: 0, pageNumber: 0, pageSize: 20 },
    });
    show();
    const press = userEvent.setup();
    await press.click(screen.getByRole('button', { name: 'Show people: View on Tools' }));
    const dialog = await screen.findByRole('dialog', { name: 'Clerk: View on Tools' });
    await within(dialog).findByText('Too busy.');
    isBroken = false;
    await press.click(within(dialog).getByRole('button', { name: /again/iu }));
    await within(dialog).findByText('No active user has this role.');
    await press.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
