import { useSyncExternalStore } from 'react';
import { t } from '../texts/texts.ts';

/** How long notices stay, in milliseconds. The first five are the specification's. */
export const NOTICE_DURATIONS = { welcome: 1500, passwordReset: 1000, sessionExpired: 6000, teams: 3000, transient: 1000, undo: 5000, plain: 3000 } as const;

export interface NoticeInput {
  readonly text: string;
  readonly title?: string;
  readonly kind?: 'info' | 'ok' | 'warning' | 'error';
  /** Milliseconds; absent: 3000, and an error stays until closed. */
  readonly duration?: number;
  /** `undoes`: it takes back what the notice tells of, and Ctrl Z presses it too. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly undoes?: boolean };
  /** The same id replaces an earlier notice. */
  readonly id?: string;
}

/** A notice that shows. */
export interface ShownNotice extends NoticeInput {
  readonly id: string;
  readonly kind: NonNullable<NoticeInput['kind']>;
  /** Milliseconds; Infinity: until closed. */
  readonly durationMilliseconds: number;
  /** Changes when the same id is shown anew, so that its time begins again. */
  readonly revision: number;
}

/** More at once would cover the page; the oldest goes first. */
const MAX_NOTICES = 3;

let notices: readonly ShownNotice[] = [];
let revision = 0;
const listeners = new Set<() => void>();

function setNotices(next: readonly ShownNotice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notice at the foot of the page and answers its id. */
export function showNotice(input: NoticeInput): string {
  revision += 1;
  const kind = input.kind ?? 'info';
  const id = input.id ?? `notice-${revision}`;
  const durationMilliseconds = input.duration ?? (kind === 'error' ? Number.POSITIVE_INFINITY : NOTICE_DURATIONS.plain);
  setNotices([...notices.filter((notice) => notice.id !== id), { ...input, id, kind, durationMilliseconds, revision }].slice(-MAX_NOTICES));
  return id;
}

/** Changes the text of a notice that still shows; one that was closed stays away. */
export function updateNotice(id: string, text: string): void {
  setNotices(notices.map((notice) => (notice.id === id ? { ...notice, text } : notice)));
}

/** An error that passes: `Error: …`, for a second unless told otherwise. */
export function showTransientError(text: string, duration: number = NOTICE_DURATIONS.transient): string {
  return showNotice({ kind: 'error', text: t('states.passingError', { text }), duration });
}

/** Takes a notice away before its time. */
export function hideNotice(id: string): void {
  setNotices(notices.filter((notice) => notice.id !== id));
}

/** Presses Undo in the newest notice that offers it; answers whether one did. */
export function triggerUndo(): boolean {
  const notice = notices.findLast((one) => one.action?.undoes === true);
  if (notice === undefined) return false;
  hideNotice(notice.id);
  notice.action?.onPress();
  return true;
}

/** The notices that show, oldest first. */
export function useNotices(): readonly ShownNotice[] {
  return useSyncExternalStore(subscribe, () => notices, () => notices);
}
