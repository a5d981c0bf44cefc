/** Every key of the query cache, so that what a save touches can be dropped in one place. */
export const queryKeys = {
  shell: () => ['shell'] as const,
  publicSettings: () => ['public-settings'] as const,
  moduleView: (module: string) => ['module-view', module] as const,
  /** Everything read of any module's records: out of date after every save. */
  allRecords: () => ['records'] as const,
  /** Everything read of a module's records. */
  records: (module: string) => ['records', module] as const,
  list: (module: string, input: unknown) => ['records', module, 'list', input] as const,
  record: (module: string, id: string) => ['records', module, 'record', id] as const,
  related: (module: string, id: string, relation: string, input: unknown) => ['records', module, 'record', id, 'related', relation, input] as const,
  dependents: (module: string, id: string) => ['records', module, 'record', id, 'dependents'] as const,
  names: (module: string, input: unknown) => ['records', module, 'names', input] as const,
  quickSearches: () => ['quick-search'] as const,
  quickSearch: (words: string) => ['quick-search', words] as const,
  recentlySeen: () => ['recently-seen'] as const,
  favorites: () => ['favorites'] as const,
  explain: (query: unknown) => ['explain', query] as const,
};
