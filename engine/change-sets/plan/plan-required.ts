import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_ACTOR, timeZoneOf } from '../../access/index.ts';
import type { PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { createConditionData, type ConditionContext } from '#engine/model/conditions';
import { isFieldRequired } from '#engine/model/rules';
import { zoneClock } from '#engine/model/time';
import type { JsonObject } from '#engine/model/values';
import type { PlannedRecords } from '#engine/model/wire';
import { isCompiledFieldVisible } from '#engine/model/visibility';
import { countRecords, createCounter, type CountedRecords, type RecordReader } from '../removals/count-uses.ts';
import type { ChangedField } from './changed-fields.ts';

/**
 * Records that lack a value of a field that becomes required for them. They stay as they are, and need one at their next save. What
 * a condition says of the user who saves is unknown now: it is evaluated without one.
 */
export async function planRequired(
  records: RecordReader,
  changed: ChangedField,
  { after: snapshot }: PublishReview,
  now: number,
): Promise<readonly PlannedRecords[]> {
  const { module, before, after } = changed;
  const { definition } = after;
  if (!becomesRequired(changed) || definition.inputType === 'Checkbox') return [];
  const filter = before === undefined ? {} : { [before.name]: { exists: false } };
  const counted = isForAll(changed)
    ? await countRecords(records, module, filter)
    : await scanRequired(records, changed, filter, makeContext(timeZoneOf(snapshot), now));
  const place = { module: module.name, field: after.name, column: null, value: null, id: definition.id };
  return [{ ...place, reason: 'required', ...counted, choices: [] }];
}

/** Whether it is required for records for which it was not. */
function becomesRequired({ before, after: { definition } }: ChangedField): boolean {
  const { required, requiredWhen } = definition;
  if (required === true) return before?.definition.required !== true;
  return requiredWhen !== undefined && !isDeepStrictEqual(before?.definition.requiredWhen, requiredWhen);
}

/** Whether every record needs a value: a hidden field is never required. */
function isForAll({ after: { definition } }: ChangedField): boolean {
  return definition.required === true && definition.visibleWhen === undefined && definition.dependent !== true;
}

async function scanRequired(
  records: RecordReader,
  { module, now, before, after }: ChangedField,
  filter: JsonObject,
  context: ConditionContext,
): Promise<CountedRecords> {
  const counter = createCounter();
  for await (const stored of records.stream(SYSTEM_ACTOR, { module: module.name, filter })) {
    const data = createConditionData(renameFields(stored, module, now), context);
    const wasRequired = before !== undefined && isFieldRequired(before.definition, createConditionData(stored, context));
    if (!wasRequired && isFieldRequired(after.definition, data) && isCompiledFieldVisible(now, after, data.record, context))
      counter.add(stored);
  }
  return counter.result();
}

/** A record with the names that the fields will have. */
export function renameFields(record: JsonObject, module: CompiledModule, now: CompiledModule): JsonObject {
  const entries = Object.entries(record).map(([name, value]): [string, JsonObject[string]] => {
    const field = module.fields.get(name);
    return [field === undefined ? name : (now.fieldsById.get(field.id)?.name ?? name), value];
  });
  return Object.fromEntries(entries);
}

/** What conditions see while a plan is made: nobody saves. */
export function makeContext(timeZone: string, now: number): ConditionContext {
  return { today: zoneClock(timeZone).dayOf(now), timeZone, now: new Date(now).toISOString() };
}
