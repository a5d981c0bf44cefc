import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import type { SessionUser, ShellView } from '#engine/model/wire';
import { routePrefix, type UserArea } from '../client/index.ts';
import { LazyLiveHost } from '../features/live/index.ts';
import { ShellFrame } from '../features/shell/index.ts';
import { LazyBoundary, createLazyComponent, LoadingProgress, type SideBarGroup } from '../kit/index.ts';
import { RequireSession } from './require-session.tsx';

const SessionWatch = createLazyComponent(async () => (await import('./session-watch.tsx')).SessionWatch, 'notice', 'home');

/** The frame of one area around its pages. */
function Area({ isOpenTo }: { readonly isOpenTo: (user: SessionUser) => boolean }) {
  return (
    <RequireSession isOpenTo={isOpenTo}>
      {(shell) => (
        <AreaFrame shell={shell}>
          <LazyBoundary fallback={<LoadingProgress active />}>
            <Outlet />
          </LazyBoundary>
        </AreaFrame>
      )}
    </RequireSession>
  );
}

interface AreaFrameProps {
  readonly shell: ShellView;
  /** The menu of the area at the left; default: that of the user. */
  readonly menu?: readonly SideBarGroup[];
  readonly children: ReactNode;
}

/** Menu, top bar, live events and the watch over the session around the pages of an area. */
export function AreaFrame({ shell, menu, children }: AreaFrameProps) {
  return (
    <ShellFrame shell={shell} {...(menu && { areaMenu: menu })}>
      <LazyBoundary fallback={null}>
        <SessionWatch shell={shell} />
      </LazyBoundary>
      {shell.preview === undefined && <LazyLiveHost />}
      {children}
    </ShellFrame>
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
