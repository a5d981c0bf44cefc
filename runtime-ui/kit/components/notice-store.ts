import { useSyncExternalStore } from 'react';
import { t } from '../texts/texts.ts';

/** Display time of notices, in milliseconds. The first five are the specification's. */
export const NOTICE_DURATIONS = {
  welcome: 1500,
  passwordReset: 1000,
  sessionExpired: 6000,
  teams: 3000,
  transient: 1000,
  undo: 5000,
  plain: 3000,
} as const;

/** A notice to show. */
export interface NoticeInput {
  /** A sentence. */
  readonly text: string;
  /** Bold, before the text; default: none. */
  readonly title?: string;
  /** Its color and icon; default 'info'. */
  readonly kind?: 'info' | 'ok' | 'warning' | 'error';
  /** Milliseconds; absent: 3000, and an error stays until it is closed. */
  readonly duration?: number;
  /** `undoes`: it undoes what the notice reports, and Ctrl Z triggers it too. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly undoes?: boolean };
  /** A notice with the same id replaces an earlier one. */
  readonly id?: string;
}

/** A visible notice. */
export interface ShownNotice extends NoticeInput {
  readonly id: string;
  readonly kind: NonNullable<NoticeInput['kind']>;
  /** Milliseconds; Infinity: until it is closed. */
  readonly durationMilliseconds: number;
  /** Changes when the same id is shown again, so that its timer restarts. */
  readonly revision: number;
}

/** More notices would cover the page; the oldest is removed first. */
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

/**
 * Shows a notice at the bottom of the page and returns its id. It is hidden after `duration` milliseconds: by default
 * 3,000, an error only when it is closed.
 */
export function showNotice(input: NoticeInput): string {
  revision += 1;
  const kind = input.kind ?? 'info';
  const id = input.id ?? `notice-${revision}`;
  const durationMilliseconds = input.duration ?? (kind === 'error' ? Number.POSITIVE_INFINITY : NOTICE_DURATIONS.plain);
  setNotices([...notices.filter((notice) => notice.id !== id), { ...input, id, kind, durationMilliseconds, revision }].slice(-MAX_NOTICES));
  return id;
}

/** Changes the text of a visible notice; a closed one stays closed. */
export function updateNotice(id: string, text: string): void {
  setNotices(notices.map((notice) => (notice.id === id ? { ...notice, text } : notice)));
}

/** Shows a transient error: `Error: …`, for a second by default. */
export function showTransientError(text: string, duration: number = NOTICE_DURATIONS.transient): string {
  return showNotice({ kind: 'error', text: t('states.passingError', { text }), duration });
}

/** Hides a notice before its time. */
export function hideNotice(id: string): void {
  setNotices(notices.filter((notice) => notice.id !== id));
}

/** Triggers Undo in the newest notice that offers it; returns whether there was one. */
export function triggerUndo(): boolean {
  const notice = notices.findLast((one) => one.action?.undoes === true);
  if (notice === undefined) return false;
  hideNotice(notice.id);
  notice.action?.onPress();
  return true;
}

/** The visible notices, oldest first. */
export function useNotices(): readonly ShownNotice[] {
  return useSyncExternalStore(
    subscribe,
    () => notices,
    () => notices,
  );
}
