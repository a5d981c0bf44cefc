import type { SessionUser, ShellView, SignInResponse } from '#engine/model';
import { create } from 'zustand';
import { storeToken } from './token-store.ts';

type Team = SignInResponse['teams'][number];

export interface SessionState {
  /** Null: nobody is signed in, or it is not known yet. */
  readonly user: SessionUser | null;
  readonly teams: readonly Team[];
  /** Routes of the modules that the user has access to, by name; empty until the shell is loaded. */
  readonly routes: ReadonlyMap<string, string>;
}

const SIGNED_OUT: SessionState = { user: null, teams: [], routes: new Map() };

/** The signed-in user. A hook: `useSession((session) => session.user)`. */
export const useSession = create<SessionState>()(() => SIGNED_OUT);

/** Stores the session of a sign-in or a completed registration. */
export function startSession(answer: SignInResponse): void {
  storeToken(answer.token);
  useSession.setState({ ...SIGNED_OUT, user: answer.user, teams: answer.teams });
}

/** Stores user, teams and the routes of modules from the shell. */
export function updateSession({ user, teams, modules }: Pick<ShellView, 'user' | 'teams' | 'modules'>): void {
  useSession.setState({ user, teams, routes: new Map(modules.map(({ name, route }) => [name, route])) });
}

/** Clears user and token; true if there was a session. */
export function endSession(): boolean {
  const had = useSession.getState().user !== null;
  storeToken(null);
  useSession.setState(SIGNED_OUT);
  return had;
}
