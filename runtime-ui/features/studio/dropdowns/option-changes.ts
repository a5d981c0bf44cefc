import { deriveOptionValue, type DropdownDefinition } from '#engine/model/definitions';
import { t } from '../../../kit/index.ts';

export type DropdownOption = DropdownDefinition['options'][number];

/** Moves an option before another one, by their positions. */
export function moveOption(options: readonly DropdownOption[], from: number, to: number): readonly DropdownOption[] {
  const moved = options[from];
  if (moved === undefined || to < 0 || to >= options.length || from === to) return options;
  const others = options.filter((_, at) => at !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Changes the label of an option; the value of one that is not published follows its label. */
export function withLabel(
  options: readonly DropdownOption[],
  at: number,
  label: string,
  published: ReadonlySet<string>,
): readonly DropdownOption[] {
  const before = options[at];
  if (before === undefined) return options;
  const others = options.filter((_, place) => place !== at).map(({ value }) => value);
  const follows = !published.has(before.value) && (before.value === '' || before.value === deriveOptionValue(before.label, others));
  const value = follows ? deriveOptionValue(label, others) : before.value;
  return options.map((option, place) => (place === at ? { ...option, label, value } : option));
}

/** The problems of the options by their position: a label or a value is missing, or a value is there twice. */
export function checkOptions(options: readonly DropdownOption[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const values = new Set<string>();
  options.forEach(({ label, value }, at) => {
    if (label.trim() === '') problems.set(at, t('studioFields.problem.label'));
    else if (value === '') problems.set(at, t('studioFields.dropdowns.needsValue'));
    else if (values.has(value)) problems.set(at, t('studioFields.dropdowns.twice', { value }));
    values.add(value);
  });
  return problems;
}
