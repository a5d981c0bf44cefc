import { MusterError } from '../../errors/index.ts';
import {
  requestInactiveReplacements,
  requestRemovals,
  requestReplacements,
  type InactiveOption,
  type RemovedOption,
} from '../../records/index.ts';
import type { IdsPort, StoreWrite } from '../../ports/index.ts';
import type { PublishReview } from '../../registry/index.ts';
import { countAll, countFieldUses, countOptionUses, type RecordReader } from './count-uses.ts';
import { assertNoEqualValues } from './equal-values.ts';
import { assertRolesUnused } from './role-uses.ts';
import { listRemovedParts, type RemovedParts } from './removed-parts.ts';
import { assertMovable, chooseForOption, chooseForWhole, type ValuesChoice, type ValuesChoices } from './values-choices.ts';

/** One use of what a change removes. `field` is null for a module, `value` is null for a module or field. */
interface ValueUse {
  readonly module: string;
  readonly field: string | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly count: number;
}

/**
 * Refuses a change that removes what records use, unless it says what happens to the values, or a role that users have; and one that
 * makes a field unique of which records have equal values. Returns the writes for the commit. Errors: `values_in_use`,
 * `values_not_unique`, `definition_in_use`, `parameter_invalid` for values that cannot be moved.
 */
export async function reviewRemovals(
  { records, ids }: { readonly records: RecordReader; readonly ids: IdsPort },
  review: PublishReview,
  choices: ValuesChoices,
): Promise<readonly StoreWrite[]> {
  await assertRolesUnused(records, review);
  await assertNoEqualValues(records, review);
  const parts = listRemovedParts(review);
  const options = parts.options.map((option) => ({ option, choice: chooseForOption(choices, option) }));
  for (const { option, choice } of options) if (choice?.kind === 'move') assertMovable(option, choice.to);
  const modules = parts.modules.map((module) => ({ module, choice: chooseForWhole(choices, [module.id]) }));
  const undecided = {
    modules: modules.filter(({ choice }) => choice === undefined).map(({ module }) => module),
    fields: parts.fields.filter(({ field }) => chooseForWhole(choices, [field.definition.id, field.id]) === undefined),
    options: options.filter(({ choice }) => choice === undefined).map(({ option }) => option),
  };
  await assertUnused(records, undecided);
  return [
    ...options.flatMap(({ option, choice }) =>
      choice === undefined || choice.kind === 'keep'
        ? []
        : requestReplacements(ids, review.changeSet, [option], choice.kind === 'move' ? choice.to : null),
    ),
    ...requestInactiveReplacements(
      ids,
      parts.inactiveOptions.flatMap((option) => {
        const choice = chooseForInactive(option, choices, options);
        return choice === undefined || choice.kind === 'keep' ? [] : [{ option, to: choice.kind === 'move' ? choice.to : null }];
      }),
    ),
    ...requestRemovals(
      ids,
      modules
        .filter(({ choice }) => choice === 'clear')
        .map(({ module: { id, name, fields } }) => ({ id, name, fields: [...fields.values()] })),
      review.changeSet,
    ),
  ];
}

/** The choice for an active field with the same dropdown is that for an inactive one too, which nobody is asked about. */
function chooseForInactive(
  { dropdown, value }: InactiveOption,
  { others }: ValuesChoices,
  chosen: readonly { readonly option: RemovedOption; readonly choice: ValuesChoice | undefined }[],
): ValuesChoice | undefined {
  const same = chosen.find(({ option }) => {
    const { dropdown: used } = option.column?.column ?? option.field;
    return option.value === value && used?.id === dropdown;
  });
  return same === undefined ? others : same.choice;
}

/** Whether the values of a removed field stay, by its stable id. */
export function keepsValuesOf({ byId, others }: ValuesChoices): (fieldId: string) => boolean {
  return (id) => (byId.get(id) ?? others?.kind) === 'keep';
}

type UsedParts = Pick<RemovedParts, 'modules' | 'fields' | 'options'>;

async function assertUnused(records: RecordReader, parts: UsedParts): Promise<void> {
  const uses = (await countUses(records, parts)).filter((use) => use.count > 0);
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  if (count > 0) throw new MusterError('values_in_use', { values: { count: String(count) }, data: { count, uses } });
}

async function countUses(records: RecordReader, { modules, fields, options }: UsedParts): Promise<readonly ValueUse[]> {
  const uses: ValueUse[] = [];
  const nothing = { field: null, column: null, value: null };
  for (const module of modules) uses.push({ module: module.name, ...nothing, count: (await countAll(records, module)).count });
  for (const removed of fields) {
    const { count } = await countFieldUses(records, removed);
    uses.push({ module: removed.module.name, field: removed.field.name, column: null, value: null, count });
  }
  for (const option of options) uses.push({ ...placeOf(option), count: (await countOptionUses(records, option)).count });
  return uses;
}

function placeOf({ module, field, column, value }: RemovedOption): Omit<ValueUse, 'count'> {
  return { module: module.name, field: field.name, column: column?.path ?? null, value };
}
