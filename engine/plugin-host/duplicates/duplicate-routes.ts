import { SYSTEM_ACTOR, type Actor } from '../../access/index.ts';
import type { PluginRouteContext, PluginRouteDefinition } from '../manifest.ts';
import type { PluginRouteResponse } from '../route-response.ts';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { showDuplicates } from './compare-candidates.ts';
import type { DuplicateRule } from './duplicate-rule.ts';
import { NOT_DUPLICATES_FIELD, listIds, findDuplicates, type DuplicateSource } from './find-duplicates.ts';

/** Properties that a record is returned with and that are not fields. */
const NOT_FIELDS: readonly string[] = ['_id', '_version', '_warnings'];

/** An id that no record has. */
const NOBODY = '00000000-0000-7000-8000-000000000000';

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT: JsonObject = { type: 'string' };
/** A value that the requester may not see is null. */
const SHOWN: JsonObject = { type: ['string', 'null'] };
const REASON = object({ text: TEXT, speaksFor: { type: 'boolean' } });

/** The endpoints of a rule, under the path of its module: `dup-check` and `{id}/not-duplicates`. */
export function createDuplicateRoutes<Identity>(rule: DuplicateRule<Identity>, path: string): readonly PluginRouteDefinition[] {
  const shown = Object.fromEntries(Object.keys(rule.shown).map((name) => [name, SHOWN]));
  const match = object({ _id: TEXT, name: TEXT, ...shown, score: { type: 'number' }, reasons: listOf(REASON) });
  return [
    {
      method: 'POST',
      path: `${path}/dup-check`,
      handle: (context) => checkDuplicates(rule, context),
      errors: [],
      summary: 'Records that may be the same; nothing is saved',
      bodySchema: {
        type: 'object',
        description: 'Fields of a record, with its _id when it is saved.',
        properties: { _id: ID },
        additionalProperties: true,
      },
      responseSchema: object({ matches: listOf(match), hidden: { type: 'integer', minimum: 0 } }),
    },
    {
      method: 'POST',
      path: `${path}/:id/not-duplicates`,
      handle: (context) => markNotDuplicates(rule, context),
      errors: [],
      summary: 'Remember that records are not the same',
      bodySchema: object({ ids: { type: 'array', minItems: 1, maxItems: 100, items: ID } }),
      responseSchema: object({ success: { const: true }, ids: listOf(TEXT) }),
    },
  ];
}

/** `dup-check`: takes the fields of a record (with its `_id` when it is saved) and returns the matches without saving anything. */
async function checkDuplicates<Identity>(rule: DuplicateRule<Identity>, context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { module } = rule;
  const record = context.body as JsonObject;
  await assertCanSearch(rule, context, record);
  const id = typeof record['_id'] === 'string' ? record['_id'] : undefined;
  // The requester must be able to see the record; its excluded ids are read with the rights of the system.
  if (id !== undefined) await context.records.get(context.actor, { module, id });
  const saved = id === undefined ? undefined : await context.records.get(SYSTEM_ACTOR, { module, id });
  // The search covers all records; the comparison and the response are limited to what the requester may see.
  const source: DuplicateSource = {
    find: async (name, filter, { limit }) =>
      (await context.records.find(SYSTEM_ACTOR, { module: name, filter, limit })).data as readonly RecordDocument[],
  };
  const search = await findDuplicates(rule, source, context, { record, id, excludedIds: listIds(saved?.[NOT_DUPLICATES_FIELD]) });
  return { body: (await showDuplicates(rule, context, search)) as unknown as JsonValue };
}

/**
 * Checking for duplicates by phone is a search by phone, and needs the same rights: on the module, and on each field. Other fields of the
 * module are ignored, so that a form can be sent as it is.
 */
async function assertCanSearch<Identity>(
  { module, identityFields }: DuplicateRule<Identity>,
  { records, actor }: PluginRouteContext,
  record: JsonObject,
): Promise<void> {
  const requested = identityFields.filter((field) => Object.hasOwn(record, field) && record[field] !== null);
  await records.find(actor, {
    module,
    filter: { _id: NOBODY, ...Object.fromEntries(requested.map((field) => [field, { exists: true }])) },
    fields: Object.keys(record).filter((name) => !NOT_FIELDS.includes(name)),
    limit: 1,
  });
}

/** `{id}/not-duplicates` `{ ids }`: stores that these records are not duplicates, so that they are not reported again. */
async function markNotDuplicates<Identity>({ module }: DuplicateRule<Identity>, context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { actor, records } = context;
  const id = context.parameters['id'] ?? '';
  const ids = [...new Set((context.body as { readonly ids: readonly string[] }).ids)].filter((other) => other !== id);
  // The requester must see all of them and may edit this one; the field itself is written with the rights of the system.
  for (const one of [id, ...ids]) await records.get(actor, { module, id: one });
  const { allowed } = await records.explain(actor, { module, id, action: 'edit' });
  if (!allowed) context.refuse('action_not_allowed', { message: 'You may not edit this record.' });
  const product = actAsProduct(actor);
  const record = await records.get(product, { module, id });
  const fields = { [NOT_DUPLICATES_FIELD]: [...new Set([...listIds(record[NOT_DUPLICATES_FIELD]), ...ids])] };
  const { batchId } = await records.update(product, {
    module,
    id,
    fields,
    version: Number(record['_version']),
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor(module),
    changeSource: 'not a duplicate',
  });
  return { body: { success: true, ids }, batchId };
}

/** The rights of the system, for the effects of an allowed request; the audit still names the plugin and the user. */
function actAsProduct(actor: Actor): Actor {
  return { ...actor, kind: 'system' };
}

/** The schema of an object that requires all of these properties and allows others. */
function object(properties: { readonly [name: string]: JsonValue }): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}
