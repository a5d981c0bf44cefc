import { expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeOnEachStore } from './each-store.ts';

/** The lines of a CSV file without its head; values in quotes keep their quotes. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .slice(1);

describeOnEachStore('The export of the audit log', (server) => {
  const admin = (): ApiClient => server().admin;
  const exportOf = (client: ApiClient, searchTerms: object) => client.post('/api/audit-log/export', { searchTerms });
  const make = async (values: object): Promise<string> => (await admin().post('/api/tools', values)).body._id as string;

  it('is a CSV file of what the filter matches, newest first, with names and labels instead of ids and values', async () => {
    const spare = await make({ name: 'Spare blade' });
    const tool = await make({ name: 'Band saw, large' });
    await admin().put(`/api/tools/${tool}`, { state: 'broken', is_sharp: true, spares: [spare], notes: '=1+1', cost: 12.5 });
    const response = await exportOf(admin(), { module: 'tools', record_id: tool });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('audit-log.csv');
    const text = response.body as string;
    const lines = linesOf(text);
    expect(lines).toHaveLength(6);
    expect(lines.every((line) => line.includes(',Tools,"Band saw, large",'))).toBe(true);
    expect(text).toContain(',State,New,Broken');
    expect(text).toMatch(/,Sharp,(No)?,Yes/);
    expect(text).toMatch(/,Spares,,Spare blade/);
    // A spreadsheet would execute it.
    expect(text).toContain(",Notes,,'=1+1");
    const { data } = (await admin().get('/api/users')).body as { data: { _id: string }[] };
    for (const { _id } of data) expect(text).not.toContain(_id);
    expect(lines.at(-1)?.endsWith('direct record,,,"Band saw, large"')).toBe(true);
    const states = await exportOf(admin(), { module: 'tools', record_id: tool, field: 'state' });
    expect(linesOf(states.body as string)).toHaveLength(1);
    const made = await exportOf(admin(), { module: 'tools', record_id: tool, field: { exists: false } });
    expect(linesOf(made.body as string)).toHaveLength(1);
  });

  it('has every entry of a long log', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 260; number += 1) ids.push(await make({ name: `Clamp ${number}` }));
    const { body } = await exportOf(admin(), { module: 'tools', record_name: { startsWith: 'clamp' } });
    const lines = linesOf(body as string);
    expect(lines).toHaveLength(260);
    expect(lines[0]).toContain('Clamp 259');
    expect(lines[0]).toContain(ids[259]);
  });

  it('contains only what the requester may read, and needs the right to export', async () => {
    const keeper = await createSignedInUser(server(), 'export.keeper@muster.test', ['Keeper']);
    const borrower = await createSignedInUser(server(), 'export.borrower@muster.test', ['Borrower']);
    const tool = await make({ name: 'Priced', cost: 99 });
    await admin().put(`/api/tools/${tool}`, { cost: 4321.25, weight: 3 });
    const text = (await exportOf(keeper, { module: 'tools', record_id: tool })).body as string;
    expect(linesOf(text)).toHaveLength(2);
    expect(text).not.toContain('4321.25');
    expect((await exportOf(keeper, {})).body).toMatchObject({ code: 'admin_only' });
    expect((await exportOf(keeper, { module: 'webhooks' })).status).toBe(403);
    expect((await exportOf(borrower, { module: 'tools' })).body).toMatchObject({ code: 'action_not_allowed' });
    expect((await exportOf(admin(), { nothing: 1 })).status).toBe(422);
    expect((await admin().post('/api/audit-log/export', { searchTerms: {}, pageSize: 5 })).status).toBe(422);
    expect((await exportOf(server().anonymous, {})).status).toBe(401);
  });
});
