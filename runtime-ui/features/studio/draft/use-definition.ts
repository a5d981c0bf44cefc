import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DefinitionKind } from '#engine/model/definitions';
import type { ChangeAction, ChangeProblem, DefinitionDetail } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { ApiError, getDefinition, queryKeys } from '../../../client/index.ts';
import { findChange, findDraftDefinition } from './draft-edits.ts';
import { useDraftStore } from './draft-context.tsx';
import { readDefinition } from './readable-definition.ts';

/** A definition as the open draft has it. */
export interface DraftDefinition {
  /** Of the draft without what pages cannot show, else the effective one; undefined: it is loading, does not exist, or the draft removes it. */
  readonly definition: JsonObject | undefined;
  /** The same as it is written, which may have any form. */
  readonly written: JsonObject | undefined;
  /** As it is published; undefined: it is loading, or new in the draft. */
  readonly detail: DefinitionDetail | undefined;
  /** What the draft does to it; undefined: nothing. */
  readonly action: ChangeAction | undefined;
  /** The problems of the draft in this definition. */
  readonly problems: readonly ChangeProblem[];
  readonly isLoading: boolean;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
  /** Sets the whole definition; null removes it. */
  readonly change: (definition: JsonObject | null) => void;
  /** Takes the change out of the draft. */
  readonly discard: () => void;
}

/** A definition that the pages of the studio show and edit. An empty id: it is not known yet which. */
export function useDefinition(kind: DefinitionKind, id: string): DraftDefinition {
  const store = useDraftStore();
  const { view, edits, isLoading: isDraftLoading } = store.useState();
  const drafted = findDraftDefinition(view, edits, { kind, id });
  const { data, error, isPending, refetch } = useQuery<DefinitionDetail | null, ApiError>({
    queryKey: queryKeys.definition(kind, id),
    queryFn: ({ signal }) => getDefinition(kind, id, signal).catch(toNull),
    enabled: id !== '',
  });
  const isNew = data === null;
  // The same object for the same edit, so that pages do not take it for another definition.
  const readable = useMemo(() => drafted && readDefinition(kind, id, drafted).definition, [kind, id, drafted]);
  const change = findChange(view, { kind, id });
  return {
    definition: drafted === null ? undefined : (readable ?? data?.definition),
    written: drafted === null ? undefined : (drafted ?? data?.definition),
    detail: data ?? undefined,
    action: drafted === undefined ? undefined : drafted === null ? 'removed' : isNew ? 'added' : 'changed',
    problems: change === undefined ? [] : (view?.problems ?? []).filter((one) => one.change?.kind === kind && one.change.id === id),
    isLoading: isPending || isDraftLoading,
    error: error ?? undefined,
    retry: () => void refetch(),
    change: (definition) => store.edit([{ kind, id, definition }]),
    discard: () => store.edit([{ kind, id }]),
  };
}

/** A definition that is new in the draft does not exist on the server. */
function toNull(error: unknown): null {
  if (error instanceof ApiError && error.code === 'definition_not_found') return null;
  throw error;
}
