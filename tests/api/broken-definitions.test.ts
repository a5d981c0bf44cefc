import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { describeOnEachStore } from './each-store.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

describeOnEachStore('A broken definition file', (server) => {
  let folder: string;
  const tools = (): string => path.join(folder, 'tools', 'module.json');

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'muster-definitions-'));
    cpSync(path.join(top, 'tests/fixtures/workshop'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const store = (): 'sqlite' | 'mongodb' => (server().application.store.capabilities.product.startsWith('SQLite') ? 'sqlite' : 'mongodb');

  it.each([
    ['{ "id": "tools",', '/', /JSON/],
    ['{ "id": "tools", "name": "tools", "label": "Tools", "labelSingular": "Tool", "kind": "odd", "fields": [] }', '/kind', /./],
    [
      '{ "id": "tools", "name": "tools", "label": "Tools", "labelSingular": "Tool", "kind": "plain", "fields": [{ "id": "x", "fieldName": "x", "label": "X", "inputType": "Dropdown", "dropdown": "none_such" }] }',
      '/fields/0/dropdown',
      /none_such/,
    ],
  ])('stops the first start with an error that contains file, path and cause: %s', async (text, at, cause) => {
    writeFileSync(tools(), text);
    const refusal = await startServer({ store: store(), definitionFolders: [folder], plugins: [] }).then(
      async (started) => {
        await started.stop();
        return undefined;
      },
      (error: Error & { code?: string }) => error,
    );
    expect(refusal?.code).toBe('definition_broken');
    expect(refusal?.message).toContain('tools/module.json');
    expect(refusal?.message).toContain(at);
    expect(refusal?.message).toMatch(cause);
  });

  it('keeps the last valid definitions active while the product runs, and is loaded once it is valid again', async () => {
    const started = await startServer({ store: store(), definitionFolders: [folder], plugins: [] });
    try {
      const made = await started.admin.post('/api/tools', { name: 'Good', weight: 1 });
      expect(made.status).toBe(201);
      const good = (await started.admin.get('/api/ss-modules/by-name/tools')).body.definition;
      writeFileSync(tools(), '{');
      expect((await started.admin.get('/api/ss-modules/rebuild-models')).status).toBe(200);
      expect((await started.admin.get(`/api/tools/${made.body._id}`)).body.weight).toBe(1);
      // The state is public; only a System Admin can read the reasons.
      expect((await started.anonymous.get('/api/ready')).body).toMatchObject({ status: 'ready', definitions: 'last_good' });
      expect((await started.admin.get('/api/ready/problems')).body).toMatchObject({
        total: 1,
        data: [
          { file: expect.stringMatching(/tools\/module\.json$/) as string, path: '/', cause: expect.stringContaining('JSON') as string },
        ],
      });
      expect((await started.anonymous.get('/api/ready/problems')).status).toBe(401);
      expect((await started.admin.put(`/api/tools/${made.body._id}`, { weight: 2 })).status).toBe(200);
      const { relationships: _relationships, ...definition } = good;
      writeFileSync(tools(), JSON.stringify({ ...definition, labelSingular: 'Implement' }));
      expect((await started.admin.get('/api/ss-modules/rebuild-models')).status).toBe(200);
      expect((await started.admin.get('/api/ss-modules/by-name/tools')).body.labelSingular).toBe('Implement');
      expect((await started.anonymous.get('/api/ready')).body.definitions).toBe('current');
      expect((await started.admin.get('/api/ready/problems')).body).toEqual({ data: [], total: 0 });
      expect((await started.admin.get(`/api/tools/${made.body._id}`)).body.weight).toBe(2);
      // A reference to a missing module has no effect, and does not stop the definitions: it is reported.
      const lost = { id: 'tools_lost', fieldName: 'lost', label: 'Lost', inputType: 'Relate', ref: 'makrs' };
      writeFileSync(tools(), JSON.stringify({ ...definition, fields: [...definition.fields, lost] }));
      expect((await started.admin.get('/api/ss-modules/rebuild-models')).status).toBe(200);
      expect((await started.anonymous.get('/api/ready')).body.definitions).toBe('current');
      expect((await started.admin.get('/api/ready/problems')).body.data).toContainEqual({
        file: expect.stringMatching(/tools\/module\.json$/) as string,
        path: '/fields/lost',
        cause: 'lost is left out: there is no module makrs. Did you mean makers?',
      });
    } finally {
      await started.stop();
    }
  });
});
