import type { ChangeSet, ClearedValues, DefinitionInput, PublishInput } from '../../registry/index.ts';
import { requestRemovals } from '../../records/index.ts';
import type { QuarantineEntry } from '#engine/model/wire';
import type { ChangeSetServices, Publication } from '../contract.ts';
import { nameChangeSet, readUserNames, type UserNames } from '../view-change-set.ts';
import { chooseForGood, type ValuesChoice } from '../removals/values-choices.ts';
import { makeOptionClearing } from './clear-option.ts';
import { listQuarantined, QUARANTINE_DAYS, removedNotFound, type Quarantined } from './list-quarantine.ts';
import { findRemainingOptions, type RemainingOption } from './removed-options.ts';

const DAY = 86_400_000;

/** What is removed and can be restored, the latest first: fields and modules, and options that records still have. */
export async function viewQuarantine(services: ChangeSetServices): Promise<readonly QuarantineEntry[]> {
  const [found, options] = await Promise.all([findQuarantined(services), findRemainingOptions(services)]);
  const names = await readUserNames(
    services,
    [...found, ...options].map(({ changeSet }) => changeSet.author),
  );
  return [...found.map((one) => viewQuarantined(one, names)), ...options.map((one) => viewOption(one, names))]
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => Date.parse(b.entry.removedAt) - Date.parse(a.entry.removedAt) || b.index - a.index)
    .map(({ entry }) => entry);
}

function viewQuarantined({ id, module, field, changeSet }: Quarantined, names: UserNames): QuarantineEntry {
  return {
    _id: id,
    kind: field === undefined ? 'module' : 'field',
    module: { _id: module.id, name: module.name, label: module.label },
    field: field === undefined ? null : { name: field.fieldName, label: field.label ?? field.fieldName },
    option: null,
    ...viewRemoval(changeSet, names),
    until: new Date(endOf(changeSet)).toISOString(),
  };
}

function viewOption(
  { id, dropdown, option, position, records, replacement, changeSet }: RemainingOption,
  names: UserNames,
): QuarantineEntry {
  return {
    _id: id,
    kind: 'option',
    module: null,
    field: null,
    option: { dropdown: { _id: dropdown.id, name: dropdown.name }, definition: option, position, records, replacement },
    ...viewRemoval(changeSet, names),
    until: null,
  };
}

function viewRemoval(changeSet: ChangeSet, names: UserNames): Pick<QuarantineEntry, 'removedAt' | 'removedBy' | 'changeSet'> {
  const { _id, author, at } = changeSet;
  return {
    removedAt: at,
    removedBy: author === null ? null : { _id: author, name: names.get(author) ?? author },
    changeSet: { _id, name: nameChangeSet(changeSet) },
  };
}

/** Makes the publication that adds a removed field or module again, with its values. Errors: `definition_not_found`. */
export function makeRestoration({ ids }: ChangeSetServices, id: string): Publication {
  return {
    id: ids.next(),
    name: undefined,
    changes: (current, changeSets) => {
      const found = listQuarantined(changeSets, current).find((one) => one.id === id);
      if (found === undefined) throw removedNotFound();
      const { module, field, layouts } = found;
      if (field === undefined)
        return [
          { kind: 'module', id: module.id, definition: module },
          ...layouts.map((layout): DefinitionInput => ({ kind: 'layout', id: layout.id, definition: layout })),
        ];
      const now = current.module.get(module.id);
      return [{ kind: 'module', id: module.id, definition: { ...now, fields: [...(now?.fields ?? []), field] } }];
    },
    extraWrites: async () => [],
  };
}

/**
 * Makes the publication that removes the values of a removed field, module or option now. Errors: `definition_not_found`,
 * `parameter_invalid`.
 */
export async function makeClearing(services: ChangeSetServices, id: string, choice?: ValuesChoice): Promise<Omit<PublishInput, 'author'>> {
  const option = await makeOptionClearing(services, id, choice);
  if (option !== undefined) return option;
  const found = (await findQuarantined(services)).filter((one) => one.id === id);
  if (found.length === 0) throw removedNotFound();
  chooseForGood(choice);
  return clear(services, found);
}

/** Removes the values of everything that was removed 30 days ago. Returns the number of fields and modules. Errors: of the store. */
export async function clearQuarantine(services: ChangeSetServices): Promise<number> {
  const now = services.clock.now();
  const ended = (await findQuarantined(services)).filter(({ changeSet }) => endOf(changeSet) <= now);
  if (ended.length > 0) await services.registry.publish({ author: undefined, ...clear(services, ended) });
  return ended.length;
}

function clear({ ids }: ChangeSetServices, found: readonly Quarantined[]): Omit<PublishInput, 'author'> {
  const fields = new Map<string, Map<string, string>>();
  const modules = found.filter(({ field }) => field === undefined).map(({ module }) => module);
  for (const { module, field } of found)
    if (field !== undefined) fields.set(module.id, (fields.get(module.id) ?? new Map<string, string>()).set(field.id, field.fieldName));
  const clears: ClearedValues = { fields, modules: modules.map(({ id }) => id) };
  const removed = modules.map(({ id, name, fields: own }) => ({
    id,
    name,
    fields: own.map((field) => ({ id: field.id, name: field.fieldName })),
  }));
  return { name: nameClearing(found), changes: [], clears, extraWrites: () => Promise.resolve(requestRemovals(ids, removed)) };
}

function nameClearing(found: readonly Quarantined[]): string {
  const names = found.map(({ module, field }) =>
    field === undefined ? module.label : `${field.label ?? field.fieldName} of ${module.label}`,
  );
  return `Values of ${names.join(', ')} removed`.slice(0, 200);
}

async function findQuarantined({ registry }: ChangeSetServices): Promise<readonly Quarantined[]> {
  return listQuarantined(await registry.changeSets(), registry.definitions());
}

function endOf({ at }: { readonly at: string }): number {
  return Date.parse(at) + QUARANTINE_DAYS * DAY;
}
