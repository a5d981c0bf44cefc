import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { recordRoute, useSession } from '../../client/index.ts';
import type { RecordPagerStart } from '../../headless/index.ts';

/** Returns a function that opens a record from a list, with the state that its record pager needs. */
export function useNavigateFromList({ module, query, of }: Omit<RecordPagerStart, 'list'>): (path: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      const pager: RecordPagerStart = {
        module,
        list: `${location.pathname}${location.search}`,
        ...(query === undefined ? {} : { query }),
        ...(of === undefined ? {} : { of }),
      };
      void navigate(path, { state: { pager } });
    },
    [navigate, module, query, of],
  );
}

/** Opens a record of a module, or its form, by a navigation function such as that of `useNavigateFromList`. */
export function useRecordNavigation(
  module: string,
  goTo: (path: string) => void,
): { readonly open: (id: string) => void; readonly edit: (id: string) => void } {
  const user = useSession((session) => session.user);
  const open = useCallback((id: string) => goTo(recordRoute(module, id, user)), [goTo, module, user]);
  const edit = useCallback((id: string) => goTo(`${recordRoute(module, id, user)}/edit`), [goTo, module, user]);
  return { open, edit };
}
