import type { Rights } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { RecordOperations, UnsavedCalculations } from '../records/index.ts';

/** Names of fields by the name of their module. */
type FieldNames = ReadonlyMap<string, ReadonlySet<string>>;

/** All fields whose stored values are not those of the draft. */
export function joinUnsaved({ formulas, later }: UnsavedCalculations): FieldNames {
  const modules = new Set([...formulas.keys(), ...later.keys()]);
  return new Map([...modules].map((name) => [name, new Set([...(formulas.get(name) ?? []), ...(later.get(name) ?? [])])]));
}

/** Rights without filters, orders and groups by fields that the store has other values of, or none. */
export function withoutUnsaved(rights: Rights, unsaved: FieldNames): Rights {
  return { ...rights, canFilter: (of, field) => unsaved.get(of.name)?.has(field) !== true && rights.canFilter(of, field) };
}

/** The operations of lists, which say why they refuse such a field: it is there, so that "no such field" would be wrong. */
export function explainUnsaved(records: RecordOperations, unsaved: FieldNames): RecordOperations {
  const names = new Set([...unsaved.values()].flatMap((fields) => [...fields]));
  if (names.size === 0) return records;
  const explain = (error: unknown): never => rethrow(error, names);
  return {
    ...records,
    find: (actor, input) => records.find(actor, input).catch(explain),
    findIds: (actor, input) => records.findIds(actor, input).catch(explain),
    group: (actor, input) => records.group(actor, input).catch(explain),
    related: (actor, input) => records.related(actor, input).catch(explain),
    openExport: (actor, input) => records.openExport(actor, input).catch(explain),
  };
}

function rethrow(error: unknown, names: ReadonlySet<string>): never {
  if (!(error instanceof MusterError) || error.code !== 'unknown_field') throw error;
  const [detail, ...more] = error.details;
  // A field in a filter is named by its path, such as 'and.0.total'.
  const field = detail?.field.split('.').find((part) => names.has(part));
  if (detail === undefined || field === undefined || more.length > 0) throw error;
  throw new MusterError('preview_not_calculated', {
    values: { field },
    details: [{ ...detail, code: 'preview_not_calculated' }],
  });
}
