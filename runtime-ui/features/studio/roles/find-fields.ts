import { useQuery } from '@tanstack/react-query';
import type { JsonValue } from '#engine/model/values';
import type { DefinitionSummary } from '#engine/model/wire';
import { getDefinitions, queryKeys, type ApiError } from '../../../client/index.ts';
import { isObject } from '../../../headless/index.ts';
import type { ListedDefinition } from '../draft/use-definitions.ts';
import { useSettled } from '../review/use-plan.ts';

/** Whether a label or a name contains words in lower case. */
export function matchesText({ label, name }: { readonly label: string; readonly name: string }, words: string): boolean {
  return label.toLowerCase().includes(words) || name.toLowerCase().includes(words);
}

/** Shorter words are in nearly every module. */
const MIN_LENGTH = 2;
const MAX_LENGTH = 100;

export interface FoundModules {
  /** Ids of the modules that have such a field. */
  readonly ids: ReadonlySet<string>;
  readonly isLoading: boolean;
  readonly error: ApiError | undefined;
}

/** The modules with a field whose label or name contains words, as the draft has them. */
export function useModulesWithField(modules: readonly ListedDefinition[], words: string): FoundModules {
  const wanted = words.slice(0, MAX_LENGTH);
  const settled = useSettled(wanted);
  const isWanted = settled.length >= MIN_LENGTH;
  const { data, error, isFetching } = useQuery<readonly DefinitionSummary[], ApiError>({
    queryKey: [...queryKeys.definitions('module'), 'field', settled],
    queryFn: ({ signal }) => getDefinitions('module', signal, settled),
    enabled: isWanted,
  });
  const isSettled = settled === wanted;
  if (words.length < MIN_LENGTH) return { ids: new Set(), isLoading: false, error: undefined };
  const drafted = modules.filter((one) => one.drafted !== undefined && hasField(one, words));
  const published = isSettled ? (data ?? []) : [];
  return {
    ids: new Set([...published, ...drafted].map(({ id }) => id)),
    isLoading: !isSettled || isFetching,
    error: (isSettled ? error : null) ?? undefined,
  };
}

function hasField({ drafted }: ListedDefinition, words: string): boolean {
  const fields = drafted?.['fields'];
  if (!Array.isArray(fields)) return false;
  return fields.some((field: JsonValue) => {
    if (!isObject(field)) return false;
    const { label, fieldName: name } = field;
    return typeof label === 'string' && typeof name === 'string' && matchesText({ label, name }, words);
  });
}
