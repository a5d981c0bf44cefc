import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { describeRules } from './each-store.ts';

const MODULE_OF_SITE = {
  id: 'vaults',
  name: 'vaults',
  label: 'Vaults',
  labelSingular: 'Vault',
  kind: 'plain',
  locked: true,
  fields: [{ id: 'v_size', fieldName: 'size', label: 'Size', inputType: 'Number' }],
  custom: true,
  active: true,
};

describeRules('A locked module', (server) => {
  const admin = () => server().admin;
  const registry = () => server().application.registry;
  const draft = async (changes: readonly object[]): Promise<ChangeSetView> => {
    const made = (await admin().post('/api/change-sets', { name: 'Locked' })).body as ChangeSetView;
    const { status, body } = await admin().put(`/api/change-sets/${made._id}/changes`, { _version: made._version, changes });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ChangeSetView;
  };
  const publish = (id: string) => admin().post(`/api/change-sets/${id}/publish`, {});
  const mustPublish = async (changes: readonly object[]): Promise<ChangeSetView> => {
    const made = await draft(changes);
    const { status, body } = await publish(made._id);
    expect(status, JSON.stringify(body)).toBe(200);
    return made;
  };
  const definition = (id: string) => registry().definitions().module.get(id) as unknown as JsonObject;
  const module = (id: string, more: object) => ({ kind: 'module', id, definition: { ...definition(id), ...more } });

  it('of the product is refused by a draft, by its plan and by the endpoints of definitions, also when it is unlocked', async () => {
    const removal = { kind: 'module', id: 'teams', definition: null };
    for (const change of [module('teams', { label: 'Groups' }), module('teams', { locked: false }), removal]) {
      const made = await draft([change]);
      const problem = { file: 'module/teams', path: '/locked', cause: expect.stringMatching(/^Teams is locked: the product depends/u) };
      expect(made.problems).toContainEqual(expect.objectContaining({ ...problem, change: { kind: 'module', id: 'teams' } }));
      const plan = (await admin().post(`/api/change-sets/${made._id}/plan`, {})).body;
      expect(plan.problems).toContainEqual(expect.objectContaining(problem));
      const refused = await publish(made._id);
      expect(refused).toMatchObject({ status: 409, body: { code: 'module_locked', details: [{ definition: 'module/teams' }] } });
      await admin().delete(`/api/change-sets/${made._id}`);
    }
    expect((await admin().put('/api/ss-modules/teams', { label: 'Groups' })).body.code).toBe('module_locked');
    expect((await admin().delete('/api/ss-modules/teams')).body.code).toBe('module_locked');
    expect(definition('teams')).toMatchObject({ label: 'Teams', locked: true });
  });

  it('of an admin is refused until it is unlocked, which can be part of the same change-set', async () => {
    await mustPublish([{ kind: 'module', id: 'vaults', definition: MODULE_OF_SITE }]);
    const refused = await admin().put('/api/ss-modules/vaults', { label: 'Safes' });
    expect([refused.body.code, refused.body.error]).toEqual(['module_locked', expect.stringContaining('Turn off Locked in its settings')]);
    expect((await admin().delete('/api/ss-modules/vaults')).body.code).toBe('module_locked');
    await mustPublish([module('vaults', { locked: false, label: 'Safes' })]);
    const renamed = await mustPublish([module('vaults', { label: 'Strongrooms' })]);
    expect((await admin().put('/api/ss-modules/vaults', { locked: true })).status).toBe(200);
    expect((await admin().post(`/api/change-sets/${renamed._id}/revert`, {})).body.code).toBe('module_locked');
    expect(definition('vaults')).toMatchObject({ label: 'Strongrooms', locked: true });
  });

  it('keeps its records, layouts and the rights of roles on it editable', async () => {
    const layout = registry().current().layout('teams', 'grid', []);
    const changes = [
      { kind: 'layout', id: 'teams_of_clerks', definition: { ...layout, id: 'teams_of_clerks' } },
      { kind: 'role', definition: { name: 'Team clerk', module_access: { teams: { access: true, view: 'All' } }, field_access: {} } },
    ];
    await mustPublish(changes);
    expect(registry().definitions().layout.has('teams_of_clerks')).toBe(true);
    expect((await admin().post('/api/teams', { name: 'Night shift' })).status).toBe(201);
  });

  it('is refused when a folder is applied', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-locked-'));
    const { changeSets } = server().application;
    try {
      await registry().exportDefinitions(folder);
      const file = path.join(folder, 'modules/teams/module.json');
      writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), label: 'Groups' }));
      const { plan } = await changeSets.planFolder(folder);
      expect(plan.problems).toContainEqual(expect.objectContaining({ path: '/locked' }));
      await expect(changeSets.applyFolder(folder, undefined)).rejects.toMatchObject({ code: 'module_locked' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
