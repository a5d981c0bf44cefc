/** The applications for which a module can have layouts of its own; the menu of a user says which one is theirs. */
export const LAYOUT_APPS = ['main', 'provider'] as const;
/** An application for which a module can have layouts of its own. */
export type LayoutApp = (typeof LAYOUT_APPS)[number];

/** For whom a layout is. */
export interface LayoutAudience {
  /** Name of the role; undefined: all. */
  readonly role?: string | undefined;
  /** Undefined: the main application. */
  readonly app?: string | undefined;
}

/** A layout without an app is one of the main application. */
export function appOfLayout({ app }: LayoutAudience): string {
  return app ?? 'main';
}

/** Whether everyone gets the layout who has none for their role and none for their application. */
export function isCommonLayout(layout: LayoutAudience): boolean {
  return layout.role === undefined && appOfLayout(layout) === 'main';
}

/** Whether two layouts of a view are for the same users. */
export function hasSameAudience(one: LayoutAudience, other: LayoutAudience): boolean {
  return one.role === other.role && appOfLayout(one) === appOfLayout(other);
}

/**
 * Of the layouts of a view the one for a user: of their application one for their role, else for all roles; if the application has none,
 * the same of the main application.
 */
export function chooseLayout<Layout extends LayoutAudience>(
  layouts: readonly Layout[],
  roles: readonly string[],
  app: LayoutApp,
): Layout | undefined {
  for (const wanted of app === 'main' ? [app] : [app, 'main']) {
    const ofApp = layouts.filter((layout) => appOfLayout(layout) === wanted);
    const found = ofApp.find(({ role }) => role !== undefined && roles.includes(role)) ?? ofApp.find(({ role }) => role === undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
