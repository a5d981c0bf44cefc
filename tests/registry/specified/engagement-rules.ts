/** The required fields of specification 3 (its section 5). */
export const REQUIRED: { readonly [module: string]: string } = {
  achievements: 'client name related_module appliesTo teams',
  achievementAlerts: 'achievement alertType sourceType',
  gameAlerts: 'game alertType sourceType',
  games: 'name related_module appliesTo goal templateKey',
  adminNotes: 'name note related_module',
  courseEvalEntries: 'course_eval',
  emailFolders: 'name',
  mailAccounts: 'gmail_email_address',
  recordings: 'name type description',
  templates: 'name type description',
  voiceshots: 'title',
  reports: 'name related_module',
};

/** The values of the choice fields of its entities (its sections 3, 4 and 9). */
export const VALUES: { readonly [field: string]: readonly string[] } = {
  'achievements.appliesTo': ['both', 'new', 'update'],
  'achievementConditions.functionType': ['count', 'sum', 'avg'],
  'achievementConditions.spanType': ['Day', 'Week', 'Month', 'Year', 'Indefinite', 'Between', 'Before', 'After'],
  'achievementAlerts.alertType': ['invite', 'email'],
  'achievementAlerts.sourceType': ['normal', 'template'],
  'games.appliesTo': ['new', 'update'],
  'games.templateKey': ['gameboard', 'arcade'],
  'games.arcadeType': ['dude game', 'emoji match', 'avoid the germs', 'bank panic', 'breakout', 'drop it', 'battleship', 'memory match', 'merge numbers', 'gold miner', 'tennis', 'fishing day', 'snowmen attack'],
  'games.fieldToWatchType': ['include', 'exclude', 'equals'],
  'courses.categories': ['Allergies', 'Asthma', 'Catheterizations', 'Company Policies/Procedures', 'Covid', 'Diabetes', 'District Policies/Procedures', 'Emergency Response', 'G-Tubes', 'Infectious Diseases', 'Mobility', 'Seizures', 'Service Logs', 'Tracheotomy'],
  'courses.types': ['Document', 'Video', 'Article'],
  'libraryResources.resource_type': ['Article', 'Document', 'Video'],
  'tutorials.sourceType': ['html', 'video', 'image'],
  'accountCalendarEvents.event_type': ['half day', 'teacher work day', 'holiday', 'Early Release', 'Delayed Start'],
  'accountCalendarEvents.colors': ['orange', 'yellow', 'green', 'blue', 'purple', 'gray'],
  'calendarEvents.color': ['orange', 'yellow', 'green', 'blue', 'purple', 'gray'],
  'calendarEvents.calendarGroup': ['RFP Proposals', 'PTO', 'Core Start Dates', 'Miami Start Dates', 'Broward Start Dates'],
  'calendarEvents.absence_communication': ['Hotline', 'Timesheet Notification', 'Email/Verbal Communication', 'Approved Time Off Request'],
  'activities.activityType': ['Call', 'Note', 'SMS', 'Email', 'Submission', 'Apply', 'Merge'],
  'templates.type': ['email', 'sms', 'job description'],
  'recordings.type': ['Call', 'Voicemail'],
  'dialerCampaigns.status': ['0', '1', '2', '3', '4', '5', '6', '7'],
  'tasks.status': ['Open', 'In Progress', 'Completed', 'Past Due'],
  'leaderboards.timeSpan': ['day', 'week', 'month', 'year', 'indefinite'],
};

/** The labels of some of these values. */
export const LABELS: { readonly [field: string]: { readonly [value: string]: string } } = {
  'achievementConditions.spanType': { Before: 'On or Before', After: 'On or After' },
  'dialerCampaigns.status': { 0: 'Ready', 1: 'Awaiting Call In', 2: 'Running', 3: 'Attempting Call', 4: 'Connected', 5: 'Paused', 6: 'Caller Left', 7: 'Complete' },
};

/** The modules that an activity can point to. */
export const ACTIVITY_MODULES = ['accounts', 'contacts', 'leads', 'providers', 'subs'];

/** The sort order of its resources, and the page size where it is not ten (its sections 7 and 9). */
export const ORDERS: { readonly [module: string]: { readonly sortField: string; readonly sortOrder: 'asc' | 'desc'; readonly pageSize?: number } } = {
  accounts: { sortField: 'name', sortOrder: 'asc' },
  clients: { sortField: 'name', sortOrder: 'asc' },
  calendarEvents: { sortField: 'name', sortOrder: 'asc' },
  voiceshots: { sortField: 'title', sortOrder: 'asc' },
  bumpouts: { sortField: 'createdAt', sortOrder: 'desc' },
  activities: { sortField: 'createdAt', sortOrder: 'desc' },
  achievements: { sortField: 'name', sortOrder: 'desc' },
  storeItems: { sortField: 'name', sortOrder: 'asc', pageSize: 20 },
};

