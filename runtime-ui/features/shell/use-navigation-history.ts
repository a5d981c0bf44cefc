import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { readLocalPreference, writeLocalPreference } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import { extendTrail, readTrail, writeTrail } from './route-trail.ts';
import { addVisit, isVisitedPages, VISIT_MILLISECONDS, type VisitedPage } from './visited-pages.ts';

const NAME = 'visited';

/** The pages that the user visited in this browser, newest first. */
export function readVisited(userId: string): readonly VisitedPage[] {
  return readLocalPreference(userId, NAME, isVisitedPages) ?? [];
}

function readTitle(): string {
  const tail = ` · ${t('product')}`;
  return document.title.endsWith(tail) ? document.title.slice(0, -tail.length) : document.title;
}

const listeners = new Set<() => void>();

/** Calls the listener when a page is added to the visited pages, or its title changes. Returns a function that unsubscribes. */
export function subscribeVisited(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes the pages that are opened, with their titles. */
export interface VisitTracker {
  /** A page was opened. `isTitled`: its title is set already; otherwise it arrives later. */
  readonly open: (route: string, isTitled: boolean) => void;
  readonly stop: () => void;
}

/**
 * Calls `store` with a page once it has been open for a second and has its title, which may arrive later, and again when the title
 * changes.
 */
export function createVisitTracker(store: (visit: VisitedPage) => void): VisitTracker {
  let visit = { route: '', at: '' };
  let isTitled = false;
  let isOpenLongEnough = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    if (isTitled && isOpenLongEnough) store({ ...visit, title: readTitle() });
  };
  // Called after the effects of the page that sets its title, and also when the same title is set again.
  const observer = new MutationObserver(() => {
    isTitled = true;
    save();
  });
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return {
    open: (route, hasTitle) => {
      clearTimeout(timer);
      visit = { route, at: new Date().toISOString() };
      isTitled = hasTitle;
      isOpenLongEnough = false;
      timer = setTimeout(() => {
        isOpenLongEnough = true;
        save();
      }, VISIT_MILLISECONDS);
    },
    stop: () => {
      clearTimeout(timer);
      observer.disconnect();
    },
  };
}

function storeVisit(userId: string, visit: VisitedPage): void {
  writeLocalPreference(userId, NAME, [...addVisit(readVisited(userId), visit)]);
  for (const listener of listeners) listener();
}

/** Stores the last routes for Back at once, and the page for the history menu. */
export function useNavigationHistory(userId: string): void {
  const { pathname, search } = useLocation();
  const kind = useNavigationType();
  const last = useRef<string>(undefined);
  const tracker = useRef<VisitTracker>(undefined);
  const route = `${pathname}${search}`;
  useLayoutEffect(() => {
    const created = createVisitTracker((visit) => storeVisit(userId, visit));
    tracker.current = created;
    return created.stop;
  }, [userId]);
  useLayoutEffect(() => {
    const before = last.current;
    // The title of the first page may be set already; a page with another query keeps its title.
    tracker.current?.open(route, before === undefined || before.split('?')[0] === pathname);
  }, [route, pathname, userId]);
  useEffect(() => {
    // The first page of a visit is also reported as a browser step, but has no previous page.
    const before = last.current;
    writeTrail(
      extendTrail(
        readTrail(),
        route,
        kind === NavigationType.Pop && before !== undefined,
        kind === NavigationType.Replace ? before : undefined,
      ),
    );
    last.current = route;
  }, [route, kind]);
}
