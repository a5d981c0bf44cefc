import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { recordRoute, useSession } from '../../client/index.ts';
import type { RecordPagerStart } from '../../headless/index.ts';

/** Goes to a record as from a list: its page then knows the next and the previous one of that list. */
export function useNavigateFromList({ module, query, of }: Omit<RecordPagerStart, 'list'>): (path: string) => void {
  const navigate = useNavigate();
  return useCallback((path) => {
    const walk: RecordPagerStart = { module, list: `${location.pathname}${location.search}`, ...(query === undefined ? {} : { query }), ...(of === undefined ? {} : { of }) };
    void navigate(path, { state: { walk } });
  }, [navigate, module, query, of]);
}

/** Opens a record of a module, or its form, by a way of going there such as that of `useNavigateFromList`. */
export function useRecordNavigation(module: string, goTo: (path: string) => void): { readonly open: (id: string) => void; readonly edit: (id: string) => void } {
  const user = useSession((session) => session.user);
  const open = useCallback((id: string) => goTo(recordRoute(module, id, user)), [goTo, module, user]);
  const edit = useCallback((id: string) => goTo(`${recordRoute(module, id, user)}/edit`), [goTo, module, user]);
  return { open, edit };
}
