import { useQuery } from '@tanstack/react-query';
import type { DefinitionKind } from '#engine/model/definitions';
import type { ChangeAction, DefinitionSummary } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { getDefinitions, queryKeys, type ApiError } from '../../../client/index.ts';
import { useDraftStore } from './draft-context.tsx';
import { findDraftDefinition, keyOfArtifact } from './draft-edits.ts';
import { readDefinition } from './readable-definition.ts';

/** An artifact of a list, with what the open draft makes of it. */
export interface ListedDefinition extends DefinitionSummary {
  readonly action: ChangeAction | undefined;
  /** Of the draft; undefined: the draft does not change it, or removes it. */
  readonly drafted: JsonObject | undefined;
}

export interface ListedDefinitions {
  /** By label; with those that the draft adds or removes. Undefined: loading. */
  readonly list: readonly ListedDefinition[] | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** All artifacts of a kind, with the changes of the open draft. */
export function useDefinitions(kind: DefinitionKind): ListedDefinitions {
  const { view, edits } = useDraftStore().useState();
  const { data, error, refetch } = useQuery<readonly DefinitionSummary[], ApiError>({
    queryKey: queryKeys.definitions(kind),
    queryFn: ({ signal }) => getDefinitions(kind, signal),
  });
  const listed = data?.map((summary): ListedDefinition => {
    const written = findDraftDefinition(view, edits, summary);
    const drafted = written && readDefinition(kind, summary.id, written).definition;
    const label = drafted ? labelOf(drafted) : undefined;
    return {
      ...summary,
      ...(label === undefined ? {} : { label }),
      drafted: drafted ?? undefined,
      action: drafted === undefined ? undefined : drafted === null ? 'removed' : 'changed',
    };
  });
  const known = new Set(listed?.map(keyOfArtifact));
  const artifacts = [...(view?.changes ?? []), ...edits.values()].filter((one) => one.kind === kind);
  const added = new Map(artifacts.filter((one) => !known.has(keyOfArtifact(one))).map((one) => [one.id, one]));
  const list = listed && [
    ...listed,
    ...[...added.values()].flatMap(({ id }) => {
      const drafted = findDraftDefinition(view, edits, { kind, id });
      return drafted ? [summarizeNew(kind, id, readDefinition(kind, id, drafted).definition)] : [];
    }),
  ];
  return {
    list: list?.sort((one, other) => one.label.localeCompare(other.label, 'en')),
    error: error ?? undefined,
    retry: () => void refetch(),
  };
}

function textOf(definition: JsonObject, property: string): string | undefined {
  const value = definition[property];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function labelOf(definition: JsonObject): string | undefined {
  return textOf(definition, 'label') ?? textOf(definition, 'name');
}

function lengthOf(definition: JsonObject, property: string): number {
  const value = definition[property];
  return Array.isArray(value) ? value.length : 0;
}

function summarizeNew(kind: DefinitionKind, id: string, drafted: JsonObject): ListedDefinition {
  const [module, view] = [textOf(drafted, 'ssModule'), textOf(drafted, 'view')];
  const name = module === undefined ? (textOf(drafted, 'name') ?? id) : `${module}.${view ?? ''}`;
  return {
    kind,
    id,
    artifact: `${kind}/${name}`,
    name,
    label: labelOf(drafted) ?? name,
    origin: 'admin',
    plugin: null,
    customized: false,
    module:
      kind === 'module'
        ? {
            icon: textOf(drafted, 'icon') ?? null,
            moduleKind: textOf(drafted, 'kind') ?? 'plain',
            fields: lengthOf(drafted, 'fields'),
            relationships: lengthOf(drafted, 'relationships'),
            active: drafted['active'] !== false,
            locked: drafted['locked'] === true,
          }
        : null,
    layout:
      module === undefined
        ? null
        : { module, view: view ?? '', role: textOf(drafted, 'role') ?? null, app: textOf(drafted, 'app') ?? null },
    dropdown: kind === 'dropdown' ? { options: lengthOf(drafted, 'options'), uses: 0 } : null,
    workflow:
      kind === 'workflow'
        ? {
            module: textOf(drafted, 'module') ?? '',
            executionOccurs: textOf(drafted, 'executionOccurs') ?? '',
            active: drafted['active'] === true,
            problem: null,
            updatedAt: null,
            lastRunAt: null,
          }
        : null,
    action: 'added',
    drafted,
  };
}
