import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { SessionUser, ShellView } from '#engine/model/wire';
import {
  ApiError,
  CLIENT_ERRORS,
  endSession,
  homeRoute,
  isTokenExpired,
  readToken,
  refreshToken,
  saveRedirect,
  useShell,
} from '../client/index.ts';
import { ErrorState, FrameSkeleton, t } from '../kit/index.ts';

type Check = 'checking' | 'in' | 'out' | 'unreachable';

async function checkToken(): Promise<Check> {
  const token = readToken();
  if (!isTokenExpired(token)) return 'in';
  if (token === null) return 'out';
  const result = await refreshToken(token);
  return result === 'renewed' ? 'in' : result === 'refused' ? 'out' : 'unreachable';
}

function useCheck(): readonly [Check, () => void] {
  const [check, setCheck] = useState<Check>(() => (isTokenExpired(readToken()) ? (readToken() === null ? 'out' : 'checking') : 'in'));
  useEffect(() => {
    if (check !== 'checking') return;
    let isCurrent = true;
    void checkToken().then((next) => {
      if (isCurrent) setCheck(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [check]);
  return [check, () => setCheck('checking')];
}

function RedirectToLogin() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    saveRedirect(`${pathname}${search}`);
    endSession();
  }, [pathname, search]);
  return <Navigate to="/login" replace />;
}

export interface RequireSessionProps {
  /** Whether the user may use the area; others are redirected to their own first page. System Admin always passes. */
  readonly isOpenTo: (user: SessionUser) => boolean;
  readonly children: (shell: ShellView) => ReactNode;
}

/** Requires a session: without one, redirects to sign-in (and back afterwards); a user of another area is redirected to their own. */
export function RequireSession({ isOpenTo, children }: RequireSessionProps) {
  const [check, again] = useCheck();
  const { data: shell, error, isPending, refetch } = useShell(check === 'in');
  const isRefused = error instanceof ApiError && error.status === 401 && shell === undefined;
  if (check === 'out' || isRefused) return <RedirectToLogin />;
  if (check === 'unreachable') return <ErrorState text={t('states.unreachable')} code={CLIENT_ERRORS.unreachable} onRetry={again} />;
  if (error && !shell) return <ErrorState text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (isPending || !shell) return <FrameSkeleton onRetry={() => void refetch()} />;
  const isAllowed = shell.user.userType === 'System Admin' || isOpenTo(shell.user);
  return isAllowed ? children(shell) : <Navigate to={homeRoute(shell.user)} replace />;
}
