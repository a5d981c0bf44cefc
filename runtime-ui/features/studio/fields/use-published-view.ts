import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DropdownDefinition, FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { getModuleView, queryKeys } from '../../../client/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { OPERATORS } from './field-operators.ts';
import { listFieldDefinitions } from './module-fields.ts';

/** The published module with this id; undefined: it is loading, or new in the draft. */
export function usePublishedView(id: string): ModuleView | undefined {
  const published = useDefinitions('module').list?.find((one) => one.id === id && one.action !== 'added' && one.module?.active !== false);
  const name = published?.name ?? '';
  return useQuery({
    queryKey: queryKeys.moduleView(name),
    queryFn: ({ signal }) => getModuleView(name, signal),
    enabled: published !== undefined,
  }).data;
}

/** All fields of a module of the draft, also those that its kind and relationships give it. */
export function useFieldDefinitions(module: ModuleDefinition): readonly FieldDefinition[] {
  const view = usePublishedView(module.id);
  return useMemo(() => listFieldDefinitions(module, view), [module, view]);
}

const ALL = {
  access: true,
  create: true,
  mass_update: true,
  export: true,
  assign_any_team: true,
  view: 'All',
  edit: 'All',
  delete: 'All',
} as const;

/** A field of the draft as forms and filters show it. */
export function toFieldView(field: FieldDefinition): FieldView {
  const { ref, ...rest } = field;
  return {
    ...rest,
    refs: [ref ?? []].flat(),
    system: false,
    rights: { read: 'all', write: 'all' },
    sortable: true,
    filterable: field.sensitive !== true && field.internal !== true,
    operators: OPERATORS[field.inputType],
  };
}

/** A module of the draft as forms and filters show it; relations are those that are published. */
export function toModuleView(
  module: ModuleDefinition,
  fields: readonly FieldDefinition[],
  dropdowns: readonly DropdownDefinition[],
  view: ModuleView | undefined,
): ModuleView {
  return {
    _id: module.id,
    name: module.name,
    label: module.label,
    labelSingular: module.labelSingular,
    description: '',
    icon: module.icon ?? 'table',
    path: view?.path ?? '',
    teamEnabled: module.team_enabled === true,
    nameField: module.fieldForName ?? 'name',
    version: view?.version ?? 0,
    fields: fields.map(toFieldView),
    relations: view?.relations ?? [],
    layouts: {},
    dropdowns: { ...view?.dropdowns, ...Object.fromEntries(dropdowns.map((one) => [one.name, one])) },
    rights: ALL,
    defaultSort: module.defaultSort ?? { sortField: 'name', sortOrder: 'asc' },
    pageSize: module.pageSize ?? 10,
    fieldForName: module.fieldForName ?? 'name',
    relationships: [],
    apps: [],
    custom: false,
    customSchema: false,
    active: true,
    locked: false,
    deleted: false,
    createdAt: null,
    updatedAt: null,
  };
}
