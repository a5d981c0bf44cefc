import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { InTransactionContext, MergeEvent } from '../../../engine/records/index.ts';
import type { JsonObject } from '#engine/model/values';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

/** Undo, merge and access explanations: what is stored about saves, and who may read it. */
export function describeHistory(makeStore: MakeStore): void {
  describe('history', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    afterEach(() => world.setHooks({}));
    afterAll(() => world.close());

    it('undoes a batch: deletes created records, restores changed ones, and leaves those changed since', async () => {
      const { records, people, seed } = world;
      const changed = await seed('patients', { last_name: 'Before', title: 'Old', assigned_to: people.ann.userId });
      const since = await seed('patients', { last_name: 'Since', title: 'Old' });
      const marked = await seed('patients', { last_name: 'Marked', assigned_to: people.ann.userId });
      const { batchId, record: made } = await records.create(people.ann, {
        module: 'patients',
        fields: { last_name: 'Made', assigned_to: people.ann.userId },
      });
      await records.update(people.ann, { module: 'patients', id: changed, fields: { title: 'New', department: 'D' }, batchId });
      await records.update(people.ann, { module: 'patients', id: changed, fields: { title: 'Newer' }, batchId });
      await records.update(people.ann, { module: 'patients', id: since, fields: { title: 'New' }, batchId });
      await records.markDeleted(people.ann, { module: 'patients', ids: [marked], batchId });
      await records.update(people.admin, { module: 'patients', id: since, fields: { department: 'X' } });
      expect(await codeOf(records.undoBatch(people.bob, { batchId }))).toBe('batch_not_found');
      expect(await codeOf(records.undoBatch(people.ann, { batchId: 'nothing' }))).toBe('batch_not_found');
      const result = await records.undoBatch(people.ann, { batchId });
      expect(result.undoBatchId).not.toBe(batchId);
      expect(result.undone.map((one) => one._id).sort()).toEqual([changed, marked, made._id].sort());
      expect(result.left).toMatchObject([{ _id: since, code: 'version_conflict' }]);
      const after = await records.get(people.admin, { module: 'patients', id: changed });
      expect(after).toMatchObject({ title: 'Old', _version: 4 });
      expect(after).not.toHaveProperty('department');
      expect((await records.get(people.admin, { module: 'patients', id: marked }))['deleted']).toBe(false);
      expect((await records.get(people.admin, { module: 'patients', id: made._id }))['deleted']).toBe(true);
      expect((await records.get(people.admin, { module: 'patients', id: since }))['title']).toBe('New');
      // Undoing the undo restores the batch.
      await records.undoBatch(people.ann, { batchId: result.undoBatchId });
      expect(await records.get(people.admin, { module: 'patients', id: changed })).toMatchObject({ title: 'Newer', department: 'D' });
      expect((await records.get(people.admin, { module: 'patients', id: made._id }))['deleted']).toBe(false);
    });

    it('undoes with the current rights', async () => {
      const { records, people, seed, north } = world;
      const id = await seed('patients', { last_name: 'Moved away', title: 'Old', teams: [north] });
      // Without a team only its owner sees it, who is nobody.
      const { batchId } = await records.update(people.ann, { module: 'patients', id, fields: { title: 'New', teams: [] } });
      expect((await records.undoBatch(people.ann, { batchId })).left).toMatchObject([{ _id: id, code: 'record_not_found' }]);
      expect((await records.undoBatch(people.admin, { batchId })).undone).toHaveLength(1);
      expect(await records.get(people.ann, { module: 'patients', id })).toMatchObject({ title: 'Old' });
    });

    it('undoes a change by in-transaction hooks once, whether or not the hooks respond to the undo', async () => {
      const { records, people, seed } = world;
      const takes = async (context: InTransactionContext, both: boolean): Promise<void> => {
        const was = context.event.before?.['approved'] === true;
        const is = context.record['approved'] === true;
        if (was === is || (!is && !both)) return;
        const balance = await context.unit.get('balances', context.record['balance'] as string);
        await context.update('balances', context.record['balance'] as string, { hours: Number(balance?.['hours']) + (is ? -2 : 2) });
      };
      for (const both of [true, false]) {
        world.setHooks({
          inTransaction: (module) => (module === 'visits' ? [{ plugin: 'p', name: 't', run: (context) => takes(context, both) }] : []),
        });
        const balance = await seed('balances', { name: 'B', hours: 8 });
        const visit = await seed('visits', { name: 'V', balance, assigned_to: people.ann.userId });
        const { batchId } = await records.update(people.ann, { module: 'visits', id: visit, fields: { approved: true } });
        expect((await records.get(people.admin, { module: 'balances', id: balance }))['hours']).toBe(6);
        const result = await records.undoBatch(people.ann, { batchId });
        expect(result.left).toEqual([]);
        expect((await records.get(people.admin, { module: 'balances', id: balance }))['hours']).toBe(8);
        expect(await records.get(people.admin, { module: 'visits', id: visit })).not.toHaveProperty('approved', true);
      }
    });

    it('undoes values set by a hook in addition to those set by the user', async () => {
      const { records, people, seed } = world;
      const id = await seed('patients', { last_name: 'Graded', title: 'A', grade: 'first' });
      world.setHooks({
        preSave: (module) =>
          module === 'patients'
            ? [
                {
                  plugin: 'p',
                  name: 't',
                  run: async ({ draft, event }) => {
                    if (event.changeSource !== 'undo') draft['grade'] = 'second';
                  },
                },
              ]
            : [],
      });
      const { batchId } = await records.update(people.ann, { module: 'patients', id, fields: { title: 'B' } });
      expect(await records.get(people.ann, { module: 'patients', id })).toMatchObject({ title: 'B', grade: 'second' });
      expect((await records.undoBatch(people.ann, { batchId })).left).toEqual([]);
      expect(await records.get(people.ann, { module: 'patients', id })).toMatchObject({ title: 'A', grade: 'first' });
    });

    it('merges duplicates with all references to them, and undoes the merge', async () => {
      const { records, people, seed, north, south } = world;
      const mine = { assigned_to: people.ann.userId, teams: [north] };
      const primary = await seed('patients', {
        last_name: 'Primary',
        title: 'Keep',
        email_addresses: [{ email_address: 'one@x.example', primary: true }],
        ...mine,
      });
      const first = await seed('patients', {
        last_name: 'First',
        title: 'Lose',
        department: 'Take',
        email_addresses: [{ email_address: 'ONE@x.example' }, { email_address: 'two@x.example', primary: true }],
        ...mine,
      });
      const second = await seed('patients', { last_name: 'Second', department: 'Late', mobile_phone: '3055550199', ...mine });
      const visit = await seed('visits', {
        name: 'Refers',
        patients_visits: first,
        about: { module: 'patients', id: second },
        assigned_to: people.ann.userId,
      });
      const foreign = await seed('patients', { last_name: 'Foreign', teams: [south] });
      const notMine = await seed('patients', { last_name: 'Not mine', teams: [north] });
      expect(await codeOf(records.merge(people.ann, { module: 'patients', primaryId: primary, duplicateIds: [foreign] }))).toBe(
        'record_not_found',
      );
      expect(await codeOf(records.merge(people.ann, { module: 'patients', primaryId: primary, duplicateIds: [notMine] }))).toBe(
        'action_not_allowed',
      );
      expect(await codeOf(records.merge(people.ann, { module: 'patients', primaryId: primary, duplicateIds: [primary] }))).toBe(
        'body_invalid',
      );
      const merged = await records.merge(people.ann, {
        module: 'patients',
        primaryId: primary,
        duplicateIds: [first, second],
        fields: { description: 'chosen' },
      });
      expect(merged.record).toMatchObject({
        last_name: 'Primary',
        title: 'Keep',
        department: 'Take',
        mobile_phone: '3055550199',
        description: 'chosen',
      });
      expect((merged.record['email_addresses'] as readonly { email_address: string }[]).map((one) => one.email_address)).toEqual([
        'one@x.example',
        'two@x.example',
      ]);
      expect(merged.moved).toEqual([
        { module: 'visits', field: 'about', count: 1 },
        { module: 'visits', field: 'patients_visits', count: 1 },
      ]);
      expect(await records.get(people.admin, { module: 'visits', id: visit })).toMatchObject({
        patients_visits: primary,
        about: { module: 'patients', id: primary },
      });
      expect((await records.get(people.admin, { module: 'patients', id: first }))['deleted']).toBe(true);
      const undone = await records.undoBatch(people.ann, { batchId: merged.batchId });
      expect(undone.left).toEqual([]);
      expect(await records.get(people.admin, { module: 'visits', id: visit })).toMatchObject({
        patients_visits: first,
        about: { module: 'patients', id: second },
      });
      const back = await records.get(people.admin, { module: 'patients', id: primary });
      expect(back).toMatchObject({ title: 'Keep', deleted: false });
      expect(back).not.toHaveProperty('department');
      expect((await records.get(people.admin, { module: 'patients', id: second }))['deleted']).toBe(false);
    });

    it('commits the records of merge hooks with the merge, or does not merge', async () => {
      const { records, people, seed, north } = world;
      const mine = { assigned_to: people.ann.userId, teams: [north] };
      const primary = await seed('patients', { last_name: 'Noted primary', ...mine });
      const duplicate = await seed('patients', { last_name: 'Noted duplicate', ...mine });
      const input = { module: 'patients', primaryId: primary, duplicateIds: [duplicate] };
      const events: MergeEvent[] = [];
      const noting = (module: string, fields: JsonObject): void =>
        world.setHooks({
          onMerge: (merged) =>
            merged === 'patients'
              ? [
                  {
                    plugin: 'notes',
                    name: 'note',
                    run: async (context) => {
                      events.push(context.event);
                      await context.create(module, fields);
                    },
                  },
                ]
              : [],
        });
      noting('firms', { stage: 'open' });
      expect(await codeOf(records.merge(people.ann, input))).toBe('validation_failed');
      expect((await records.get(people.admin, { module: 'patients', id: duplicate }))['deleted']).toBe(false);
      noting('balances', { name: 'Note of a merge' });
      const { batchId } = await records.merge(people.ann, input);
      world.setHooks({});
      expect(events.at(-1)).toMatchObject({
        module: { name: 'patients' },
        primaryId: primary,
        duplicateIds: [duplicate],
        actor: { userId: people.ann.userId },
        batchId,
      });
      const [note] = (await records.find(people.admin, { module: 'balances', filter: { name: 'note of a merge' } })).data;
      expect(note).toMatchObject({
        created_by: people.ann.userId,
        createdAt: (await records.get(people.admin, { module: 'patients', id: duplicate }))['updatedAt'],
      });
      await records.undoBatch(people.ann, { batchId });
      expect((await records.find(people.admin, { module: 'balances', filter: { name: 'note of a merge' } })).total).toBe(0);
      const idempotency = { key: 'once', path: 'POST /api/merge', bodyDigest: 'same' };
      const once = await records.merge(people.ann, { ...input, idempotency });
      expect(await records.merge(people.ann, { ...input, idempotency })).toMatchObject({
        batchId: once.batchId,
        moved: once.moved,
        record: { _id: primary },
      });
      expect(await codeOf(records.merge(people.ann, { ...input, idempotency: { ...idempotency, bodyDigest: 'other' } }))).toBe(
        'idempotency_conflict',
      );
    });

    it('explains allowed and denied actions, with the smallest change that would allow them', async () => {
      const { records, people, seed, north, south } = world;
      const near = await seed('patients', { last_name: 'Near', teams: [north] });
      const far = await seed('patients', { last_name: 'Far', teams: [south] });
      const explain: RecordsEnvironment['records']['explain'] = (actor, question) => records.explain(actor, question);
      expect(await explain(people.ann, { module: 'patients', id: near, action: 'view' })).toMatchObject({ allowed: true });
      const last = (await explain(people.ann, { module: 'patients', id: near, action: 'view' })).reasons.at(-1);
      expect(last).toMatchObject({ rule: 'teams', passes: true, decides: true, team: north });
      const unseen = await explain(people.ann, { module: 'patients', id: far, action: 'view' });
      expect(unseen).toEqual(await explain(people.ann, { module: 'patients', id: 'no-such-record', action: 'view' }));
      expect(unseen.allowed).toBe(false);
      expect(await explain(people.ann, { module: 'patients', id: near, action: 'delete' })).toMatchObject({
        allowed: false,
        grant: { kind: 'owner', module: 'patients', property: 'assigned_to', value: people.ann.userId },
      });
      expect(await explain(people.ann, { module: 'patients', id: near, action: 'view', field: 'diagnosis' })).toMatchObject({
        allowed: false,
        grant: { kind: 'role', role: 'Worker', property: 'field_access.diagnosis', value: 'read-only', label: 'Diagnosis' },
      });
      expect(await explain(people.ann, { module: 'patients', action: 'export' })).toMatchObject({
        allowed: false,
        grant: { kind: 'role', role: 'Worker', property: 'export', value: true },
      });
      expect(await explain(people.eve, { module: 'patients', action: 'view' })).toMatchObject({
        allowed: false,
        grant: { kind: 'role', module: 'patients', property: 'view', value: 'Owner' },
      });
      expect(await codeOf(explain(people.ann, { module: 'patients', action: 'view', userId: people.bob.userId }))).toBe('admin_only');
      const shared = await seed('patients', { last_name: 'Shared', teams: [north], assigned_to: people.bob.userId });
      const denied = await explain(people.ann, { module: 'patients', id: shared, action: 'delete' });
      expect(denied.reasons.map(({ text }) => text)).toEqual([
        'Your account is active.',
        'The role Worker gives you access to patients.',
        'You are in a team of this patient.',
        'You may delete only patients assigned to you.',
      ]);
      expect(await explain(people.admin, { module: 'patients', id: far, action: 'view', userId: people.ann.userId })).toMatchObject({
        allowed: false,
        grant: { kind: 'team', property: 'teams', value: south },
      });
      expect(await explain(people.admin, { module: 'patients', id: far, action: 'edit' })).toMatchObject({
        allowed: true,
        reasons: [{ rule: 'user_active' }, { rule: 'system_admin', decides: true }],
      });
      expect(await explain(people.admin, { module: 'patients', action: 'view', userId: people.ina.userId })).toMatchObject({
        allowed: false,
        reasons: [{ rule: 'user_active', passes: false, decides: true }],
      });
    });
  });
}
