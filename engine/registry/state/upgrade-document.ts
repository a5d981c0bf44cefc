import { isCalculated } from '#engine/model/definitions';
import { isEncrypted } from '../../ports/index.ts';
import { listNestedColumns, type CompiledField, type CompiledModule } from '#engine/model/compiled';
import { containsModuleNames, renameModules } from '#engine/model/keys';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { DefinitionSnapshot, ModuleNameDirectory, OpenValue } from '../contract.ts';
import { convertStored, type PendingConversion } from './field-conversions.ts';
import {
  countRemovals,
  inactiveName,
  isInactive,
  isInactiveName,
  storedIdOf,
  type FieldChange,
  type InactiveType,
  type ModuleHistory,
} from './field-history.ts';

/** Upgrades a stored record to the current fields of its module. Returns the same object when nothing changed. */
export type UpgradeDocument = (
  module: CompiledModule,
  stored: { readonly document: RecordDocument; readonly definitionVersion: number },
  open?: OpenValue,
) => RecordDocument;

/** Creates an upgrader for these histories (by stable id of the module), and the names that modules had. */
export function createUpgrader(histories: ReadonlyMap<string, ModuleHistory>, names?: ModuleNameDirectory): UpgradeDocument {
  const upgrade = createRawUpgrader(histories);
  const isAffected = listModulesWithInactive(histories);
  return (module, stored, open) => {
    const document = renameModulesIn(module, upgrade(module, stored, open), { stored, names, open });
    return isAffected.has(module.id) && Object.keys(document).some(isInactiveName)
      ? pickNames(document, (name) => !isInactiveName(name))
      : document;
  };
}

/**
 * The version of the definitions up to which each inactive value was brought up to date, by its name in the document. Absent: that of the
 * document.
 */
const VERSIONS = '~~versions';

function readInactiveVersion({ document }: Parameters<UpgradeDocument>[1], name: string): number | undefined {
  const versions = document[VERSIONS] as { readonly [name: string]: number } | undefined;
  return versions !== undefined && Object.hasOwn(versions, name) ? versions[name] : undefined;
}

/** Creates a reader of the values of inactive fields, for these histories (by stable id of the module), and the names that modules had. */
export function createInactiveReader(
  histories: ReadonlyMap<string, ModuleHistory>,
  names?: ModuleNameDirectory,
): DefinitionSnapshot['inactiveValues'] {
  const upgrade = createRawUpgrader(histories);
  const isAffected = listModulesWithInactive(histories);
  return (module, stored) => {
    if (!isAffected.has(module.id)) return undefined;
    const values = pickNames(upgrade(module, stored), (name) => isInactiveName(name) && name !== VERSIONS);
    const found = Object.keys(values);
    // Nobody knows their types. The field brings them up to date when it is active again, from the version that they were written under.
    const old = found
      .map((name) => [name, readInactiveVersion(stored, name) ?? stored.definitionVersion] as const)
      .filter(([, version]) => version < (names?.lastRename ?? 0));
    if (found.length === 0) return undefined;
    return old.length === 0 ? values : { ...values, [VERSIONS]: Object.fromEntries(old) };
  };
}

function createRawUpgrader(histories: ReadonlyMap<string, ModuleHistory>): UpgradeDocument {
  const latest = new Map([...histories].map(([id, history]) => [id, history.at(-1)?.version ?? 0]));
  return (module, stored, open) => {
    if (stored.definitionVersion >= (latest.get(module.id) ?? 0)) return stored.document;
    return applyHistory(stored.document, stored.definitionVersion, histories.get(module.id) ?? [], open);
  };
}

/** Ids of the modules whose records may have values of inactive fields. */
function listModulesWithInactive(histories: ReadonlyMap<string, ModuleHistory>): ReadonlySet<string> {
  return new Set([...histories].flatMap(([id, history]) => (history.some(({ to }) => to !== undefined && isInactiveName(to)) ? [id] : [])));
}

function pickNames(document: RecordDocument, isPicked: (name: string) => boolean): RecordDocument {
  return Object.fromEntries(Object.entries(document).filter(([name]) => isPicked(name))) as unknown as RecordDocument;
}

const namingFields = new WeakMap<CompiledModule, readonly CompiledField[]>();

/** The fields whose values contain names of modules. */
function namingFieldsOf(module: CompiledModule): readonly CompiledField[] {
  let fields = namingFields.get(module);
  if (fields === undefined) namingFields.set(module, (fields = [...module.fields.values()].filter(containsModuleNames)));
  return fields;
}

interface RenameContext {
  /** The document as it is stored, which says when its values were written. */
  readonly stored: Parameters<UpgradeDocument>[1];
  readonly names: ModuleNameDirectory | undefined;
  readonly open: OpenValue | undefined;
}

/** A document in which values name modules as they are named now. Encrypted values need `open`, and are in plaintext then. */
function renameModulesIn(
  module: CompiledModule,
  document: RecordDocument,
  { stored: written, names, open }: RenameContext,
): RecordDocument {
  const { definitionVersion } = written;
  if (names === undefined || (names.lastRename <= definitionVersion && written.document[VERSIONS] === undefined)) return document;
  const changed: { [name: string]: JsonValue } = {};
  for (const field of namingFieldsOf(module)) {
    const stored = document[field.name];
    const isStillEncrypted = field.definition.sensitive === true && isEncrypted(stored);
    const value = isStillEncrypted ? open?.(stored, field.id) : stored;
    const since = readInactiveVersion(written, inactiveName(field.id)) ?? definitionVersion;
    if (value !== undefined) changed[field.name] = renameModules(field, value, (name) => names.current(name, since));
  }
  return Object.keys(changed).length === 0 ? document : { ...document, ...changed };
}

