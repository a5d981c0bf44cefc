import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MusterError } from '../../../engine/errors/index.ts';
import {
  CHANGE_KEYS,
  CHANGES_COLLECTION,
  type ChangeEntry,
  type InTransactionContext,
  type NamedHook,
  type PreSaveContext,
} from '../../../engine/records/index.ts';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

type PreSave = (context: PreSaveContext) => Promise<void>;
type TransactionHook = (context: InTransactionContext) => Promise<void>;

function named<Context>(plugin: string, run: (context: Context) => Promise<void>): NamedHook<Context> {
  return { plugin, name: 'test', run };
}

/** An approved visit subtracts its hours from a balance, in the same commit; a revoked one returns them. */
const takeHours: TransactionHook = async (context) => {
  const before = context.event.before?.['approved'] === true;
  const after = context.record['approved'] === true && context.record['deleted'] !== true;
  if (before === after) return;
  const id = context.record['balance'] as string;
  const balance = await context.unit.get('balances', id);
  const left = Number(balance?.['hours']) + (after ? -1 : 1) * Number(context.record['hours']);
  if (left < 0) context.refuse('validation_failed', { message: 'Not enough hours.', data: { left } });
  await context.update('balances', id, { hours: left });
};

/** Hooks in the save pipeline: order, refusal, drafts, changes to other records in the same commit, absence checks, outbox. */
export function describeHooks(makeStore: MakeStore): void {
  describe('hooks', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    afterEach(() => world.setHooks({}));
    afterAll(() => world.close());

    const preSave = (...hooks: readonly PreSave[]): void =>
      world.setHooks({ preSave: (module) => (module === 'patients' ? hooks.map((hook, index) => named(`plugin${index}`, hook)) : []) });

    it('runs pre-save hooks in order on one draft, with the event of their save', async () => {
      const seen: unknown[] = [];
      preSave(
        async ({ draft, event }) => {
          seen.push([event.kind, [...event.changed()].sort(), event.before?.['title']]);
          draft['title'] = `${draft['title'] as string} one`;
          draft['grade'] = ' set by a hook ';
        },
        async (context) => {
          context.draft['title'] = `${context.draft['title'] as string} two`;
          context.warn('careful', 'Take care.');
        },
      );
      const made = await world.records.create(world.people.ann, { module: 'patients', fields: { last_name: 'Hooked', title: 'zero' } });
      expect(made.record).toMatchObject({ title: 'zero one two', grade: 'set by a hook' });
      expect(made.warnings).toEqual([{ code: 'careful', text: 'Take care.' }]);
      await world.records.update(world.people.ann, { module: 'patients', id: made.record._id, fields: { title: 'next' } });
      expect(seen[1]).toEqual(['update', ['title'], 'zero one two']);
      expect((seen[0] as unknown[])[0]).toBe('create');
    });

    it('reports to a hook whether the save is an edit, and whether it loads trusted records', async () => {
      const { records, people } = world;
      const seen: unknown[] = [];
      preSave(async ({ event }) => {
        seen.push([event.kind, event.changeSource === 'undo', event.isEdit(), event.isBulkLoad]);
      });
      const make = { module: 'patients', fields: { last_name: 'Asked' } };
      const {
        record: { _id: id },
      } = await records.create(people.ann, { ...make, allowDuplicates: true });
      const { batchId } = await records.update(people.ann, { module: 'patients', id, fields: { title: 'Dr' } });
      await records.undoBatch(people.ann, { batchId });
      await records.markDeleted(people.admin, { module: 'patients', ids: [id] });
      await records.create({ kind: 'system' }, make);
      await records.createMany({ kind: 'system' }, { module: 'patients', records: [make.fields], allowDuplicates: true });
      expect(seen).toEqual([
        ['create', false, true, false],
        ['update', false, true, false],
        ['update', true, false, false],
        ['delete', false, false, false],
        ['create', false, true, false],
        ['create', false, true, true],
      ]);
    });

    it('ends the save on a refusal with its code, text and data, and writes nothing', async () => {
      preSave(async (context) =>
        context.refuse('version_conflict', {
          message: 'Not so.',
          data: { matches: 2 },
          details: [{ field: 'title', code: 'odd', message: 'Odd.' }],
        }),
      );
      const error = await world.records
        .create(world.people.ann, { module: 'patients', fields: { last_name: 'Refused' } })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(MusterError);
      expect(error).toMatchObject({
        code: 'version_conflict',
        message: 'Not so.',
        status: 409,
        data: { matches: 2 },
        details: [{ field: 'title', code: 'odd' }],
      });
      world.setHooks({});
      expect((await world.records.find(world.people.admin, { module: 'patients', filter: { last_name: 'refused' } })).total).toBe(0);
    });

    it('validates values set by a hook like any other', async () => {
      preSave(async ({ draft }) => {
        draft['score'] = 'many';
      });
      expect(await codeOf(world.records.create(world.people.ann, { module: 'patients', fields: { last_name: 'Wrong' } }))).toBe(
        'validation_failed',
      );
    });

    it('reads without access checks in a hook, and acts as the plugin on behalf of the user', async () => {
      const secret = await world.seed('patients', { last_name: 'Unseen', teams: [world.south], diagnosis: 'secret' });
      let found: unknown;
      let actor: unknown;
      preSave(async (context) => {
        found = (await context.unit.get('patients', secret))?.['diagnosis'];
        actor = context.actor;
      });
      await world.records.create(world.people.ann, { module: 'patients', fields: { last_name: 'Sees' } });
      expect(found).toBe('secret');
      expect(actor).toEqual({ kind: 'plugin', name: 'plugin0', userId: world.people.ann.userId });
    });

    it('rejects writes to a module whose plugin is off, and no others', async () => {
      world.setHooks({
        assertAvailable: (module) => {
          if (module === 'patients') throw new MusterError('plugin_unavailable', { values: { plugin: 'x' } });
        },
      });
      expect(await codeOf(world.records.create(world.people.ann, { module: 'patients', fields: { last_name: 'Off' } }))).toBe(
        'plugin_unavailable',
      );
      expect(await codeOf(world.records.create(world.people.ann, { module: 'firms', fields: { name: 'On' } }))).toBe('no error');
    });

    it('commits the changes of in-transaction hooks with the save, or neither', async () => {
      const { records, people, seed } = world;
      world.setHooks({ inTransaction: (module) => (module === 'visits' ? [named('pto', takeHours)] : []) });
      const balance = await seed('balances', { name: 'Ann', hours: 8 });
      const visit = await seed('visits', { name: 'V', hours: 3, balance, assigned_to: people.ann.userId });
      await records.update(people.ann, { module: 'visits', id: visit, fields: { approved: true } });
      expect(await records.get(people.admin, { module: 'balances', id: balance })).toMatchObject({ hours: 5, _version: 2 });
      const audit = await records.audit(people.admin, { module: 'balances', recordId: balance });
      expect(audit.data[0]).toMatchObject({
        field: 'hours',
        previous_value: 8,
        new_value: 5,
        changed_by: people.ann.userId,
        changed_through: 'pto',
      });
      const big = await seed('visits', { name: 'Big', hours: 30, balance, assigned_to: people.ann.userId });
      expect(
        await records.update(people.ann, { module: 'visits', id: big, fields: { approved: true } }).catch((error: unknown) => error),
      ).toMatchObject({ code: 'validation_failed', message: 'Not enough hours.', data: { left: -25 } });
      expect(await records.get(people.admin, { module: 'visits', id: big })).not.toHaveProperty('approved');
      expect(await records.get(people.admin, { module: 'balances', id: balance })).toMatchObject({ hours: 5, _version: 2 });
    });

    it('never takes a balance below zero when twenty saves request more than there is', async () => {
      const { records, people, seed } = world;
      world.setHooks({ inTransaction: (module) => (module === 'visits' ? [named('pto', takeHours)] : []) });
      const balance = await seed('balances', { name: 'Shared', hours: 30 });
      const visits = await Promise.all(
        Array.from({ length: 20 }, (_, index) => seed('visits', { name: `V${index}`, hours: 4, balance, assigned_to: people.ann.userId })),
      );
      const outcomes = await Promise.all(
        visits.map((id) => codeOf(records.update(people.ann, { module: 'visits', id, fields: { approved: true } }))),
      );
      expect(outcomes.filter((code) => code === 'no error')).toHaveLength(7);
      expect(outcomes.filter((code) => code === 'validation_failed')).toHaveLength(13);
      expect(await records.get(people.admin, { module: 'balances', id: balance })).toMatchObject({ hours: 2, _version: 8 });
      expect((await records.find(people.admin, { module: 'visits', filter: { approved: true, balance } })).total).toBe(7);
    });

    it('writes a record once however often one unit changes it, and includes its own writes in reads', async () => {
      const { records, people, seed } = world;
      const balance = await seed('balances', { name: 'Twice', hours: 1 });
      const found: number[] = [];
      const hook: TransactionHook = async (context) => {
        for (let round = 0; round < 3; round += 1) {
          const [existing] = await context.unit.find('balances', { name: 'twice' });
          found.push(Number(existing?.['hours']));
          await context.update('balances', balance, { hours: Number(existing?.['hours']) + 1 });
        }
        const id = await context.create('balances', { name: 'Made inside', hours: 7 });
        expect((await context.unit.find('balances', { name: 'made inside' })).map((record) => record._id)).toEqual([id]);
      };
      world.setHooks({ inTransaction: (module) => (module === 'visits' ? [named('x', hook)] : []) });
      await records.create(people.ann, { module: 'visits', fields: { name: 'Many' } });
      expect(found).toEqual([1, 2, 3]);
      expect(await records.get(people.admin, { module: 'balances', id: balance })).toMatchObject({ hours: 4, _version: 2 });
      expect((await records.find(people.admin, { module: 'balances', filter: { name: 'made inside' } })).data[0]).toMatchObject({
        hours: 7,
        created_by: people.ann.userId,
      });
    });

    it('stops hooks that trigger each other endlessly', async () => {
      const { records, people, seed } = world;
      const balance = await seed('balances', { name: 'Loop', hours: 0 });
      const hook: TransactionHook = async (context) =>
        context.update('balances', balance, { hours: Number(context.record['hours'] ?? 0) + 1 });
      world.setHooks({ inTransaction: () => [named('loop', hook)] });
      expect(await codeOf(records.create(people.ann, { module: 'visits', fields: { name: 'Loop' } }))).toBe('plugin_cycle');
      expect((await records.find(people.admin, { module: 'visits', filter: { name: 'loop' } })).total).toBe(0);
    });

    it('stores a pending change with the record before, if post-save hooks are due', async () => {
      const { records, people, store } = world;
      world.setHooks({ postSave: (module) => (module === 'visits' ? [named('later', async () => undefined)] : []) });
      const made = await records.create(people.ann, {
        module: 'visits',
        fields: { name: 'Due', hours: 1, assigned_to: people.ann.userId },
      });
      await records.update(people.ann, { module: 'visits', id: made.record._id, fields: { hours: 2 }, batchId: made.batchId });
      await records.create(people.ann, { module: 'firms', fields: { name: 'Not due' } });
      const pending = await store.find({
        collection: CHANGES_COLLECTION.name,
        filter: { kind: 'equals', key: CHANGE_KEYS.pending, values: [1] },
        sort: [],
        limit: 10,
      });
      const changes = pending.map(({ document }) => document as unknown as ChangeEntry);
      expect(changes.map((change) => [change.module, change.kind, change.version, change.changed])).toEqual([
        ['visits', 'create', 1, []],
        ['visits', 'update', 2, ['hours']],
      ]);
      expect(changes[1]).toMatchObject({
        batch_id: made.batchId,
        record_id: made.record._id,
        before: { hours: 1 },
        before_record: { hours: 1, _version: 1 },
        actor: people.ann,
      });
    });
  });
}
