import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import {
  getChoices,
  queryKeys,
  searchRecords,
  useModuleView,
  type ApiError,
  type NamedChoice,
  type PageResponse,
  type PopulatedRecord,
} from '../../../client/index.ts';

/** Users of one page of the list. */
export const PAGE = 25;

/** The filters of the list of users, as in the address of the page. */
export interface UserFilters {
  readonly words: string;
  readonly status: string | null;
  readonly userType: string | null;
  readonly role: string | null;
  readonly team: string | null;
  readonly page: number;
}

/** `signed`: users who have not signed in yet. */
function termsOf({ status, userType, role, team }: UserFilters): JsonObject {
  return {
    ...(status === 'active' ? { active: true } : {}),
    ...(status === 'inactive' ? { active: false } : {}),
    ...(status === 'never' ? { last_login_date: { exists: false } } : {}),
    ...(userType === null ? {} : { userType }),
    ...(role === null ? {} : { roles: role }),
    ...(team === null ? {} : { teams: team }),
  };
}

/** A page of the users that match the filters. */
export function useUsers(filters: UserFilters) {
  const { words, page } = filters;
  const input = {
    pageNumber: page,
    pageSize: PAGE,
    searchTerms: termsOf(filters),
    populate: ['roles', 'teams'],
    ...(words === '' ? {} : { search: words }),
  };
  return useQuery<PageResponse<PopulatedRecord>, ApiError>({
    queryKey: queryKeys.list('users', input),
    queryFn: ({ signal }) => searchRecords<PopulatedRecord>('/api/users', input, signal),
    placeholderData: keepPreviousData,
  });
}

/** All roles or teams as options of an input. */
export function useChoices(kind: 'roles' | 'teams') {
  const { data } = useQuery<readonly NamedChoice[], ApiError>({
    queryKey: queryKeys.names(kind, 'choices'),
    queryFn: ({ signal }) => getChoices(kind, signal),
  });
  return (data ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
}

/** The user types as options of an input. */
export function useUserTypes() {
  const { data: view } = useModuleView('users');
  const dropdown = view?.fields.find(({ fieldName }) => fieldName === 'userType')?.dropdown;
  const options = (dropdown === undefined ? undefined : view?.dropdowns[dropdown])?.options ?? [];
  return options.map(({ value, label }) => ({ value, label }));
}

/** The names of populated relates, in the order of the record. */
export function namesOf(value: PopulatedRecord[string]): string {
  if (!Array.isArray(value)) return '';
  return (value as readonly unknown[])
    .flatMap((one) => (typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string' ? [one.name] : []))
    .join(', ');
}

/** The ids of populated relates. */
export function idsOf(value: PopulatedRecord[string]): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((one) =>
    typeof one === 'string' ? [one] : typeof one === 'object' && one !== null && '_id' in one ? [String(one._id)] : [],
  );
}

export const userRoute = (id: string): string => `/admin/users/${encodeURIComponent(id)}`;
export const teamRoute = (id: string): string => `/admin/teams/${encodeURIComponent(id)}`;
