import { expect, it } from 'vitest';
import type { WebhooksEnvironment } from './webhooks-environment.ts';

export function itIsAudited(hooks: WebhooksEnvironment): void {
  it('are audited: who created, changed, paused and removed them, without the secret or the path of the URL', async () => {
    const { admin, receiver, make, makeTool, settle } = hooks;
    const boss = (await admin.post('/api/users/search', { searchTerms: { email: 'admin@muster.test' } })).body.data[0]._id;
    const { _id, path, secret } = await make({ events: ['created'] });
    await admin.put(`/api/webhooks/${_id}`, { name: 'Books', events: ['created', 'updated'] });
    await admin.put(`/api/webhooks/${_id}`, { url: `${receiver.url}${path}-moved` });
    const rotated = (await admin.post(`/api/webhooks/${_id}/rotate-secret`)).body.secret;
    receiver.respondWith(`${path}-moved`, 410);
    await makeTool();
    await settle();
    await admin.put(`/api/webhooks/${_id}`, { active: true });
    await admin.put(`/api/webhooks/${_id}`, { active: false });
    await admin.delete(`/api/webhooks/${_id}`);
    const { body } = await admin.post('/api/audit-log/search', { searchTerms: { module: 'webhooks', record_id: _id }, pageSize: 50 });
    const shown = `${receiver.url}/••••••`;
    const lines = body.data
      .map((entry: { [name: string]: unknown }) => [
        entry['changed_by'] ?? entry['changed_through'],
        entry['field'],
        entry['previous_value'],
        entry['new_value'],
      ])
      .reverse();
    const made = { name: 'Ledger', url: shown, modules: ['tools'], events: ['created'], filter: {}, includeRecord: false, active: true };
    expect(lines).toEqual([
      [boss, null, null, made],
      [boss, 'name', 'Ledger', 'Books'],
      [boss, 'events', ['created'], ['created', 'updated']],
      [boss, 'url', shown, shown],
      [boss, 'secret', '••••••', '••••••'],
      ['webhooks', 'paused', false, true],
      [boss, 'paused', true, false],
      [boss, 'active', true, false],
      [boss, null, { ...made, name: 'Books', events: ['created', 'updated'], active: false }, null],
    ]);
    for (const hidden of [secret.slice(6), rotated.slice(6), path.slice(1)]) expect(JSON.stringify(body)).not.toContain(hidden);
    expect((await admin.get('/api/audit-log?module=webhooks')).body.total).toBeGreaterThanOrEqual(lines.length);
  });
}
