import { MusterError } from '../../errors/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import { findIdempotencySlot, readIdempotentResult } from '../../records/index.ts';
import type { BegunConversion, PublishReview } from '../../registry/index.ts';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ChangeSetServices, PublicationInput, Publication, Requester, StartedConversion } from '../contract.ts';
import { assertNotConverting, requireDraft } from '../manage-drafts.ts';
import { makePublication, makeReversion } from '../publish-draft.ts';
import { keepsValuesOf, reviewRemovals } from '../removals/review-removals.ts';
import type { ValuesChoices } from '../removals/values-choices.ts';
import { writeDraft } from '../stored-draft.ts';
import { assertConvertible, chooseConversion, type ExaminedConversion } from './plan-conversions.ts';
import { readConversion, writeConversion, type StoredConversion } from './stored-conversion.ts';

/** Whether changes give a field another type, as they are written: then its values may have to be converted. */
export function retypesFields(changes: readonly { readonly before: unknown; readonly definition: unknown }[]): boolean {
  return changes.some(({ before, definition }) => {
    const types = new Map(fieldsOf(definition).map(({ id, inputType }) => [id, inputType]));
    return fieldsOf(before).some(({ id, inputType }) => types.has(id) && types.get(id) !== inputType);
  });
}

function fieldsOf(definition: unknown): readonly { readonly id?: unknown; readonly inputType?: unknown }[] {
  const fields = (definition as { readonly fields?: unknown } | null)?.fields;
  return Array.isArray(fields) ? fields.filter((field): field is JsonObject => typeof field === 'object' && field !== null) : [];
}

/** Begins the conversion that publishing a draft needs; undefined: it needs none. The draft cannot be edited until it is done or cancelled. */
export async function startPublishing(
  services: ChangeSetServices,
  by: Requester,
  id: string,
  { version, conflicts, values }: PublicationInput & { readonly values: ValuesChoices },
): Promise<StartedConversion | undefined> {
  const earlier = await findEarlier(services, by);
  if (earlier !== undefined) return earlier.started;
  const draft = await requireDraft(services, by.userId, id, version);
  assertNotConverting(draft);
  if (!retypesFields(draft.changes)) return undefined;
  const publication = await makePublication(services, by.userId, id, { version, conflicts });
  const start: Start = { id, kind: 'publish', name: draft.name, author: by.userId, publication, values, conflicts };
  return beginStored(services, by, start, async () => {
    const current = await requireDraft(services, by.userId, id, draft._version);
    const { _version: _, ...body } = current;
    return [writeDraft(current, { ...body, isConverting: true })];
  });
}

/** Begins the conversion that reverting a published change-set needs; undefined: it needs none. */
export async function startReverting(
  services: ChangeSetServices,
  by: Requester,
  id: string,
  values: ValuesChoices,
): Promise<StartedConversion | undefined> {
  const earlier = await findEarlier(services, by);
  if (earlier !== undefined) return earlier.started;
  const published = (await services.registry.changeSets()).find(({ _id }) => _id === id);
  const changes = published?.changes.map(({ before, after }) => ({ before, definition: after })) ?? [];
  if (!retypesFields(changes)) return undefined;
  const { state } = (await readConversion(services.store, id)) ?? {};
  if (state !== undefined && state !== 'done') throw new MusterError('change_set_converting');
  const { name = id, ...publication } = await makeReversion(services, by.userId, id);
  const start: Start = { id, kind: 'revert', name, author: by.userId, publication, values, conflicts: new Map() };
  return beginStored(services, by, start, async () => []);
}

/** A conversion to begin. */
export interface Start extends Pick<StoredConversion, 'kind' | 'name' | 'author'> {
  /** Id of the change-set. */
  readonly id: string;
  readonly publication: Pick<Publication, 'changes'>;
  readonly values: ValuesChoices;
  readonly conflicts: PublicationInput['conflicts'];
}

