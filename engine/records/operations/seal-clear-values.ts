import { SYSTEM_ACTOR, type Access, type AccessScope } from '../../access/index.ts';
import type { SealPort, StorePort } from '../../ports/index.ts';
import type { CompiledModule, FilterNode } from '#engine/model';
import { SEALS_COLLECTION } from '../shapes/collections.ts';
import { sealedFieldsOf } from '../stages/seal-record.ts';
import { UnitDraft } from '../stages/unit-draft.ts';
import { writeOwn } from '../stages/write-own.ts';

/** Records looked at, and at most written, in one commit. */
const ROUND = 200;
/** A round that loses this often against saves is left for the next time. */
const MOST_TRIES = 20;

/** What sealing needs. */
export interface SealServices {
  readonly store: StorePort;
  readonly seal: SealPort;
  readonly access: Access;
}

/**
 * Seals values that were written in clear, before their field was sensitive; their records get a new version. A module
 * is looked through once for each field that becomes sensitive. Answers how many records were written. Errors: of the store.
 */
export async function sealClearValues(services: SealServices): Promise<number> {
  const scope = await services.access.scope(SYSTEM_ACTOR);
  let sealed = 0;
  for (const module of scope.snapshot.modules.values()) {
    const fields = sealedFieldsOf(module).map((field) => field.id);
    if (fields.length === 0 || (await isLookedThrough(services.store, module, fields))) continue;
    const written = await sealModule(services, scope, module);
    if (written === undefined) continue;
    sealed += written;
    await writeOwn(services.store, SEALS_COLLECTION.name, module.id, () => ({ document: { fields }, keys: {}, previousKeys: {} }));
  }
  return sealed;
}

async function isLookedThrough(store: StorePort, module: CompiledModule, fields: readonly string[]): Promise<boolean> {
  const [stored] = await store.get(SEALS_COLLECTION.name, [module.id]);
  const known = (stored?.document['fields'] ?? []) as readonly string[];
  return fields.every((field) => known.includes(field));
}

/** Undefined: others were faster each time, and some may still lie in clear. */
async function sealModule(services: SealServices, scope: AccessScope, module: CompiledModule): Promise<number | undefined> {
  let filter: FilterNode = { kind: 'constant', value: true };
  let written = 0;
  for (;;) {
    const ids = await services.store.findIds({ collection: module.storage.name, filter, sort: [], limit: ROUND });
    const sealed = await sealRound(services, scope, module, ids);
    if (sealed === undefined) return undefined;
    written += sealed;
    const last = ids.at(-1);
    if (last === undefined || ids.length < ROUND) return written;
    filter = { kind: 'idRange', gt: last };
  }
}

async function sealRound({ store, seal }: SealServices, scope: AccessScope, module: CompiledModule, ids: readonly string[]): Promise<number | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const draft = new UnitDraft({ store, seal }, scope);
    const records = (await draft.load(module, ids)).filter((record) => record !== undefined && draft.liesInClear(module, record.document._id));
    for (const record of records) if (record !== undefined) draft.rewrite(module, record);
    const unit = draft.finish(scope.snapshot.version);
    if (unit === undefined || (await store.commit(unit)).committed) return records.length;
  }
  return undefined;
}
