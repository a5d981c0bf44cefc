/** Maximum number of routes before the open one. */
const MAX_ROUTES = 10;
const KEY = 'muster-trail';

/** The routes that this tab has visited, the open one last. */
export type RouteTrail = readonly string[];

/** Whether navigation history omits a path: administration, sign-in, sign-out, and the page of each area that goes back. */
export function isOutOfHistory(path: string): boolean {
  return path.startsWith('/admin') || /^\/(?:login|logout|[^/]+\/load)(?:[/?#]|$)/u.test(path);
}

function pathOf(route: string | undefined): string | undefined {
  return route?.split('?')[0];
}

/**
 * The trail after a route was opened. The browser's Back removes a step. Another query of the same page is the same step, and so is a page
 * that was opened in place of the one before.
 */
export function extendTrail(trail: RouteTrail, route: string, isBrowserStep: boolean, replaced?: string): RouteTrail {
  if (isOutOfHistory(route)) return trail;
  if (replaced !== undefined && pathOf(trail.at(-1)) === pathOf(replaced)) return extendTrail(trail.slice(0, -1), route, false);
  if (pathOf(trail.at(-1)) === pathOf(route)) return [...trail.slice(0, -1), route];
  if (isBrowserStep && pathOf(trail.at(-2)) === pathOf(route)) return [...trail.slice(0, -2), route];
  return [...trail, route].slice(-(MAX_ROUTES + 1));
}

/** One step back from a route: the target, and the trail from there. */
export function stepBack(trail: RouteTrail, from: string | undefined): { readonly target: string | undefined; readonly trail: RouteTrail } {
  // From a page that history omits, the step leads to the last one in the trail.
  const left = pathOf(trail.at(-1)) === pathOf(from) ? trail.slice(0, -1) : trail;
  return { target: left.at(-1), trail: left };
}

/** Reads the trail of this tab. */
export function readTrail(): RouteTrail {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter((route): route is string => typeof route === 'string' && /^\/(?![/\\])/u.test(route)) : [];
  } catch {
    return [];
  }
}

/** Stores the trail of this tab. */
export function writeTrail(trail: RouteTrail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail));
  } catch {
    // Without storage, Back uses the history of the browser.
  }
}
