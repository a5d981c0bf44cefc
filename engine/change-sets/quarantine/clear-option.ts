import type { StoreWrite } from '../../ports/index.ts';
import { dismissTask, findTasks, requestInactiveReplacements, requestReplacements, type InactiveOption } from '../../records/index.ts';
import type { DefinitionSnapshot, PublishInput } from '../../registry/index.ts';
import type { ChangeSetServices } from '../contract.ts';
import { chooseForGood, type ValuesChoice } from '../removals/values-choices.ts';
import { removedNotFound } from './list-quarantine.ts';
import { isRunning, isTaskOf, listRemovedOptions, listUses, type OptionRemoval } from './removed-options.ts';

/**
 * Makes the publication that removes a removed option from all records that kept it, or replaces it, as one that was published with this
 * choice would have; undefined: the id is not that of an option. Errors: `definition_not_found`, `parameter_invalid`.
 */
export async function makeOptionClearing(
  services: ChangeSetServices,
  id: string,
  choice: ValuesChoice | undefined,
): Promise<Omit<PublishInput, 'author'> | undefined> {
  const { registry, ids } = services;
  const removal = listRemovedOptions(await registry.changeSets(), registry.definitions()).find((one) => one.id === id);
  if (removal === undefined) return undefined;
  const { option, dropdown } = removal;
  const to = chooseForGood(choice, dropdown.options);
  const changeSet = ids.next();
  return {
    id: changeSet,
    name: `Option ${option.label} of ${dropdown.name} removed from the records`.slice(0, 200),
    changes: (current, changeSets) => {
      const now = listRemovedOptions(changeSets, current).find((one) => one.id === id);
      // It, or what it becomes, may have changed meanwhile.
      if (now === undefined) throw removedNotFound();
      chooseForGood(choice, now.dropdown.options);
      return [];
    },
    clears: { fields: new Map(), modules: [] },
    extraWrites: (snapshot) => requestClearing(services, { snapshot, removal, changeSet, to }),
  };
}

/** The requests for the job. Those that a rule refused before are replaced; fields that the job works on have theirs. */
async function requestClearing(
  { store, ids }: ChangeSetServices,
  {
    snapshot,
    removal,
    changeSet,
    to,
  }: { readonly snapshot: DefinitionSnapshot; readonly removal: OptionRemoval; readonly changeSet: string; readonly to: string | null },
): Promise<readonly StoreWrite[]> {
  const tasks = await findTasks(store);
  const uses = listUses(snapshot, removal).filter((use) => !tasks.some((task) => isRunning(task) && isTaskOf(task, use)));
  if (uses.length === 0) throw removedNotFound();
  const refused = tasks.filter((task) => uses.some((use) => isTaskOf(task, use)));
  const inactive = listInactiveUses(snapshot, removal).map((option) => ({ option, to }));
  return [...refused.map(dismissTask), ...requestReplacements(ids, changeSet, uses, to), ...requestInactiveReplacements(ids, inactive)];
}

/** The same for fields that are inactive now: their values are replaced when they are active again. */
function listInactiveUses(snapshot: DefinitionSnapshot, { dropdown, option: { value } }: OptionRemoval): readonly InactiveOption[] {
  return [...snapshot.modules.values()].flatMap(({ id: module }) =>
    snapshot
      .inactiveFields(module)
      .flatMap(({ id: field, dropdowns }) =>
        dropdowns
          .filter((used) => used.dropdown === dropdown.id)
          .map(({ column }) => ({ module, field, column, dropdown: dropdown.id, value })),
      ),
  );
}
