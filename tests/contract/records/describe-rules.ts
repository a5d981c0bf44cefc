import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../../engine/access/index.ts';
import type { MusterError } from '../../../engine/errors/index.ts';
import type { PreSaveContext } from '../../../engine/records/index.ts';
import type { JsonObject } from '#engine/model/values';
import { publishPermits } from '../../support/publish-permits.ts';
import { createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

const END = { field: 'ends_on', code: 'rule_broken', message: 'The end is before the start.' };
const NOTE = { field: 'note', code: 'required', message: 'Say why it takes more than 40 hours.' };
const START = { field: '', code: 'rule_broken', message: 'A permit in review has a first day.' };
const REASON = { field: 'reason', code: 'permit_reason_required', message: 'Give the reason of the rejection.' };
const LAST_DAY = { field: 'ends_on', code: 'required', message: 'A permit with hours is closed with its last day.' };

/** The rules of definitions: validations, required and read-only fields by condition, and transition requirements. */
export function describeRules(makeStore: MakeStore): void {
  describe('the rules of a module', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      await publishPermits(world);
    });
    afterAll(() => world.close());
    const make = async (fields: JsonObject): Promise<string> =>
      (await world.records.create(world.people.admin, { module: 'permits', fields: { name: 'P', ...fields } })).record._id;
    const change = (id: string, fields: JsonObject) => world.records.update(world.people.admin, { module: 'permits', id, fields });
    const refusalOf = async (call: Promise<unknown>): Promise<Pick<MusterError, 'code' | 'message' | 'details'>> => {
      const error = await call.then(
        () => undefined,
        (thrown: MusterError) => thrown,
      );
      if (error === undefined) throw new Error('It was saved');
      return { code: error.code, message: error.message, details: error.details };
    };

    it('report all problems of a create at once', async () => {
      const refused = await refusalOf(make({ stage: 'review', hours: 41, ends_on: '2026-03-01' }));
      expect(refused).toEqual({ code: 'validation_failed', message: NOTE.message, details: [NOTE, START] });
      const other = await refusalOf(make({ hours: 41, starts_on: '2026-03-02', ends_on: '2026-03-01' }));
      expect(other.details).toEqual([NOTE, END]);
    });

    it('are checked when a field that they read changes, and not by other changes', async () => {
      const id = await make({ starts_on: '2026-03-02', ends_on: '2026-03-05', hours: 8 });
      expect((await refusalOf(change(id, { starts_on: '2026-03-06' }))).details).toEqual([END]);
      expect((await refusalOf(change(id, { ends_on: '2026-03-01', hours: 60 }))).details).toEqual([NOTE, END]);
      await change(id, { hours: 60, note: 'Two people' });
      expect((await refusalOf(change(id, { note: null }))).details).toEqual([NOTE]);
      // A record from before the rule is changed elsewhere without meeting it.
      await change(id, { hours: 8, note: null });
      await change(id, { name: 'Other' });
    });

    it('see the user who saves', async () => {
      const { rights } = await world.access.scope(world.people.admin);
      expect(rights.userType).toBe('System Admin');
      await make({ hours: 101, note: 'Many' });
      expect(
        (await refusalOf(world.records.create(SYSTEM_ACTOR, { module: 'permits', fields: { name: 'S', hours: 101, note: 'x' } }))).details,
      ).toEqual([{ field: 'hours', code: 'rule_broken', message: 'A supervisor enters more than 100 hours.' }]);
    });

    it('make a field read-only for callers, as the record would be saved', async () => {
      const id = await make({ fee: 5, starts_on: '2026-03-02' });
      await change(id, { fee: 6 });
      const refused = await refusalOf(change(id, { fee: 7, stage: 'review' }));
      expect([refused.code, refused.details]).toEqual([
        'field_not_writable',
        [{ field: 'fee', code: 'field_not_writable', message: 'You may not change this field.' }],
      ]);
      await change(id, { stage: 'review', fee: 6 });
      expect((await refusalOf(change(id, { fee: 7 }))).code).toBe('field_not_writable');
      await change(id, { fee: 7, stage: 'draft' });
      expect((await refusalOf(make({ stage: 'closed', fee: 1 }))).code).toBe('field_not_writable');
      await world.records.update(SYSTEM_ACTOR, { module: 'permits', id, fields: { stage: 'closed', fee: 8 } });
    });

    it('require what a value needs, with the code and the message of the definition', async () => {
      const id = await make({});
      expect(await refusalOf(change(id, { stage: 'rejected' }))).toEqual({ code: REASON.code, message: REASON.message, details: [REASON] });
      await change(id, { stage: 'rejected', reason: 'Late' });
      expect((await refusalOf(change(id, { reason: null }))).code).toBe(REASON.code);
      await change(id, { stage: 'closed', reason: null });
      expect(await refusalOf(change(id, { hours: 3 }))).toEqual({
        code: 'validation_failed',
        message: LAST_DAY.message,
        details: [LAST_DAY],
      });
      await change(id, { hours: 3, ends_on: '2026-03-05' });
      expect((await refusalOf(make({ stage: 'rejected' }))).code).toBe(REASON.code);
    });

    it('are checked again if a pre-save hook changes a field that they read, and do not limit what it may change', async () => {
      const id = await make({ starts_on: '2026-03-02', hours: 50, note: 'Two people', stage: 'review' });
      const withHook = async <Result>(values: JsonObject, save: () => Promise<Result>): Promise<Result> => {
        const run = async ({ draft }: PreSaveContext): Promise<void> => {
          Object.assign(draft, values);
        };
        world.setHooks({ preSave: (module) => (module === 'permits' ? [{ plugin: 'rules', name: 'test', run }] : []) });
        return save().finally(() => world.setHooks({}));
      };
      const refusedFor = async (values: JsonObject) => (await refusalOf(withHook(values, () => change(id, { name: 'Other' })))).details;
      expect(await refusedFor({ ends_on: '2026-03-01' })).toEqual([END]);
      expect(await refusedFor({ note: null })).toEqual([NOTE]);
      expect(await refusedFor({ stage: null })).toMatchObject([{ field: 'stage', code: 'required' }]);
      expect(await refusedFor({ ends_on: 'never', note: null })).toMatchObject([{ field: 'ends_on' }, NOTE]);
      expect((await refusalOf(withHook({ hours: 41 }, () => make({ hours: 1 })))).details).toEqual([NOTE]);
      await withHook({ fee: 9, hours: 8, note: null }, () => change(id, { name: 'Other' }));
      expect(await world.records.get(world.people.admin, { module: 'permits', id })).toMatchObject({ fee: 9, hours: 8, name: 'Other' });
    });

    it('apply to each record of a mass update and to a merge, and not to an undo of a value that was required', async () => {
      const [whole, bare] = [await make({ hours: 2, ends_on: '2026-03-05' }), await make({ hours: 2 })];
      const many = await world.records.updateMany(world.people.admin, {
        module: 'permits',
        ids: [whole, bare],
        fields: { stage: 'closed' },
      });
      expect([many.done, many.refused]).toMatchObject([[whole], [{ _id: bare, code: 'validation_failed', details: [LAST_DAY] }]]);
      const merge = world.records.merge(world.people.admin, {
        module: 'permits',
        primaryId: bare,
        duplicateIds: [whole],
        fields: { starts_on: '2026-04-01' },
      });
      expect((await refusalOf(merge)).details).toEqual([END]);
      const rejected = await make({ stage: 'rejected', reason: 'Late' });
      const moved = await world.records.update(world.people.admin, { module: 'permits', id: rejected, fields: { stage: 'draft' } });
      await world.records.undoBatch(world.people.admin, { batchId: moved.batchId });
      expect(await world.records.get(world.people.admin, { module: 'permits', id: rejected })).toMatchObject({ stage: 'rejected' });
    });
  });
}
