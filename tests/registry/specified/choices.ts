/**
 * The dropdown values in specifications 1 and 2, and in the decisions on them, in their order, separated by ' | '. There
 * may be more values.
 */
export const CHOICES: { readonly [dropdown: string]: string } = {
  user_type: 'System Admin | Admin | Standard | Dashboard | Provider',
  recruiter_level: 'Junior | Associate | Senior | Executive',
  access_types: 'Admin | Edit | View | TST | TST Admin',
  applies_to: 'both | new | update',
  alert_type: 'invite | email',
  alert_source: 'normal | template',
  lead_status: 'new | attempting_contact | screening | qualified | placement_opps | submitted | placed | future_opp | not_interested',
  job_status: 'Draft | Accepting Applications | Submit Candidates | Interviewing | On Hold | Closed - Won | Closed - Lost | Cancelled',
  opportunity_type: 'Contract | Contract to Hire | Direct Hire',
  sub_status:
    'New | Submitted | InterviewScheduled | Offered | Hired | Rejected | Provider Withdrew - Future Opp | Provider Withdrew - Declined Interview',
  provider_status: 'Active | PendingInactive | Inactive',
  provider_type: 'W2 | 1099',
  core_or_managed: 'Core | Managed',
  credentialing_status: 'In Process - Core',
  required_item_type: 'Uploaded Document | Muster Sign Document | Todo Item | Date | Dropdown | Library Resource',
  document_recipient_role: `Sender (Prefill) | ${Array.from({ length: 15 }, (_, index) => `Participant ${index + 1}`).join(' | ')} | Anyone | Everyone`,
  document_action_type: 'Created | Signature Requested | Viewed | Canceled',
  document_instance_status: 'Created',
  pto_status: 'Pending | Approved | Denied | Cancelled',
  task_status: 'Not Started | Open | In Progress | Completed | Past Due',
  activity_type: 'Call | Note | SMS | Email | Submission | Apply | Merge',
  sms_status: 'Sent | Received - Not Read | Received - Read',
  timesheet_status: 'Submitted_EDU_Approved',
  chart_type: 'bar | stacked | grouped | line | donut | pie | pie grid | gauge | number cards',
  date_granularity: 'hour | week | month | quarter | year',
};

/** The dropdown and the default value of fields in the specifications; '*' marks a required field. */
export const CHOSEN: { readonly [field: string]: readonly [dropdown: string, initial?: string] } = {
  '*users.userType': ['user_type'],
  'users.recruiter_level': ['recruiter_level'],
  '*leads.lead_status': ['lead_status', 'new'],
  '*jobs.job_status': ['job_status', 'Draft'],
  'jobs.opportunity_type': ['opportunity_type', 'Contract'],
  '*subs.status': ['sub_status', 'New'],
  'subs.job_status_at_submission': ['job_status'],
  '*providers.status': ['provider_status', 'Active'],
  'providers.provider_type': ['provider_type', 'W2'],
  '*credentialingSetup.provider_type': ['provider_type'],
  '*credentialingSetup.core_or_managed': ['core_or_managed', 'Core'],
  '*credentialing.credentialing_status': ['credentialing_status', 'In Process - Core'],
  '*credentialingRequiredItems.field_type': ['required_item_type'],
  '*interactiveDocumentInstances.status': ['document_instance_status', 'Created'],
  '*ptoRequests.status': ['pto_status', 'Pending'],
  '*tasks.status': ['task_status', 'Not Started'],
  '*activities.activityType': ['activity_type'],
  'sms.status': ['sms_status'],
  'reportCharts.date_granularity': ['date_granularity'],
};
