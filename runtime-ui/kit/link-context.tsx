import { createContext, use, type MouseEvent, type ReactNode } from 'react';

/** Navigates to a path inside the application without a page load. */
export type GoTo = (path: string) => void;

const LinkContext = createContext<GoTo | undefined>(undefined);

/** Provides the navigation function for the kit's links; without it they load the page. */
export function LinkProvider({ goTo, children }: { readonly goTo: GoTo; readonly children: ReactNode }) {
  return <LinkContext value={goTo}>{children}</LinkContext>;
}

/** Returns a function that opens a path inside the application; outside of a {@link LinkProvider} it loads the page. */
export function useGoTo(): GoTo {
  const goTo = use(LinkContext);
  return goTo ?? ((path) => globalThis.location.assign(path));
}

/** A click handler for an `<a href>`: plain clicks use the router, others (new tab, download) are left to the browser. */
export function useLinkClick(href: string | undefined, onClick?: (event: MouseEvent<HTMLAnchorElement>) => void) {
  const goTo = use(LinkContext);
  return (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!goTo || !href?.startsWith('/') || event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    goTo(href);
  };
}
