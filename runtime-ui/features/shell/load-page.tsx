import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { homeRoute, useSession } from '../../client/index.ts';
import { LoadingProgress } from '../../kit/index.ts';
import { readTrail, stepBack, writeTrail } from './route-trail.ts';

/** `/app/load`: navigates to the previous route, so that its page is rendered again; without one, uses the Back of the browser. */
export function LoadPage() {
  const navigate = useNavigate();
  const { key, state } = useLocation() as { key: string; state: { from?: string } | null };
  const user = useSession((session) => session.user);
  // The location that was handled: a second Back before the target is rendered opens this page again without mounting it again.
  const handledKey = useRef<string>(undefined);
  useEffect(() => {
    if (handledKey.current === key || !user) return;
    handledKey.current = key;
    const { target, trail } = stepBack(readTrail(), state?.from);
    writeTrail(trail);
    if (target !== undefined) void navigate(target, { replace: true });
    else if (((history.state as { idx?: number } | null)?.idx ?? 0) > 0) void navigate(-1);
    else void navigate(homeRoute(user), { replace: true });
  }, [key, navigate, state, user]);
  return <LoadingProgress active />;
}
