/**
 * The fields in the specifications of the back-office modules: insight, navigation, finance, applicants and
 * the organisation.
 */
export const BACK_OFFICE: { readonly [module: string]: string } = {
  reports: 'related_module',
  reportCharts: 'dataValueType dataGroupBy display_options',
  userDashboards: '',
  userDashboardReports: '',
  defaultDashboards: '',
  moduleReportDashboards: '',
  musterWidgets: 'widgetIcon widgetIconType key_selector isMenu',
  menuNavs: 'options',
  sidebarMenuTemplates: '',
  sidebarMenuInstances: '',
  bumpouts: 'options',
  buckets: '',
  adminNotes: 'note related_module',
  timesheets: 'user total_hours generated_on timeEntries',
  timesheetTrackers: 'time_sheet_status',
  commissions: '',
  applicants: '',
  districts: 'districtId imageUrl twilioPhone vendor active vendorId',
  vendors: '',
  locations: '',
  accountCalendarEvents: 'colors event_type number_of_hours',
  calendarGroups: '',
};
