import { useQueries } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import { getDefinition, queryKeys, type ApiError } from '../../../client/index.ts';
import { useDefinitions, type ListedDefinition } from './use-definitions.ts';

/** A role as the open draft has it. */
export interface DraftedRole {
  readonly id: string;
  readonly name: string;
  readonly action: ListedDefinition['action'];
  /** undefined: it is loading. */
  readonly definition: JsonObject | undefined;
}

export interface DraftedRoles {
  /** The roles of the page; undefined: the list is loading. */
  readonly roles: readonly DraftedRole[] | undefined;
  readonly total: number;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** Roles on a page: each definition is a request. */
export const ROLES_ON_PAGE = 20;

/** A page of the roles with their definitions; those that the draft removes are left out. */
export function useRoleDefinitions(page: number): DraftedRoles {
  const { list, error, retry } = useDefinitions('role');
  const present = list?.filter(({ action }) => action !== 'removed');
  const shown = present?.slice(page * ROLES_ON_PAGE, (page + 1) * ROLES_ON_PAGE) ?? [];
  const loaded = useQueries({
    queries: shown.map(({ id, drafted }) => ({
      queryKey: queryKeys.definition('role', id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getDefinition('role', id, signal),
      enabled: drafted === undefined,
    })),
  });
  const failed = loaded.find((one) => one.error !== null);
  return {
    roles: present && shown.map((role, at) => toRole(role, loaded[at]?.data?.definition)),
    total: present?.length ?? 0,
    error: error ?? (failed?.error as ApiError | null | undefined) ?? undefined,
    retry: () => {
      retry();
      for (const one of loaded) if (one.error !== null) void one.refetch();
    },
  };
}

function toRole({ id, label, action, drafted }: ListedDefinition, published: JsonObject | undefined): DraftedRole {
  return { id, name: label, action, definition: drafted ?? published };
}
