/**
 * The fields that a record cannot be created without, besides its name: the specifications require them, or a rule of a plugin
 * does (the balance of time off). A record without the field that names it gets it from its name.
 */
export const NEEDED: { readonly [module: string]: string } = {
  achievementAlerts: 'achievement',
  achievements: 'client related_module',
  adminNotes: 'note related_module',
  arcadeData: 'key',
  calendarEvents: 'title',
  contacts: 'last_name',
  courseEvalEntries: 'course_eval',
  credentialingSetup: 'provider_type',
  evidenceChecks: 'provider source result',
  gameAlerts: 'game',
  games: 'related_module goal',
  jobs: 'custom_job_title',
  leads: 'last_name',
  mailAccounts: 'gmail_email_address',
  musterWidgets: 'key_selector',
  providers: 'last_name',
  ptoBalance: 'users_ptoBalance year',
  ptoRequests: 'users_ptoRequests hours_requested pto_date',
  recordings: 'description',
  reportSchedules: 'recipients report',
  reports: 'related_module',
  tasks: 'subject',
  templates: 'description',
  users: 'email first_name last_name',
  voiceshots: 'title',
};