/** All changes of one version are applied at once, so that two fields may swap their names. */
function applyHistory(document: RecordDocument, since: number, history: ModuleHistory, open?: OpenValue): RecordDocument {
  let current: { [name: string]: JsonValue } = { ...document };
  const versions = [...new Set(history.map((change) => change.version))].filter((version) => version > since).sort((a, b) => a - b);
  for (const version of versions) {
    const next = { ...current };
    const changes = history.filter((change) => change.version === version);
    for (const change of changes) delete next[change.from];
    for (const change of changes) {
      const stored = current[change.from];
      const value = change.to === undefined || stored === undefined ? undefined : convertStored(change, stored, open);
      if (change.to !== undefined && value !== undefined) next[change.to] = value;
    }
    current = next;
  }
  return current as unknown as RecordDocument;
}

/** Two sets of compiled modules, and what is known about the changes between them. */
interface FieldComparison {
  readonly before: ReadonlyMap<string, CompiledModule>;
  readonly after: ReadonlyMap<string, CompiledModule>;
  readonly version: number;
  /** The changes of earlier versions. */
  readonly histories: ReadonlyMap<string, ModuleHistory>;
  /** Fields that were removed for good: names by ids, by the id of their module. Any other field that is missing is inactive. */
  readonly removed?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The conversions of fields that get another type. */
  readonly conversions?: readonly PendingConversion[];
}

/** The changes of field names between two sets of compiled modules. */
export function compareFields({
  before,
  after,
  version,
  histories,
  removed,
  conversions = [],
}: FieldComparison): Map<string, FieldChange[]> {
  const changes = new Map<string, FieldChange[]>();
  const old = new Map([...before.values()].map((module) => [module.id, module]));
  for (const module of after.values()) {
    const list = [
      ...listMissing(old.get(module.id), module, version, {
        removed: removed?.get(module.id) ?? new Map<string, string>(),
        isConverted: (id) => conversions.some((one) => one.module === module.id && one.field === id),
      }),
      ...listConverted(old.get(module.id), module, version, conversions),
      ...listReturned(old.get(module.id), module, version, histories.get(module.id) ?? []),
      ...listRemovedWhileInactive(old.get(module.id), version, histories.get(module.id) ?? [], removed?.get(module.id)),
    ];
    if (list.length > 0) changes.set(module.id, list);
  }
  return changes;
}

/** Fields that have another name or none. */
function listMissing(
  previous: CompiledModule | undefined,
  module: CompiledModule,
  version: number,
  { removed, isConverted }: { readonly removed: ReadonlyMap<string, string>; readonly isConverted: (id: string) => boolean },
): readonly FieldChange[] {
  // An unchanged module is the same object.
  if (previous === undefined || previous === module) return [];
  return [...previous.fields.values()].flatMap((field): readonly FieldChange[] => {
    const { id, name, definition } = field;
    const now = module.fieldsById.get(id);
    // Also of a field that is not there now: what it is calculated from may change meanwhile.
    if (isCalculated(definition) && now?.keys[0]?.id !== field.keys[0]?.id && !removed.has(definition.id)) return [{ version, from: name }];
    if (now !== undefined) return now.name === name || isConverted(id) ? [] : [{ version, from: name, to: now.name }];
    if (removed.has(definition.id)) return [{ version, from: name, id: definition.id }];
    return [{ version, from: name, to: inactiveName(id), type: typeOf(field) }];
  });
}

function typeOf(field: CompiledField): InactiveType {
  const { inputType, sensitive } = field.definition;
  const parts = [{ path: null, column: field }, ...listNestedColumns(field)];
  const dropdowns = parts.flatMap(({ path, column }) =>
    column.dropdown === undefined ? [] : [{ column: path, dropdown: column.dropdown.id }],
  );
  return { inputType, ...(sensitive === true ? { sensitive } : {}), ...(dropdowns.length === 0 ? {} : { dropdowns }) };
}

/** Fields whose values have another type, under their former or a new name. */
function listConverted(
  previous: CompiledModule | undefined,
  module: CompiledModule,
  version: number,
  conversions: readonly PendingConversion[],
): readonly FieldChange[] {
  return conversions.flatMap(({ module: id, field, key, version: since, conversion }): readonly FieldChange[] => {
    const [was, is] = [previous?.fieldsById.get(field), module.fieldsById.get(field)];
    if (id !== module.id || was === undefined || is === undefined) return [];
    const formerKey = was.keys[0]?.id ?? was.id;
    return [{ version, from: was.name, to: is.name, conversion: { ...conversion, field, key, formerKey, since } }];
  });
}

/** Fields that were inactive and are not any more. */
function listReturned(
  previous: CompiledModule | undefined,
  module: CompiledModule,
  version: number,
  history: ModuleHistory,
): readonly FieldChange[] {
  if (previous === module || history.length === 0) return [];
  return [...module.fields.values()]
    .filter(({ id }) => previous?.fieldsById.has(id) !== true && isInactive(history, inactiveName(id)))
    .map(({ id, name }) => ({ version, from: inactiveName(id), to: name }));
}

/** Fields that were removed for good while they were inactive, such as a relate to a module that is not active. */
function listRemovedWhileInactive(
  previous: CompiledModule | undefined,
  version: number,
  history: ModuleHistory,
  removed: ReadonlyMap<string, string> = new Map(),
): readonly FieldChange[] {
  const removals = countRemovals(history);
  return [...removed.keys()].flatMap((id) => {
    const storedId = storedIdOf(id, removals.get(id) ?? 0);
    const isMissing = previous?.fieldsById.has(storedId) !== true && isInactive(history, inactiveName(storedId));
    return isMissing ? [{ version, from: inactiveName(storedId), id }] : [];
  });
}
