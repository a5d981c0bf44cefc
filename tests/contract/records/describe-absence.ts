import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MusterError } from '../../../engine/errors/index.ts';
import type { StorePort } from '../../../engine/ports/index.ts';
import {
  NO_HOOKS,
  type AbsenceOptions,
  type HookRegistry,
  type InTransactionContext,
  type PreSaveContext,
} from '../../../engine/records/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { OpenSecondHandle } from './describe-two-processes.ts';
import {
  codeOf,
  createRecordsEnvironment,
  startEngine,
  type Engine,
  type MakeStore,
  type RecordsEnvironment,
} from './records-environment.ts';

/** Saves that run at the same time. */
const SAVES = 20;

/** A rule on visits: the others that rule a visit out. */
interface Rule {
  readonly filter: (context: PreSaveContext) => JsonValue;
  readonly options?: (context: PreSaveContext) => AbsenceOptions;
  /** Searches only when an earlier attempt failed. */
  readonly searchesOnRetry?: boolean;
  /** The rule leaves the refusal to the product. */
  readonly neverRefuses?: boolean;
}

function hooksOf(rule: Rule, inTransaction?: (context: InTransactionContext) => Promise<void>): Partial<HookRegistry> {
  const run = async (context: PreSaveContext): Promise<void> => {
    if (context.event.kind === 'delete') return;
    const filter = rule.filter(context);
    const options = rule.options?.(context);
    if (rule.neverRefuses !== true && (rule.searchesOnRetry !== true || context.isRetry)) {
      const allowed = [context.event.id, ...(options?.exceptIds ?? [])];
      const others = await context.unit.find('visits', filter);
      if (others.some(({ _id }) => !allowed.includes(_id))) context.refuse('taken', { message: 'Already there.' });
    }
    context.requireAbsence('visits', filter, options);
  };
  return {
    preSave: (module) => (module === 'visits' ? [{ plugin: 'only', name: 'test', run }] : []),
    ...(inTransaction === undefined
      ? {}
      : { inTransaction: (module) => (module === 'patients' ? [{ plugin: 'only', name: 'test', run: inTransaction }] : []) }),
  };
}

const sameName: Rule = { filter: ({ draft }) => ({ name: draft['name'] as string }) };
/** Visits overlap when their hours differ by less than two: no text is equal in both. */
const overlapping: Rule = {
  filter: ({ draft }) => ({ hours: { range: { gt: Number(draft['hours']) - 2, lt: Number(draft['hours']) + 2 } } }),
};

