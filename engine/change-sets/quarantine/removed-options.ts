import { createHash } from 'node:crypto';
import { findTasks, type RemovedOption, type ValueTask } from '../../records/index.ts';
import type { ChangeSet, DefinitionSet, DefinitionSnapshot } from '../../registry/index.ts';
import { listNestedColumns } from '#engine/model/compiled';
import type { DropdownDefinition } from '#engine/model/definitions';
import type { ChangeSetView, RemovedOptionReplacement } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { ChangeSetServices, Requester } from '../contract.ts';
import { createDraft } from '../manage-drafts.ts';
import { countOptionUses } from '../removals/count-uses.ts';
import { summarizeTasks } from '../replacements/view-replacement.ts';

/** The latest removed options that are looked at. */
const MAX_OPTIONS = 200;

/** Milliseconds after which no further records are counted. */
const MAX_TIME = 2_000;

const MAX_NAME = 200;

type Option = DropdownDefinition['options'][number];

/** An option that a change-set removed and that is not there again. */
export interface OptionRemoval {
  /** The same for the same value of the same dropdown. */
  readonly id: string;
  /** The dropdown as it is now. */
  readonly dropdown: DropdownDefinition;
  /** The option as it was. */
  readonly option: Option;
  /** Its place among the options then. */
  readonly position: number;
  readonly changeSet: ChangeSet;
}

/** One that records still have, or had until a moment ago. */
export interface RemainingOption extends OptionRemoval {
  /** Records with it that nothing changes now, also deleted ones, once for each field; null: not counted, because that took too long. */
  readonly records: number | null;
  /** The job that removes it from records, or replaces it; null: none. */
  readonly replacement: RemovedOptionReplacement | null;
}

/** The options that change-sets removed, in the order of removal. */
export function listRemovedOptions(changeSets: readonly ChangeSet[], current: DefinitionSet): readonly OptionRemoval[] {
  const found = new Map<string, Omit<OptionRemoval, 'dropdown'> & { readonly of: string }>();
  for (const changeSet of changeSets)
    for (const { kind, id, before, after } of changeSet.changes) {
      if (kind !== 'dropdown' || before === null || after === null) continue;
      const left = new Set((after as DropdownDefinition).options.map(({ value }) => value));
      for (const [position, option] of (before as DropdownDefinition).options.entries()) {
        if (left.has(option.value)) continue;
        const key = makeId(id, option.value);
        found.delete(key);
        found.set(key, { id: key, of: id, option, position, changeSet });
      }
    }
  return [...found.values()].flatMap(({ of, ...removal }) => {
    const dropdown = current.dropdown.get(of);
    const isBack = dropdown === undefined || dropdown.options.some(({ value }) => value === removal.option.value);
    return isBack ? [] : [{ ...removal, dropdown }];
  });
}

/** An id that paths can contain: values can have any characters. */
function makeId(dropdown: string, value: string): string {
  return `option-${createHash('sha256')
    .update(JSON.stringify([dropdown, value]))
    .digest('hex')
    .slice(0, 32)}`;
}

/** The removed options that records still have, or that are being removed from them, in the order of removal. Errors: of the store. */
export async function findRemainingOptions(services: ChangeSetServices): Promise<readonly RemainingOption[]> {
  const { registry, store, clock } = services;
  const removals = listRemovedOptions(await registry.changeSets(), registry.definitions()).slice(-MAX_OPTIONS);
  const snapshot = registry.current();
  const tasks = removals.length === 0 ? [] : await findTasks(store);
  const until = clock.now() + MAX_TIME;
  const remaining: RemainingOption[] = [];
  // The latest first: they are looked for most.
  for (const removal of removals.toReversed()) {
    const uses = listUses(snapshot, removal);
    const own = tasks.filter((task) => uses.some((use) => isTaskOf(task, use)));
    const open = uses.filter((use) => !own.some((task) => isRunning(task) && isTaskOf(task, use)));
    const records = clock.now() > until ? null : await countRemaining(services, open);
    const replacement = viewReplacement(own, snapshot);
    if (records !== 0 || replacement?.state === 'running') remaining.unshift({ ...removal, records, replacement });
  }
  return remaining;
}

/** The fields, and columns of entries, that have the dropdown of a removed option. */
export function listUses({ modules }: DefinitionSnapshot, { dropdown, option: { value } }: OptionRemoval): readonly RemovedOption[] {
  return [...modules.values()].flatMap((module) =>
    [...module.fields.values()].flatMap((field) => {
      const columns = listNestedColumns(field).filter(({ column }) => column.dropdown?.id === dropdown.id);
      const places = [...(field.dropdown?.id === dropdown.id ? [undefined] : []), ...columns];
      return places.map((column): RemovedOption => ({ module, field, column, value }));
    }),
  );
}

/** Whether a task changes the value of this field or column. */
export function isTaskOf(task: ValueTask, { module, field, column, value }: RemovedOption): boolean {
  return (
    task.kind === 'option' &&
    task.module === module.id &&
    task.field === field.id &&
    task.column === (column?.path ?? null) &&
    task.value === value
  );
}

/** Whether the job works on a task, or will: else a rule refused what is left. */
export function isRunning({ state }: ValueTask): boolean {
  return state === undefined;
}

/** Tasks of no change-set wait for inactive fields. Of several change-sets the latest has the choice of the admin. */
function viewReplacement(tasks: readonly ValueTask[], snapshot: DefinitionSnapshot): RemovedOptionReplacement | null {
  const changeSet = (tasks.find((task) => isRunning(task) && task.changeSet !== undefined) ?? tasks.at(-1))?.changeSet;
  if (changeSet === undefined) return null;
  const summary = summarizeTasks(
    tasks.filter((task) => task.changeSet === changeSet),
    snapshot,
  );
  return summary === undefined ? null : { ...summary, changeSet };
}

async function countRemaining({ records }: ChangeSetServices, uses: readonly RemovedOption[]): Promise<number> {
  let sum = 0;
  for (const use of uses) sum += (await countOptionUses(records, use)).count;
  return sum;
}

/** Makes a draft that adds a removed option again, at its former place; undefined: the id is not that of one. */
export async function restoreOption(services: ChangeSetServices, by: Requester, id: string): Promise<ChangeSetView | undefined> {
  const { registry } = services;
  const found = listRemovedOptions(await registry.changeSets(), registry.definitions()).find((one) => one.id === id);
  if (found === undefined) return undefined;
  const { dropdown, option, position } = found;
  const definition = { ...dropdown, options: dropdown.options.toSpliced(position, 0, option) } as unknown as JsonObject;
  const name = `${option.label} in ${dropdown.name} again`.slice(0, MAX_NAME);
  return createDraft(services, by, { name, shared: false, changes: [{ kind: 'dropdown', id: dropdown.id, definition }] });
}
