import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SessionUser } from '#engine/model/wire';
import { findTokenUser, readToken } from '../../client/index.ts';

function loadAgain(): void {
  // The application opens the first page of the user whom the session has now.
  location.assign('/');
}

/**
 * Loads the application again when the session goes on as another user: when one was chosen, or left, in another tab, and when the server
 * ended an impersonation. Otherwise this page would show the data of one user and save as the other.
 */
export function useSessionChange({ _id: userId }: SessionUser, reload: () => void = loadAgain): void {
  const queries = useQueryClient();
  useEffect(() => {
    let checked: string | null = null;
    const check = () => {
      const token = readToken();
      if (token === null || token === checked) return;
      checked = token;
      const now = findTokenUser(token);
      if (now !== undefined && now !== userId) reload();
    };
    const handleStorage = ({ key }: StorageEvent) => {
      if (key === 'jwt_token') check();
    };
    // A renewed token is used by a request, whose response reaches the cache.
    const stop = queries.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') check();
    });
    globalThis.addEventListener('storage', handleStorage);
    return () => {
      stop();
      globalThis.removeEventListener('storage', handleStorage);
    };
  }, [queries, userId, reload]);
}
