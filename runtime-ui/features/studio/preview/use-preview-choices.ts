import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toText } from '#engine/model/values';
import type { ChangeSetView, DefinitionSummary, ModuleSummary } from '#engine/model/wire';
import {
  getChangeSet,
  getChoices,
  getDefinitions,
  queryKeys,
  searchRecordNames,
  searchRecords,
  useModuleView,
  useShell,
  type ApiError,
  type NamedChoice,
  type PageResponse,
  type RecordData,
} from '../../../client/index.ts';
import { useSettled } from '../review/use-plan.ts';

/** A choice of an input. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const MOST = 20;

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

/** Found records of a list that is searched as one types. */
export interface FoundChoices {
  readonly choices: readonly Choice[];
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly isLoading: boolean;
  readonly error: ApiError | undefined;
}

function withChosen(found: readonly Choice[], chosen: Choice | undefined): readonly Choice[] {
  return chosen === undefined || found.some(({ value }) => value === chosen.value) ? found : [chosen, ...found];
}

/** Active users whose name or address has these words. */
export function useUserChoices(chosen: string | null): FoundChoices {
  const [words, setWords] = useState('');
  const search = useSettled(words);
  const input = { searchTerms: { active: true }, fields: ['name', 'email'], pageNumber: 0, pageSize: MOST };
  const query = useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.names('users', { ...input, search }),
    queryFn: ({ signal }) =>
      searchRecords('/api/users', search === '' ? { ...input, sortField: 'name', sortOrder: 'asc' } : { ...input, search }, signal),
    placeholderData: keepPreviousData,
  });
  const { data: known } = useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.names('users', { chosen }),
    queryFn: ({ signal }) => searchRecords('/api/users', { searchTerms: { _id: chosen }, fields: ['name', 'email'] }, signal),
    enabled: chosen !== null,
  });
  const toChoice = (user: RecordData): Choice => ({ value: user._id, label: nameOfUser(user) });
  const found = (query.data?.data ?? []).map(toChoice);
  const [own] = (known?.data ?? []).filter(({ _id }) => _id === chosen).map(toChoice);
  return { choices: withChosen(found, own), words, setWords, isLoading: query.isFetching, error: query.error ?? undefined };
}

function nameOfUser({ name, email, _id }: RecordData): string {
  const shown = toText(name);
  const address = toText(email);
  return shown === '' ? address || _id : address === '' ? shown : `${shown} (${address})`;
}

/** Records of a module by name. */
export function useRecordChoices(module: ModuleSummary | undefined): FoundChoices {
  const [words, setWords] = useState('');
  const search = useSettled(words);
  const query = useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.names(module?.name ?? '', { preview: search }),
    queryFn: ({ signal }) => searchRecordNames(module as ModuleSummary, { search, pageSize: MOST }, signal),
    enabled: module !== undefined,
    placeholderData: keepPreviousData,
  });
  const choices = (query.data?.data ?? []).map((record) => ({
    value: record._id,
    label: toText(record[module?.nameField ?? 'name']) || record._id,
  }));
  return { choices, words, setWords, isLoading: query.isFetching, error: query.error ?? undefined };
}