/**
 * The paths of its resources that are not derived from the module's name, and the finders that it lists in addition to the
 * common endpoints.
 */
export const RESOURCES: { readonly [module: string]: readonly [path: string, ...finders: string[]] } = {
  accountCalendarEvents: ['/api/account-calendar-events'],
  achievements: ['/api/achievements'],
  achievementAlerts: ['/api/achievement-alerts', 'DELETE /by-achievement/:achievement'],
  achievementConditions: ['/api/achievement-conditions', 'DELETE /by-achievement/:achievement'],
  socialConversations: ['/api/social-conversations'],
  socialComments: ['/api/social-comments', 'POST /by-conversations-and-not-viewed-by', 'PUT /mark-as-deleted/by-conversationGroupKey'],
  socialAttachments: ['/api/social-attachments'],
  wallets: ['/api/wallets', 'GET /for-user/:user'],
  arcadeData: ['/api/arcade-data', 'GET /by-key/:key'],
  adminNotes: ['/api/admin-notes'],
  applicants: ['/api/applicants'],
  bumpouts: ['/api/bumpouts', 'GET /byClient/:client', 'GET /isEnabled/byClient/:client'],
  clients: ['/api/clients'],
  contacts: ['/api/contacts'],
  courseEvalEntries: ['/api/course-eval-entries'],
  courseEvaluation: ['/api/course-evals'],
  courseSessions: ['/api/course-sessions', 'GET /by-course/:course', 'GET /by-course/:course/unattended'],
  courses: ['/api/courses', 'GET /get-next-available/courseId'],
  credentialingRequiredItemMessages: ['/api/credentialing-required-item-messages'],
  defaultDashboards: ['/api/default-dashboards'],
  userDashboards: ['/api/user-dashboards', 'GET /forUser/:user'],
  userDashboardReports: ['/api/user-dashboard-reports', 'GET /allUserDashReports/:user', 'DELETE /delete-all-by-user/:user'],
  moduleReportDashboards: ['/api/module-report-dashboards', 'GET /byModule/:module'],
  districts: ['/api/districts', 'GET /vendor/:vendor', 'GET /get-next-available-id'],
  sidebarMenuInstances: ['/api/sidebar-menu-instances', 'GET /by-user/:user'],
  sidebarMenuTemplates: ['/api/sidebar-menu-templates'],
  menuNavs: ['/api/menu-navs', 'GET /byClient/:client', 'GET /user-type/:type', 'GET /isEnabled/byClient/:client'],
  emailFolders: ['/api/email-folders', 'GET /user/:user'],
  emailSettings: ['/api/email-settings', 'GET /by-user/:user'],
  gameActivities: ['/api/game-activities', 'GET /by-game-instance/:gameInstance'],
  gameAlerts: ['/api/game-alerts', 'GET /by-game/:game'],
  games: ['/api/games'],
  gameInstances: ['/api/game-instances', 'GET /by-game/:game'],
  gameSessions: ['/api/game-sessions', 'GET /by-game-instance/:gameInstance'],
  activities: ['/api/activities'],
  calendarEvents: ['/api/calendar-events', 'GET /events-for-district/:district'],
  calendarGroups: ['/api/calendar-groups'],
  voiceshots: ['/api/voiceshots'],
  recordings: ['/api/recordings'],
  templates: ['/api/templates'],
  mailAccounts: ['/api/gmail-accounts', 'GET /user-id/:user'],
  smsSettings: ['/api/sms-settings', 'GET /by-user/:user'],
  smsSignatures: ['/api/sms-signatures', 'GET /by-user/:user', 'GET /by-setting/:setting'],
  storeItems: ['/api/store-items', 'GET /byName/:name', 'GET /byItemId/:itemId', 'GET /get-next-available/itemId'],
  storeCategories: ['/api/store-categories'],
  storeCoins: ['/api/store-coins'],
  storeTransactions: ['/api/store-transactions'],
  userRewardsRecognition: ['/api/user-rewards-recognition', 'GET /get-by-user-id/:user', 'GET /by-achievement/:achievement'],
  userProfiles: ['/api/user-profiles', 'GET /for-user/:user'],
  tutorials: ['/api/tutorials'],
  commissions: ['/api/commissions'],
};
