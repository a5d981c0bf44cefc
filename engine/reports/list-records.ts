import { timeZoneOf, type AccessScope, type Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { displayText, displayValue, type Cell, type DisplayContext } from '../exports/index.ts';
import { createUnknownFieldError, type FindInput, type VisibleRecord } from '../records/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { zoneClock } from '#engine/model/time';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ReportList, ReportListInput, ReportReaderServices } from './reader-contract.ts';

/** Records of a list that does not say how many. */
const DEFAULT_ROWS = 100;

/** A column of a list: a field, or a part of an Address. */
export interface ListColumn {
  readonly name: string;
  readonly label: string;
  readonly toText: (record: VisibleRecord) => string;
  /** The value as files have it. */
  readonly toCell: (record: VisibleRecord) => Cell;
}

/** A list that can be read: its columns, and the fields that they need. */
export interface PreparedList {
  readonly scope: AccessScope;
  readonly columns: readonly ListColumn[];
  readonly fields: readonly string[];
  readonly populate: readonly string[];
}

/** The first records of a list, with texts. Errors: those of `find`. */
export async function listRecords(services: ReportReaderServices, actor: Actor, input: ReportListInput): Promise<ReportList> {
  const { columns, fields, populate } = await prepareList(services, actor, input);
  const { data, total, warnings } = await services.records.find(actor, {
    ...toFindInput(input),
    fields,
    ...(populate.length === 0 ? {} : { populate }),
  });
  return {
    rows: data.map((record) => ({
      _id: record._id,
      texts: Object.fromEntries(columns.map(({ name, toText }) => [name, toText(record)])),
    })),
    total,
    warnings,
  };
}

/** The search of a list. */
export function toFindInput({ module, filter, sort, limit = DEFAULT_ROWS }: ReportListInput): FindInput {
  return { module, filter, ...(sort === undefined ? {} : { sort }), limit };
}

/** The columns of a list. Errors: `module_not_found`, `unknown_field`; reading the records finds the other ones. */
export async function prepareList(
  { access }: ReportReaderServices,
  actor: Actor,
  { module: name, columns }: ReportListInput,
): Promise<PreparedList> {
  const scope = await access.scope(actor);
  const module = scope.snapshot.module(name);
  if (module === undefined) throw new MusterError('module_not_found', { data: { module: name } });
  const context: DisplayContext = {
    zone: zoneClock(timeZoneOf(scope.snapshot)),
    moduleLabel: (one) => scope.snapshot.module(one)?.label ?? one,
  };
  const named = columns.map((column) => ({ column, field: findHead(module, column) }));
  const fields = [...new Set(named.map(({ field }) => field.name))];
  return {
    scope,
    columns: named.map(({ column, field }) => createColumn(column, field, context)),
    fields,
    populate: fields.filter((one) => module.relations.get(one)?.direction === 'forward'),
  };
}

function findHead(module: CompiledModule, name: string): CompiledField {
  const field = module.fields.get(name.split('.')[0] ?? '');
  if (field === undefined) throw createUnknownFieldError([name]);
  return field;
}

function createColumn(name: string, field: CompiledField, context: DisplayContext): ListColumn {
  const [head = '', part] = name.split('.');
  if (part !== undefined) {
    const readPart = (record: VisibleRecord): string => textOf((record[head] as JsonObject | null | undefined)?.[part]);
    return { name, label: field.label, toText: readPart, toCell: (record) => readPart(record) || undefined };
  }
  return {
    name,
    label: field.label,
    toText: (record) => displayText(field, record[name], context),
    toCell: (record) => displayValue(field, record[name], context),
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
