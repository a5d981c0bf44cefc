import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ChangeSetSummary } from '#engine/model/wire';
import { createConversionWork, WITHOUT_SCHEDULE } from './conversion-work.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore(
  'Conversions of types without a draft',
  (server) => {
    const { admin, draft, read, call, module, make, sizesOf, typeOf, settled } = createConversionWork(server);
    let isStopped = false;
    /** Stops the conversion of the newest draft, once. */
    const stopNewest = async (): Promise<void> => {
      if (isStopped) return;
      isStopped = true;
      const [newest] = (await admin().get('/api/change-sets?state=draft&pageSize=1')).body.data as readonly ChangeSetSummary[];
      expect((await call(newest?._id ?? '', 'stop')).status).toBe(200);
    };

    it('are begun by changes without a draft, which become one, unless values need a decision', async () => {
      await make('hulls', { inputType: 'TextField' }, ['1', '2', 'wide']);
      const { definition } = module('hulls', { inputType: 'Number' });
      const put = (query: string, headers?: { readonly [name: string]: string }) =>
        admin().put(`/api/ss-modules/hulls${query}`, { fields: definition.fields }, headers);
      const refused = await put('');
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        409,
        'values_not_convertible',
        expect.stringContaining('Send values=clear to remove them, or publish this change with a draft'),
      ]);
      expect((await put('?values=keep')).body.code).toBe('values_not_convertible');
      const key = { 'idempotency-key': 'hulls-once' };
      const started = await put('?values=clear', key);
      expect([started.status, started.body]).toMatchObject([202, { success: true, conversion: 'running' }]);
      const again = await put('?values=clear', key);
      expect([again.status, again.body]).toEqual([202, started.body]);
      const id = String(started.body['_id']);
      expect(await settled(id)).toMatchObject({
        state: 'published',
        name: 'Other types: module/hulls',
        author: { _id: expect.any(String) },
      });
      expect(typeOf('hulls')).toBe('Number');
      expect(await sizesOf('hulls', {}, 'size')).toEqual([1, 2, null]);
    });

    it('are cancelled also without a draft of their own: the changes stay as one', async () => {
      await make('masts', { inputType: 'TextField' }, ['1']);
      const { changeSets } = server().application;
      const { definition } = module('masts', { inputType: 'Number' });
      const changes = [{ kind: 'module' as const, id: 'masts', definition }];
      const values = { byId: new Map<string, never>(), others: undefined };
      const { userId } = { userId: (await draft([])).author?._id ?? '' };
      const started = await changeSets.startDirect({ userId }, { changes, values, advice: '' });
      const id = started?._id ?? '';
      expect(await read(id)).toMatchObject({ state: 'draft', shared: true, conversion: { state: 'running' } });
      expect((await call(id, 'cancel')).status).toBe(200);
      expect(await read(id)).toMatchObject({ state: 'draft', conversion: null, changes: [{ artifact: 'module/masts' }] });
      expect(typeOf('masts')).toBe('TextField');
      expect((await admin().delete(`/api/change-sets/${id}`)).status).toBe(200);
    });

    it('are completed by the command that applies a folder, which ends if somebody stops them', async () => {
      await make('keels', { inputType: 'TextField' }, ['1', '2', 'long']);
      const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-conversions-'));
      try {
        const { changeSets, registry } = server().application;
        await registry.exportDefinitions(folder);
        const file = path.join(folder, 'modules/keels/module.json');
        writeFileSync(file, JSON.stringify(module('keels', { inputType: 'Number' }).definition));
        const { plan } = await changeSets.planFolder(folder);
        expect(plan).toMatchObject({
          problems: [],
          conversions: [{ module: 'keels', from: 'TextField', to: 'Number', count: 3, failed: 1 }],
        });
        await expect(changeSets.applyFolder(folder, { kind: 'keep' })).rejects.toMatchObject({
          code: 'values_not_convertible',
          message: expect.stringContaining('--values clear'),
        });
        const stopping = changeSets.applyFolder(folder, { kind: 'clear' }, { signal: new AbortController().signal, report: stopNewest });
        await expect(stopping).rejects.toMatchObject({
          code: 'conversion_ended',
          message: expect.stringContaining('Somebody stopped it.'),
        });
        expect(typeOf('keels')).toBe('TextField');
        const [left] = (await admin().get('/api/change-sets?state=draft')).body.data as readonly ChangeSetSummary[];
        expect(left).toMatchObject({ name: 'Applied from a folder', author: null, conversion: { state: 'stopped' } });
        expect((await call(left?._id ?? '', 'cancel')).status).toBe(200);
        expect(await changeSets.applyFolder(folder, { kind: 'clear' })).toMatchObject({ changes: 1 });
        expect(typeOf('keels')).toBe('Number');
        expect(await sizesOf('keels', {}, 'size')).toEqual([1, 2, null]);
        expect(await changeSets.planFolder(folder)).toMatchObject({ moved: [], plan: { changes: [] } });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
  WITHOUT_SCHEDULE,
);