/** `requireAbsence`: filters, exceptions, and saves that run at the same time, in one process and in two. */
export function describeAbsence(makeStore: MakeStore, openSecondHandle: OpenSecondHandle): void {
  describe('requireAbsence', () => {
    let world: RecordsEnvironment;
    let other: Engine;
    let second: StorePort;
    let hooksOfOther: Partial<HookRegistry> = {};
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      second = await openSecondHandle(world.store);
      const live: HookRegistry = { ...NO_HOOKS, preSave: (module) => hooksOfOther.preSave?.(module) ?? [] };
      other = await startEngine(second, live);
    });
    afterEach(() => setRule(undefined));
    afterAll(async () => {
      await second.close();
      await world.close();
    });

    function setRule(rule: Rule | undefined, inTransaction?: (context: InTransactionContext) => Promise<void>): void {
      hooksOfOther = rule === undefined ? {} : hooksOf(rule, inTransaction);
      world.setHooks(hooksOfOther);
    }
    const save = (fields: { readonly [field: string]: JsonValue }, engine: Engine = world) =>
      engine.records.create(world.people.admin, { module: 'visits', fields });
    const countOf = async (codes: readonly string[]): Promise<{ readonly [code: string]: number }> =>
      Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));

    it.each<[string, Rule]>([
      ['a text', sameName],
      ['a text, which is searched on a retry', { ...sameName, searchesOnRetry: true }],
      ['a text with lock keys', { ...sameName, options: ({ draft }) => ({ lockKeys: [draft['name'] as string] }) }],
      ['an empty list of lock keys', { ...sameName, options: () => ({ lockKeys: [] }) }],
    ])('commits only one of many saves of two processes that rule each other out by %s', async (name, rule) => {
      setRule(rule);
      const codes = await Promise.all(
        Array.from({ length: SAVES }, (_, index) => codeOf(save({ name: `Only ${name}` }, index % 2 === 0 ? world : other))),
      );
      expect(await countOf(codes)).toEqual({ 'no error': 1, taken: SAVES - 1 });
    });

    it('commits only one of many saves of two processes whose ranges overlap', async () => {
      setRule(overlapping);
      for (const start of [100, 200, 300]) {
        const codes = await Promise.all(
          Array.from({ length: SAVES }, (_, index) =>
            codeOf(save({ name: 'Span', hours: start + index / SAVES }, index % 2 === 0 ? world : other)),
          ),
        );
        expect(await countOf(codes), `from ${start}`).toEqual({ 'no error': 1, taken: SAVES - 1 });
      }
    });

    it('ends a save with record_conflict when its hook does not refuse it', async () => {
      setRule({ ...sameName, neverRefuses: true });
      await save({ name: 'Unrefused' });
      await expect(save({ name: 'unrefused' })).rejects.toMatchObject({ code: 'record_conflict', status: 409 });
    });

    it('excepts the saved record, deleted records and the given ids', async () => {
      setRule({ ...sameName, neverRefuses: true });
      const { admin } = world.people;
      const first = (await save({ name: 'Excepted' })).record._id;
      await world.records.update(admin, { module: 'visits', id: first, fields: { hours: 3 } });
      setRule({ ...sameName, neverRefuses: true, options: () => ({ exceptIds: [first] }) });
      const twin = (await save({ name: 'Excepted' })).record._id;
      setRule({ ...sameName, neverRefuses: true });
      await world.records.markDeleted(admin, { module: 'visits', ids: [first, twin] });
      expect(await codeOf(save({ name: 'Excepted' }))).toBe('no error');
      expect(await world.records.restore(admin, { module: 'visits', ids: [first] })).toMatchObject({
        done: [],
        refused: [{ _id: first, code: 'record_conflict' }],
      });
    });

    it('compares the records that one save writes with each other, and those that it frees', async () => {
      const { admin } = world.people;
      const patient = (fields: { readonly [field: string]: JsonValue }): Promise<string> =>
        codeOf(world.records.create(admin, { module: 'patients', fields: { last_name: 'Both', ...fields } }));
      setRule({ ...sameName, searchesOnRetry: true }, async (context) => {
        await context.create('visits', { name: 'Twice in one save' });
        await context.create('visits', { name: 'Twice in one save' });
      });
      expect(await patient({})).toBe('taken');
      setRule({ ...sameName, neverRefuses: true });
      const old = (await save({ name: 'Replaced' })).record._id;
      setRule({ ...sameName, neverRefuses: true }, async (context) => {
        await context.markDeleted('visits', old);
        await context.create('visits', { name: 'Replaced' });
      });
      expect(await patient({})).toBe('no error');
    });

    it.each<[string, string, JsonValue, RegExp]>([
      ['a field that does not exist', 'visits', { cabin: 'x' }, /cabin/],
      ['an operator that does not exist', 'visits', { name: { like: 'x' } }, /like/],
      ['a filter of the store', 'visits', { kind: 'equals', key: 'name', values: ['x'] }, /kind/],
      ['a text', 'visits', 'name', /filter/],
      ['related records', 'visits', { balance: { related: { hours: 1 } } }, /only fields of the module/],
    ])('refuses %s', async (_, module, filter, message) => {
      world.setHooks({
        preSave: (name) =>
          name === 'visits' ? [{ plugin: 'only', name: 'test', run: async (context) => context.requireAbsence(module, filter) }] : [],
      });
      const error = await save({ name: 'Bad' }).then(
        () => undefined,
        (thrown: MusterError) => thrown,
      );
      expect([error?.code, error?.message]).toEqual(['filter_invalid', expect.stringMatching(message)]);
    });

    it('refuses a module that does not exist', async () => {
      world.setHooks({
        preSave: (name) =>
          name === 'visits' ? [{ plugin: 'only', name: 'test', run: async (context) => context.requireAbsence('rooms', {}) }] : [],
      });
      expect(await codeOf(save({ name: 'Bad' }))).toBe('module_not_found');
    });
  });
}
