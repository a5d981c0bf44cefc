import { useEffect, useRef } from 'react';
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

/** Stores the last routes for Back at once, and the page for the history menu after it has been open for a second. */
export function useNavigationHistory(userId: string): void {
  const { pathname, search } = useLocation();
  const kind = useNavigationType();
  const last = useRef<string>(undefined);
  const route = `${pathname}${search}`;
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
    const timer = setTimeout(() => {
      const pages = addVisit(readVisited(userId), { route, title: readTitle(), at: new Date().toISOString() });
      writeLocalPreference(userId, NAME, [...pages]);
    }, VISIT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [route, kind, userId]);
}
