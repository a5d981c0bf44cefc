import { useQuery } from '@tanstack/react-query';
import { toText } from '#engine/model/values';
import type { ChangeSetView, DefinitionSummary, ModuleSummary } from '#engine/model/wire';
import {
  getChangeSet,
  getChoices,
  getDefinitions,
  queryKeys,
  useModuleView,
  useShell,
  type ApiError,
  type NamedChoice,
} from '../../../client/index.ts';

/** A choice of an input. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The published definitions of a kind with the changes of the draft, by label. */
function useDraftChoices(kind: 'role' | 'module', changeSet: string | null): readonly (Choice & { readonly name: string })[] {
  const { data: published = [] } = useQuery<readonly DefinitionSummary[], ApiError>({
    queryKey: queryKeys.definitions(kind),
    queryFn: ({ signal }) => getDefinitions(kind, signal),
  });
  const { data: draft } = useQuery<ChangeSetView, ApiError>({
    queryKey: queryKeys.changeSet(changeSet ?? ''),
    queryFn: ({ signal }) => getChangeSet(changeSet ?? '', signal),
    enabled: changeSet !== null,
  });
  const byId = new Map(published.map(({ id, label, name }) => [id, { value: id, label, name }]));
  for (const { kind: changed, id, definition } of draft?.changes ?? []) {
    if (changed !== kind) continue;
    if (definition === null) byId.delete(id);
    else {
      const name = toText(definition['name']);
      byId.set(id, { value: id, label: toText(definition['label']) || name, name });
    }
  }
  return [...byId.values()].sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** The roles of the draft. */
export function useRoleChoices(changeSet: string | null): readonly Choice[] {
  return useDraftChoices('role', changeSet).map(({ value, label }) => ({ value, label }));
}

/** The modules of the draft, by name; those that are published have records to choose from. */
export function useModuleChoices(changeSet: string | null): {
  readonly choices: readonly Choice[];
  readonly find: (name: string | null) => ModuleSummary | undefined;
} {
  const { data: shell } = useShell();
  const modules = shell?.modules ?? [];
  const drafted = useDraftChoices('module', changeSet);
  return {
    choices: drafted.map(({ name, label }) => ({ value: name, label })),
    find: (name) => modules.find((module) => module.name === name),
  };
}

export function useTeamChoices(): readonly Choice[] {
  const { data = [] } = useQuery<readonly NamedChoice[], ApiError>({
    queryKey: queryKeys.names('teams', 'choices'),
    queryFn: ({ signal }) => getChoices('teams', signal),
  });
  return data.map(({ _id, name }) => ({ value: _id, label: name }));
}

/** The user types that roles apply to. */
export function useUserTypeChoices(): readonly Choice[] {
  const { data: view } = useModuleView('users');
  const dropdown = view?.fields.find(({ fieldName }) => fieldName === 'userType')?.dropdown;
  const options = (dropdown === undefined ? undefined : view?.dropdowns[dropdown])?.options ?? [];
  return options.flatMap(({ value, label }) => (value === 'System Admin' ? [] : [{ value, label }]));
}
