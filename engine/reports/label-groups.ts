import type { AccessScope, Actor } from '../access/index.ts';
import { displayText } from '../exports/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { CompiledField, CompiledModule, Key } from '#engine/model/compiled';
import { zoneClock } from '#engine/model/time';
import { toText, type JsonObject, type JsonValue } from '#engine/model/values';
import type { FigureGroup } from '#engine/model/wire';
import { joinFilters, type FigureStep } from './contract.ts';
import { createGroupFilter, readLinkKey } from './group-filter.ts';
import { formatPeriod } from './period-label.ts';

/** A step with its field. */
export interface NamedStep {
  readonly step: FigureStep;
  /** The field, or the one whose part of an Address is grouped by. */
  readonly field: CompiledField;
  readonly timeZone: string;
}

/** What labels are read with. */
export interface LabelContext {
  readonly records: Pick<RecordOperations, 'find' | 'names'>;
  readonly snapshot: AccessScope['snapshot'];
  readonly actor: Actor;
  readonly module: CompiledModule;
  /** All records of the report. */
  readonly filter: JsonObject;
}

/** Groups with their labels, as the actor may see them, in the order of the keys. */
export async function labelGroups(context: LabelContext, named: NamedStep, keys: readonly (Key | null)[]): Promise<readonly FigureGroup[]> {
  const { step, field, timeZone } = named;
  const filters = keys.map((key) => createGroupFilter(field, step, timeZone, key));
  const values = await readValues(context, named, keys, filters);
  const display = { zone: zoneClock(timeZone), moduleLabel: (name: string) => context.snapshot.module(name)?.label ?? name };
  return keys.map((key, at) => {
    const filter = filters[at] ?? {};
    if (key === null) return { kind: 'missing', key, label: 'None', filter };
    if (step.unit !== undefined) return { kind: 'value', key, label: formatPeriod(step.unit, String(key)), filter };
    const hue = field.dropdown?.options.find(({ value }) => value === key)?.hue;
    const label = displayText(field, values[at], display) || String(key);
    return { kind: 'value', key, label, ...(hue === undefined ? {} : { hue }), filter };
  });
}

/** Values as records have them: keys of relates are ids, those of texts are folded, and those of checkboxes numbers. */
async function readValues(
  context: LabelContext,
  { step, field }: NamedStep,
  keys: readonly (Key | null)[],
  filters: readonly JsonObject[],
): Promise<readonly (JsonValue | undefined)[]> {
  if (step.unit !== undefined) return keys;
  switch (field.definition.inputType) {
    case 'Checkbox':
      return keys.map((key) => key === 1);
    case 'Relate':
    case 'MultiRelate':
      return readNames(
        context,
        keys.map((key) => ({ module: field.refs[0] ?? '', id: String(key) })),
      );
    case 'FlexRelate':
    case 'MultiFlexRelate':
      return readNames(
        context,
        keys.map((key) => readLinkKey(key ?? '')),
      );
    default:
      return field.type.comparison === 'text' || field.type.comparison === 'address' ? readTexts(context, step.field, keys, filters) : keys;
  }
}

async function readNames(
  { records, actor }: LabelContext,
  links: readonly { readonly module: string; readonly id: string }[],
): Promise<readonly JsonValue[]> {
  const names = await records.names(actor, links);
  return links.map(({ module, id }) => names.get(`${module}:${id}`) ?? { hidden: true });
}

/** The text of one record of each group: records of one group may write it differently. */
function readTexts(
  { records, actor, module, filter }: LabelContext,
  name: string,
  keys: readonly (Key | null)[],
  filters: readonly JsonObject[],
): Promise<readonly string[]> {
  const [head = '', part] = name.split('.');
  return Promise.all(
    filters.map(async (one, at) => {
      if (keys[at] === null) return '';
      const { data } = await records.find(actor, {
        module: module.name,
        filter: joinFilters([filter, one]),
        fields: [head],
        limit: 1,
        totalLimit: 1,
      });
      const value = data[0]?.[head];
      const text = part === undefined ? value : (value as JsonObject | undefined)?.[part];
      return typeof text === 'string' ? text : toText(keys[at] ?? '');
    }),
  );
}
