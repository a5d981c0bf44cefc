import type { SessionUser, ShellView, SignInResponse } from '#engine/model';
import { create } from 'zustand';
import { storeToken } from './token-store.ts';

type Team = SignInResponse['teams'][number];

export interface SessionState {
  /** Null: nobody is signed in, or it is not known yet. */
  readonly user: SessionUser | null;
  readonly teams: readonly Team[];
}

const SIGNED_OUT: SessionState = { user: null, teams: [] };

/** The signed-in user. A hook: `useSession((session) => session.user)`. */
export const useSession = create<SessionState>()(() => SIGNED_OUT);

/** Stores the session of a sign-in or a completed registration. */
export function startSession(answer: SignInResponse): void {
  storeToken(answer.token);
  useSession.setState({ user: answer.user, teams: answer.teams });
}

/** Stores user and teams from the shell. */
export function updateSession(shell: Pick<ShellView, 'user' | 'teams'>): void {
  useSession.setState({ user: shell.user, teams: shell.teams });
}

/** Clears user and token; true if there was a session. */
export function endSession(): boolean {
  const had = useSession.getState().user !== null;
  storeToken(null);
  useSession.setState(SIGNED_OUT);
  return had;
}
