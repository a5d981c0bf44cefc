import { useQueries } from '@tanstack/react-query';
import type { DropdownDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { getModuleView, queryKeys } from '../../../client/index.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { nameOfListed, useDropdowns } from '../dropdowns/use-dropdowns.ts';
import { listFieldDefinitions } from '../fields/module-fields.ts';
import { toModuleView } from '../fields/use-published-view.ts';

/** A module that can be chosen. */
export interface ModuleOption {
  readonly value: string;
  readonly label: string;
}

/** The active modules of the draft, by label. */
export function useModuleOptions(): readonly ModuleOption[] {
  const list = useDefinitions('module').list ?? [];
  return list.filter(isActive).map((one) => ({ value: nameOfListed(one), label: one.label }));
}

function isActive({ action, module }: ListedDefinition): boolean {
  return action !== 'removed' && module?.active !== false;
}

/** The modules with these names as the open draft has them, by name; those that are loading or do not exist are left out. */
export function useStudioModules(names: readonly string[]): ReadonlyMap<string, ModuleView> {
  const listed = (useDefinitions('module').list ?? []).filter((one) => isActive(one) && names.includes(nameOfListed(one)));
  const drafted = listed.flatMap((one) => (one.drafted === undefined ? [] : [one.drafted as unknown as ModuleDefinition]));
  const changed = (useDefinitions('dropdown').list ?? []).filter((one) => one.drafted !== undefined).map(nameOfListed);
  const dropdowns = useDropdowns([...changed, ...drafted.flatMap(({ fields }) => fields.flatMap(({ dropdown }) => dropdown ?? []))]);
  const loaded = useQueries({
    queries: listed.map(({ name, action }) => ({
      queryKey: queryKeys.moduleView(name),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getModuleView(name, signal),
      enabled: action !== 'added',
    })),
  });
  const views = listed.flatMap((one, index) => toView(one, loaded[index]?.data, dropdowns) ?? []);
  return new Map(views.map((view) => [view.name, view]));
}

function toView(listed: ListedDefinition, view: ModuleView | undefined, dropdowns: readonly DropdownDefinition[]): ModuleView | undefined {
  const drafted = listed.drafted as unknown as ModuleDefinition | undefined;
  if (drafted !== undefined) return toModuleView(drafted, listFieldDefinitions(drafted, view), dropdowns, view);
  return view && { ...view, dropdowns: { ...view.dropdowns, ...Object.fromEntries(dropdowns.map((one) => [one.name, one])) } };
}
