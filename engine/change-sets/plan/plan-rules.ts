import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_ACTOR, timeZoneOf } from '../../access/index.ts';
import type { PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { createConditionData, type ConditionContext } from '#engine/model/conditions';
import { findBrokenRules, type ValidationRule } from '#engine/model/rules';
import { isCompiledFieldVisible } from '#engine/model/visibility';
import type { JsonObject } from '#engine/model/values';
import type { PlannedRecords } from '#engine/model/wire';
import { createCounter, type RecordReader } from '../removals/count-uses.ts';
import { makeContext, renameFields } from './plan-required.ts';

/** Records of a module that a plan looks at; after half a second it reads no more than the first thousand. */
const MAX_EXAMINED = 20_000;
const MIN_EXAMINED = 1_000;
const MAX_MILLISECONDS = 500;

/** A module before and after a change that gives it or its fields new validation rules. */
interface RuledModule {
  readonly module: CompiledModule;
  readonly now: CompiledModule;
  readonly rules: readonly ValidationRule[];
}

/**
 * Records that break a validation rule that is new or changed, by the field that has it, or by the module. They stay as they are. A rule
 * is met or broken by a saved record as if nothing of it changes and nobody saves it; while its field is hidden, it is not checked.
 */
export async function planBrokenRules(records: RecordReader, review: PublishReview, now: number): Promise<readonly PlannedRecords[]> {
  const context = makeContext(timeZoneOf(review.after), now);
  const planned: PlannedRecords[] = [];
  for (const ruled of listRuledModules(review)) planned.push(...(await examine(records, ruled, context)));
  return planned;
}

function listRuledModules({ before, after }: PublishReview): readonly RuledModule[] {
  const known = new Map([...before.modules.values()].map((module) => [module.id, module]));
  return [...after.modules.values()].flatMap((now) => {
    const module = known.get(now.id);
    if (module === undefined || module === now) return [];
    const rules = now.validations.filter((rule) => !module.validations.some((one) => isSame(module, one, now, rule)));
    return rules.length === 0 ? [] : [{ module, now, rules }];
  });
}

/** Whether a rule is as before; the message does not matter. */
function isSame(module: CompiledModule, before: ValidationRule, now: CompiledModule, after: ValidationRule): boolean {
  const isSameOwner = ownerOf(module, before)?.definition.id === ownerOf(now, after)?.definition.id;
  return isSameOwner && isDeepStrictEqual(before.condition, after.condition);
}

function ownerOf({ fields }: CompiledModule, { owner }: ValidationRule) {
  return owner === undefined ? undefined : fields.get(owner);
}

async function examine(
  records: RecordReader,
  { module, now, rules }: RuledModule,
  context: ConditionContext,
): Promise<readonly PlannedRecords[]> {
  const owners = [...new Set(rules.map((rule) => ownerOf(now, rule)))].map((field) => ({ field, counter: createCounter() }));
  const until = performance.now() + MAX_MILLISECONDS;
  let examined = 0;
  let isWhole = true;
  for await (const stored of records.stream(SYSTEM_ACTOR, { module: module.name })) {
    if (examined >= MAX_EXAMINED || (examined >= MIN_EXAMINED && performance.now() > until)) {
      isWhole = false;
      break;
    }
    examined += 1;
    const record = renameFields(stored, module, now);
    const broken = new Set(listBroken(now, rules, record, context).map((rule) => ownerOf(now, rule)));
    for (const { field, counter } of owners) if (broken.has(field)) counter.add(stored);
  }
  return owners.map(({ field, counter }) => ({
    module: module.name,
    field: field?.name ?? null,
    column: null,
    value: null,
    id: field?.definition.id ?? module.id,
    reason: 'rule',
    ...counter.result(),
    ...(!isWhole && { examined }),
    choices: [],
  }));
}

/** The rules that a record breaks. Nothing of it changes: its values before are the same. */
function listBroken(
  now: CompiledModule,
  rules: readonly ValidationRule[],
  record: JsonObject,
  context: ConditionContext,
): readonly ValidationRule[] {
  const data = createConditionData(record, { ...context, old: record });
  return findBrokenRules(rules, data).filter((rule) => {
    const field = ownerOf(now, rule);
    return field === undefined || isCompiledFieldVisible(now, field, record, context);
  });
}
