/** All keys of the query cache, so that everything a save affects can be invalidated in one place. */
export const queryKeys = {
  shell: () => ['shell'] as const,
  apiTokens: () => ['api-tokens'] as const,
  sessions: () => ['sessions'] as const,
  /** How a user signs in, for System Admins. */
  userAccount: (id: string) => ['user-account', id] as const,
  userSessions: (id: string) => ['user-account', id, 'sessions'] as const,
  userApiTokens: (id: string) => ['user-account', id, 'api-tokens'] as const,
  /** Everything about background jobs: stale after each action on one of them. */
  queues: () => ['queues'] as const,
  queue: (queue: string) => ['queues', queue] as const,
  jobs: (queue: string, state: string, page: number) => ['queues', queue, state, page] as const,
  job: (queue: string, id: string) => ['queues', queue, 'job', id] as const,
  failingEffects: () => ['failing-effects'] as const,
  /** Every page of the indexes: stale after one was dropped or created. */
  allIndexes: () => ['indexes'] as const,
  indexes: (query: unknown) => ['indexes', query] as const,
  allBatches: () => ['batches'] as const,
  batches: (user: string | undefined) => ['batches', user ?? ''] as const,
  settings: () => ['settings'] as const,
  /** Everything about traces of saves: stale after each action on one of them. */
  allSaveTraces: () => ['save-traces'] as const,
  saveTraces: (query: unknown) => ['save-traces', 'list', query] as const,
  saveTrace: (id: string) => ['save-traces', 'one', id] as const,
  tracedUsers: () => ['save-traces', 'users'] as const,
  auditLog: (query: unknown) => ['audit-log', query] as const,
  demoData: () => ['demo-data'] as const,
  mail: (query: unknown) => ['mail', query] as const,
  runningProduct: () => ['running-product'] as const,
  plugins: () => ['plugins'] as const,
  attention: () => ['attention'] as const,
  /** Everything about effective definitions: stale after a publication. */
  allDefinitions: () => ['definitions'] as const,
  definitions: (kind: string) => ['definitions', kind] as const,
  definition: (kind: string, id: string) => ['definitions', kind, id] as const,
  workflowActions: () => ['workflow-action-types'] as const,
  /** Everything about approvals that wait for the user: stale after a decision. */
  allApprovals: () => ['approvals'] as const,
  approvals: (query: unknown) => ['approvals', query] as const,
  approvalLink: (token: string) => ['approval-link', token] as const,
  allWorkflowRuns: (workflow: string) => ['workflow-runs', workflow] as const,
  backtest: (id: string) => ['workflow-backtests', id] as const,
  workflowRuns: (workflow: string, query: unknown) => ['workflow-runs', workflow, query] as const,
  allAliases: () => ['aliases'] as const,
  aliases: (pageSize: number) => ['aliases', pageSize] as const,
  quarantine: () => ['quarantine'] as const,
  changeSets: () => ['change-sets'] as const,
  changeSetPage: (query: unknown) => ['change-sets', 'page', query] as const,
  changeSet: (id: string) => ['change-sets', id] as const,
  /** `edits`: number of the draft's edits, on which the plan depends. */
  changeSetPlan: (id: string, edits: number) => ['change-sets', id, 'plan', edits] as const,
  /** What a user may do, by a draft and its edits. */
  simulation: (id: string, edits: number, input: unknown) => ['change-sets', id, 'simulation', edits, input] as const,
  affected: (id: string, edits: number, input: unknown) => ['change-sets', id, 'affected', edits, input] as const,
  definitionState: () => ['definition-state'] as const,
  webhooks: () => ['webhooks'] as const,
  webhook: (id: string) => ['webhooks', id] as const,
  deliveries: (webhook: string, query: unknown) => ['webhooks', webhook, 'deliveries', query] as const,
  delivery: (webhook: string, id: string) => ['webhooks', webhook, 'delivery', id] as const,
  publicSettings: () => ['public-settings'] as const,
  moduleView: (module: string) => ['module-view', module] as const,
  /** Metadata of the users module for the user's own profile. */
  ownProfile: () => ['module-view', 'users', 'own'] as const,
  /** Everything read from the records of any module: stale after every save. */
  allRecords: () => ['records'] as const,
  /** Everything read from the records of a module. */
  records: (module: string) => ['records', module] as const,
  list: (module: string, input: unknown) => ['records', module, 'list', input] as const,
  /** Record counts of the views of a module: stale after a save, like its lists. */
  viewCounts: (module: string) => ['records', module, 'counts'] as const,
  savedViews: (module: string) => ['saved-views', module] as const,
  record: (module: string, id: string) => ['records', module, 'record', id] as const,
  related: (module: string, id: string, relation: string, input: unknown) =>
    ['records', module, 'record', id, 'related', relation, input] as const,
  dependents: (module: string, id: string) => ['records', module, 'record', id, 'dependents'] as const,
  names: (module: string, input: unknown) => ['records', module, 'names', input] as const,
  quickSearches: () => ['quick-search'] as const,
  quickSearch: (words: string) => ['quick-search', words] as const,
  recentlySeen: () => ['recently-seen'] as const,
  favorites: () => ['favorites'] as const,
  /** Every explanation of access: stale after a change of rights. */
  explanations: () => ['explain'] as const,
  explain: (query: unknown) => ['explain', query] as const,
  accessOverview: (place: unknown) => ['explain', 'overview', place] as const,
  /** `edits`: number of the draft's edits; 0 without one. */
  accessValues: (place: unknown, edits: number) => ['explain', 'values', place, edits] as const,
};
