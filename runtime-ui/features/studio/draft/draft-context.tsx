import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { SessionUser } from '#engine/model/wire';
import { onShellChanged, queryKeys } from '../../../client/index.ts';
import { t } from '../../../kit/index.ts';
import type { DraftStore } from './draft-state.ts';
import { createDraftStore } from './draft-store.ts';

const DraftContext = createContext<DraftStore | undefined>(undefined);

/** The open draft of the signed-in admin for the pages of the studio. */
export function DraftProvider({ user, children }: { readonly user: SessionUser; readonly children: ReactNode }) {
  const [store] = useState(() => createDraftStore(user._id, () => nameDraft(user)));
  const queries = useQueryClient();
  useEffect(() => {
    void store.load();
    const retry = () => void store.flush().catch(() => undefined);
    const warn = (event: BeforeUnloadEvent) => {
      if (store.useState.getState().saving === 'saving') event.preventDefault();
    };
    // Another admin published, or this one in another tab.
    const stop = onShellChanged(() => {
      for (const queryKey of [queryKeys.allDefinitions(), queryKeys.changeSets()]) void queries.invalidateQueries({ queryKey });
      void store.load();
    });
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', warn);
    return () => {
      stop();
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', warn);
      retry();
    };
  }, [store, queries]);
  return <DraftContext value={store}>{children}</DraftContext>;
}

function nameDraft({ first_name: name, email }: SessionUser): string {
  const day = new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
  return t('studio.draft.newName', { name: name === '' ? email : name, day });
}

/** The operations on the open draft. */
export function useDraftStore(): DraftStore {
  const store = use(DraftContext);
  if (store === undefined) throw new TypeError('useDraftStore is called outside a DraftProvider.');
  return store;
}
