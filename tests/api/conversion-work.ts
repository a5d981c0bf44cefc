import { expect, inject } from 'vitest';
import type { ChangeSets, ConversionRun } from '../../engine/change-sets/index.ts';
import { createAliasUses, createChangeSets } from '../../engine/change-sets/index.ts';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ChangeSetSummary, ChangeSetView } from '#engine/model/wire';
import { killAfter } from '../support/kill-after.ts';
import { WORKSHOP } from './each-store.ts';
import type { TestServer } from '../support/start-server.ts';

/** The job of conversions, which is due each minute, would do in between what a test does itself. */
export const WITHOUT_SCHEDULE = { ...WORKSHOP, background: 'manual' } as const;

const TIMEOUT = 30_000 * inject('timeoutFactor');
const SIZES = ['Small', 'Large'].map((label) => ({ value: label.toLowerCase(), label }));

type Row = JsonObject & { readonly _id: string };

/** What tests of conversions do: modules with one field `size` and records, drafts of other types, and the job. */
export function createConversionWork(server: () => TestServer) {
  const admin = () => server().admin;
  const draft = async (changes: readonly object[]): Promise<ChangeSetView> => {
    const { _id } = (await admin().post('/api/change-sets', { name: 'Other types' })).body as ChangeSetView;
    const { status, body } = await admin().put(`/api/change-sets/${_id}/changes`, { changes });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ChangeSetView;
  };
  const read = async (id: string): Promise<ChangeSetView> => (await admin().get(`/api/change-sets/${id}`)).body as ChangeSetView;
  /** Its entry in the list of change-sets. */
  const listed = async (id: string): Promise<ChangeSetSummary | undefined> =>
    ((await admin().get('/api/change-sets?pageSize=100')).body.data as readonly ChangeSetSummary[]).find(({ _id }) => _id === id);
  const publish = (id: string, values: object = {}) => admin().post(`/api/change-sets/${id}/publish`, { values });
  const call = (id: string, action: string, body: object = {}) => admin().post(`/api/change-sets/${id}/conversion/${action}`, body);
  const module = (name: string, field: object, more: object = {}) => ({
    kind: 'module',
    id: name,
    definition: {
      id: name,
      name,
      label: name,
      labelSingular: name,
      kind: 'plain',
      custom: true,
      active: true,
      fields: [{ id: `${name}_size`, fieldName: 'size', label: 'Size', ...field }],
      ...more,
    },
  });
  const make = async (name: string, field: object, sizes: readonly (JsonValue | undefined)[], more: object = {}): Promise<void> => {
    const made = await draft([
      { kind: 'dropdown', id: 'dropdown_crate_size', definition: { name: 'crate_size', options: SIZES } },
      module(name, field, more),
    ]);
    expect(made.problems).toEqual([]);
    expect((await publish(made._id)).status).toBe(200);
    const records = sizes.map((size, index) => ({ name: `${name} ${index}`, ...(size === undefined ? {} : { size }) }));
    await server().application.records.createMany({ kind: 'system' }, { module: name, records });
  };
  const rows = async (name: string, searchTerms: object = {}, sortField = 'name'): Promise<readonly Row[]> =>
    (await admin().post(`/api/${name}/search`, { searchTerms, sortField, sortOrder: 'asc', pageSize: 1_000 })).body.data as Row[];
  const sizesOf = async (name: string, searchTerms: object = {}, sortField = 'name') =>
    (await rows(name, searchTerms, sortField)).map(({ size }) => size ?? null);
  const typeOf = (name: string) => server().application.registry.current().module(name)?.fields.get('size')?.definition.inputType;
  const settled = async (id: string): Promise<ChangeSetView> => {
    await waitUntil(async () => (await read(id)).conversion?.state !== 'running', { timeout: TIMEOUT, what: 'The conversion' });
    return read(id);
  };
  /** Begins a conversion without its job. */
  const begin = async (view: ChangeSetView, byId: readonly (readonly [string, 'clear'])[] = []): Promise<void> => {
    const input = { version: undefined, conflicts: new Map(), values: { byId: new Map(byId), others: undefined } };
    const started = await server().application.changeSets.startPublishing({ userId: view.author?._id ?? '' }, view._id, input);
    expect(started).toMatchObject({ _id: view._id, conversion: 'running' });
  };
  const run = (changeSets: ChangeSets = server().application.changeSets): Promise<ConversionRun> =>
    changeSets.runConversions({ signal: new AbortController().signal, report: async () => undefined });
  /** The product with a store that writes nothing any more after some commits. */
  const killedAfter = (commits: number): ChangeSets => {
    const { store, registry, records, access, clock, ids, log, secret } = server().application;
    const killed = killAfter(store, commits);
    const aliasUses = createAliasUses({ store: killed, clock, log });
    return createChangeSets({
      store: killed,
      registry,
      records,
      aliasUses,
      access,
      clock,
      ids,
      cipher: createAesCipher({ secret }),
      referenceFinders: [],
      findCostlyLayouts: () => Promise.resolve([]),
    });
  };
  return { admin, draft, read, listed, publish, call, module, make, rows, sizesOf, typeOf, settled, begin, run, killedAfter };
}
