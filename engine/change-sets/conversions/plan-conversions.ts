import { SYSTEM_ACTOR, timeZoneOf } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { makeConversion, type PublishReview, type TypeChange } from '../../registry/index.ts';
import { createConverter, textOfValue, type FieldConversion } from '#engine/model/conversions';
import { ALSO_DELETED } from '#engine/model/filter';
import type { ExampleRecord, PlannedConversion, PlannedRecords } from '#engine/model/wire';
import { MASK } from '../../records/index.ts';
import { countFieldUses, type RecordReader } from '../removals/count-uses.ts';
import type { FieldChoice, ValuesChoices } from '../removals/values-choices.ts';
import { SLOW_RATE } from './read-rate.ts';
import { MAX_TEXT } from './stored-conversion.ts';

/** Records whose value a plan looks at; after half a second it reads no more than the first thousand. */
const MAX_EXAMINED = 20_000;
const MIN_EXAMINED = 1_000;
const MAX_MILLISECONDS = 500;
const MAX_EXAMPLES = 5;
/** Different texts for each of which an option can be chosen. */
const MAX_TEXTS = 20;
/** A conversion that a plan examined, and the values that cannot be converted. */
export interface ExaminedConversion {
  readonly change: TypeChange;
  readonly planned: PlannedConversion;
  readonly examples: readonly ExampleRecord[];
  /** Their texts, with up to five records for each; undefined: there are too many, or they are sensitive. */
  readonly texts: ReadonlyMap<string, readonly ExampleRecord[]> | undefined;
  readonly counts: ReadonlyMap<string, number>;
}

/** Examines the values of all fields that get another type. */
export async function examineConversions(
  records: RecordReader,
  { conversions, before }: PublishReview,
  choices?: ValuesChoices,
  rate = SLOW_RATE,
): Promise<readonly ExaminedConversion[]> {
  const examined: ExaminedConversion[] = [];
  for (const change of conversions) {
    const choice = choices === undefined ? {} : chooseConversion(choices, change);
    examined.push(await examine(records, before.modules, change, { ...makeConversion(change, timeZoneOf(before)), ...choice }, rate));
  }
  return examined;
}

async function examine(
  records: RecordReader,
  modules: PublishReview['before']['modules'],
  change: TypeChange,
  conversion: FieldConversion,
  rate: number,
): Promise<ExaminedConversion> {
  const { before, after } = change;
  const module = [...modules.values()].find(({ id }) => id === change.module.id) ?? change.module;
  const convert = createConverter(conversion);
  const { count } = await countFieldUses(records, { module, field: before });
  const isSensitive = before.definition.sensitive === true;
  const found = createFindings(isSensitive);
  const end = performance.now() + MAX_MILLISECONDS;
  let examined = 0;
  const isFlag = before.type.comparison === 'boolean';
  const filter = { and: [ALSO_DELETED, ...(isFlag ? [] : [{ [before.name]: { exists: true } }])] };
  for await (const record of records.stream(SYSTEM_ACTOR, { module: module.name, filter, fields: ['name', before.name] })) {
    const value = record[before.name] ?? null;
    if (value !== null) {
      examined += 1;
      if (!convert(value).ok) found.add(record, textOfValue(conversion.from, value, conversion.timeZone));
    }
    if (examined >= MAX_EXAMINED || (examined >= MIN_EXAMINED && performance.now() > end)) break;
  }
  const planned: PlannedConversion = {
    module: module.name,
    field: before.name,
    label: after.label,
    id: after.definition.id,
    from: before.definition.inputType,
    to: after.definition.inputType,
    count: Math.max(count, examined),
    examined,
    failed: found.count(),
    estimatedSeconds: Math.ceil(count / rate),
    options: (after.dropdown?.options ?? []).map(({ value, label }) => ({ value, label })),
  };
  return { change, planned, examples: found.examples, texts: found.texts(), counts: found.counts };
}

interface Findings {
  readonly add: (record: { readonly _id: string; readonly [name: string]: unknown }, text: string) => void;
  readonly count: () => number;
  readonly examples: readonly ExampleRecord[];
  readonly texts: () => ExaminedConversion['texts'];
  readonly counts: ReadonlyMap<string, number>;
}

/** The texts of sensitive values are neither listed nor told apart. */
function createFindings(isSensitive: boolean): Findings {
  const examples: ExampleRecord[] = [];
  const byText = new Map<string, ExampleRecord[]>();
  const counts = new Map<string, number>();
  let count = 0;
  return {
    add: (record, text) => {
      count += 1;
      const name = typeof record['name'] === 'string' ? record['name'] : record._id;
      const example = { _id: record._id, name, value: isSensitive ? MASK : text.slice(0, MAX_TEXT) };
      if (examples.length < MAX_EXAMPLES) examples.push(example);
      if (isSensitive) return;
      const own = byText.get(text);
      if (own === undefined && byText.size <= MAX_TEXTS) byText.set(text, [example]);
      else if (own !== undefined && own.length < MAX_EXAMPLES) own.push(example);
      if (byText.has(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
    },
    count: () => count,
    examples,
    texts: () => (isSensitive || byText.size > MAX_TEXTS ? undefined : byText),
    counts,
  };
}

/** The records whose values cannot be converted, with what can be chosen for them: options for each text, if the new type has some. */
export function planFailedValues({ change, planned, examples, texts, counts }: ExaminedConversion): readonly PlannedRecords[] {
  const { module, field, id, failed, count, examined } = planned;
  if (failed === 0) return [];
  const place = { module, field, column: null, id, reason: 'type' } as const;
  const isMapped = change.after.dropdown !== undefined && texts !== undefined && examined >= count;
  if (!isMapped) return [{ ...place, value: null, count: failed, examples, choices: ['clear'] }];
  return [...texts].map(([value, own]) => ({ ...place, value, count: counts.get(value) ?? 0, examples: own, choices: ['clear', 'map'] }));
}

/** What becomes of values that cannot be converted, by the choices of a request. */
export function chooseConversion({ byId, others }: ValuesChoices, { after }: TypeChange): Pick<FieldConversion, 'map' | 'clears'> {
  const own: FieldChoice | undefined = byId.get(after.definition.id) ?? byId.get(after.id);
  // A map would be stored, and with it the sensitive texts that it names.
  if (typeof own === 'object') return after.definition.sensitive === true ? {} : { map: own.map };
  const isCleared = own === undefined ? others?.kind === 'clear' : own === 'clear';
  return isCleared ? { clears: true } : {};
}

/** Errors: `values_not_convertible` for values that can neither be converted nor are decided about. */
export async function assertConvertible(
  records: RecordReader,
  review: PublishReview,
  choices: ValuesChoices,
): Promise<readonly ExaminedConversion[]> {
  const all = await examineConversions(records, review, choices);
  const failing = all.filter(({ planned }) => planned.failed > 0);
  const [first] = failing;
  if (first === undefined) return all;
  throw new MusterError('values_not_convertible', {
    values: { count: String(first.planned.failed), field: first.planned.label, type: first.planned.to },
    data: {
      fields: failing.map(({ planned: { module, field, failed }, examples }) => ({ module, field, count: failed, examples })),
    },
  });
}
