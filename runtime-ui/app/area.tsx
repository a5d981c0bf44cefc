import { Outlet } from 'react-router';
import type { SessionUser } from '#engine/model/wire';
import { routePrefix, type UserArea } from '../client/index.ts';
import { LazyLiveHost } from '../features/live/index.ts';
import { ShellFrame, type ShellFrameProps } from '../features/shell/index.ts';
import { LazyBoundary, createLazyComponent, LoadingProgress } from '../kit/index.ts';
import { RequireSession } from './require-session.tsx';

const SessionWatch = createLazyComponent(async () => (await import('./session-watch.tsx')).SessionWatch);

interface AreaProps {
  readonly isOpenTo: (user: SessionUser) => boolean;
  /** The menu of the area at the left; default: that of the user. */
  readonly toSideGroups?: ShellFrameProps['toSideGroups'];
}

/** The frame of one area around its pages. */
export function Area({ isOpenTo, toSideGroups }: AreaProps) {
  return (
    <RequireSession isOpenTo={isOpenTo}>
      {(shell) => (
        <ShellFrame shell={shell} toSideGroups={toSideGroups}>
          <LazyBoundary fallback={null}>
            <SessionWatch user={shell.user} />
          </LazyBoundary>
          <LazyLiveHost />
          <LazyBoundary fallback={<LoadingProgress active />}>
            <Outlet />
          </LazyBoundary>
        </ShellFrame>
      )}
    </RequireSession>
  );
}

/** `/app`: users whose records are opened here, which are all whose own area does not have them. */
export function MainArea() {
  return <Area isOpenTo={(user) => routePrefix(user) === '/app'} />;
}

/** Pages of plugins for every signed-in user. */
export function SignedInArea() {
  return <Area isOpenTo={() => true} />;
}

/** An area that a plugin adds for users of certain types. */
export function AddedArea({ area }: { readonly area: UserArea }) {
  return <Area isOpenTo={({ userType }) => area.userTypes.includes(userType)} />;
}