/**
 * Begins a conversion, or begins it again with other decisions; `lock` has the writes that lock its draft. The response is stored for the
 * idempotency key of `by`, with this status.
 */
export async function beginStored(
  services: ChangeSetServices,
  by: Requester | undefined,
  input: Start,
  lock: () => Promise<readonly StoreWrite[]>,
  status = 200,
): Promise<StartedConversion | undefined> {
  const { registry, records } = services;
  const { id, values, publication } = input;
  let examined: readonly ExaminedConversion[] = [];
  const started: StartedConversion = { success: true, _id: id, definitionVersion: registry.current().version, conversion: 'running' };
  const isBegun = await registry.beginConversion({
    id,
    changes: publication.changes,
    keepsValues: keepsValuesOf(values),
    review: async (review: PublishReview) => {
      examined = await assertConvertible(records, review, values);
      // What else needs a decision is refused now, not when the values are converted.
      await reviewRemovals(services, review, values);
      return [];
    },
    choose: (change) => chooseConversion(values, change),
    extraWrites: async (conversions) => [
      ...(await lock()),
      writeConversion(await readConversion(services.store, id), makeStored(services, input, conversions, examined)),
      ...(await rememberStart(services, by, started, status)),
    ],
  });
  return isBegun ? started : undefined;
}

/** No user has this id: drafts of the system are shared. */
const SYSTEM = '';

/** The publication or reversion that a stored conversion completes, with the definitions as they are now. */
export async function makeConverted(services: ChangeSetServices, { _id, kind, author, conflicts }: StoredConversion): Promise<Publication> {
  if (kind === 'revert') return makeReversion(services, author ?? SYSTEM, _id);
  return makePublication(services, author ?? SYSTEM, _id, { version: undefined, conflicts: new Map(Object.entries(conflicts)) });
}

function makeStored(
  { clock }: ChangeSetServices,
  { id, kind, name, author, values, conflicts }: Start,
  conversions: readonly BegunConversion[],
  examined: readonly ExaminedConversion[],
): Omit<StoredConversion, '_version'> {
  return {
    _id: id,
    kind,
    name,
    author,
    state: 'running',
    startedAt: new Date(clock.now()).toISOString(),
    endedAt: null,
    version: conversions[0]?.version ?? 0,
    fields: conversions.map(({ change, conversion, key }) => ({
      module: { id: change.module.id, name: change.module.name },
      id: change.after.definition.id,
      stored: change.after.id,
      name: change.before.name,
      label: change.after.label,
      key,
      conversion,
      records:
        examined.find((one) => one.change.after.id === change.after.id && one.change.module.id === change.module.id)?.planned.count ?? 0,
      done: 0,
      failed: 0,
      examples: [],
    })),
    values: { byId: Object.fromEntries(values.byId), others: values.others ?? null },
    conflicts: Object.fromEntries(conflicts),
    problem: null,
  };
}

/** An earlier request with the same key, and its response if it began a conversion; undefined: there is none. */
async function findEarlier(
  services: ChangeSetServices,
  { userId, key }: Requester,
): Promise<{ readonly started: StartedConversion | undefined } | undefined> {
  if (key === undefined) return undefined;
  const { record } = await findIdempotencySlot(services, userId, key);
  if (record === undefined) return undefined;
  const { body } = readIdempotentResult(record, key.bodyDigest) as unknown as { readonly body?: Partial<StartedConversion> };
  return { started: body?.conversion === 'running' ? (body as StartedConversion) : undefined };
}

async function rememberStart(
  services: ChangeSetServices,
  by: Requester | undefined,
  started: StartedConversion,
  status: number,
): Promise<readonly StoreWrite[]> {
  if (by?.key === undefined) return [];
  const { userId, key } = by;
  const slot = await findIdempotencySlot(services, userId, key);
  if (slot.record !== undefined) throw new MusterError('idempotency_conflict');
  const result = { status, body: started as unknown as JsonValue };
  return [slot.toWrite({ at: services.clock.now(), digest: key.bodyDigest, result })];
}
