/** Paths of endpoints that do not belong to a module: they would hide endpoints of a module at the same path. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set(
  [
    'access', 'admin-settings', 'api-tokens', 'audit-log', 'auth', 'batches', 'docs', 'dropdowns', 'email-addresses', 'events', 'favorites', 'files',
    'generic-modules', 'health', 'layouts', 'live', 'merge', 'outbox', 'plugins', 'public-settings', 'ready', 'recently-seen', 'saved-views', 'schemas', 'shell', 'ss-modules', 'webhooks', 'zips',
  ].map((base) => `/api/${base}`),
);
