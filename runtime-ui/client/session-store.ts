import type { JsonValue } from '#engine/model/values';
import type { SessionUser, ShellView, SignInResponse } from '#engine/model/wire';
import { create } from 'zustand';
import { writePreviewTab } from './preview-tab.ts';
import { storeToken } from './token-store.ts';

type Team = SignInResponse['teams'][number];

export interface SessionState {
  /** Null: nobody is signed in, or it is not known yet. */
  readonly user: SessionUser | null;
  readonly teams: readonly Team[];
  /** Routes of the modules that the user has access to, by name; empty until the shell is loaded. */
  readonly routes: ReadonlyMap<string, string>;
  /** Names of the user's roles; empty until the shell is loaded. */
  readonly roleNames: readonly string[];
  /** The application's time zone; undefined until the shell is loaded, or if it is not set. */
  readonly timeZone: JsonValue | undefined;
  /** Names of the plugins that run, also while nobody is signed in; undefined: not known, and none is ignored. */
  readonly plugins: readonly string[] | undefined;
}

const SIGNED_OUT: Omit<SessionState, 'plugins'> = { user: null, teams: [], routes: new Map(), roleNames: [], timeZone: undefined };

/** The signed-in user. A hook: `useSession((session) => session.user)`. */
export const useSession = create<SessionState>()(() => ({ ...SIGNED_OUT, plugins: undefined }));

/** Stores the session of a sign-in or a completed registration. */
export function startSession(response: SignInResponse): void {
  writePreviewTab(undefined);
  storeToken(response.token);
  useSession.setState({ ...SIGNED_OUT, user: response.user, teams: response.teams });
}

/** Stores the user, teams, roles, time zone, running plugins and the routes of modules from the shell. */
export function updateSession(shell: Pick<ShellView, 'user' | 'teams' | 'roles' | 'settings' | 'modules' | 'plugins'>): void {
  const { user, teams, roles, settings, modules, plugins } = shell;
  const routes = new Map(modules.map(({ name, route }) => [name, route]));
  useSession.setState({ user, teams, routes, roleNames: roles.map(({ name }) => name), timeZone: settings['time_zone'], plugins });
}

/** Clears user and token; true if there was a session. */
export function endSession(): boolean {
  const had = useSession.getState().user !== null;
  writePreviewTab(undefined);
  storeToken(null);
  useSession.setState(SIGNED_OUT);
  return had;
}
