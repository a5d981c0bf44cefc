// Generated from the definitions by `npm run types`; a test checks that it is current. An admin may add fields and values that are not here.
import type { JsonObject, JsonValue } from '#engine/model';

export type AddressValue = { readonly street?: string; readonly city?: string; readonly state?: string; readonly zip?: string };
export type EmailAddressValue = { readonly email_address: string; readonly primary: boolean; readonly opt_out: boolean; readonly invalid_email: boolean };
export type MessageValue = { readonly text: string; readonly by: string; readonly at: string };
/** A record of another module. */
export type RecordLink = { readonly module: string; readonly id: string };
/** A record of which only the names of its fields are known, such as what a form or a draft holds. */
export type Unchecked<Fields> = { readonly [field in keyof Fields]?: JsonValue | undefined };

export type AbsenceCommunicationValue = 'Hotline' | 'Timesheet Notification' | 'Email/Verbal Communication' | 'Approved Time Off Request';
export type AccountEventTypeValue = 'half day' | 'teacher work day' | 'holiday' | 'Early Release' | 'Delayed Start';
export type AccountStatusValue = 'Prospect' | 'Active' | 'On Hold' | 'Former';
export type AccountTypeValue = 'Public school district' | 'Charter school' | 'Private school' | 'Clinic' | 'Hospital' | 'Early intervention agency' | 'Telehealth';
export type ActivityTypeValue = 'Call' | 'Note' | 'SMS' | 'Email' | 'Submission' | 'Apply' | 'Merge';
export type AlertSourceValue = 'normal' | 'template';
export type AlertTypeValue = 'invite' | 'email';
export type ApplicantStatusValue = 'New' | 'Checked' | 'Lead' | 'Duplicate' | 'Failed' | 'Declined';
export type AppliesToValue = 'both' | 'new' | 'update';
export type ArcadeGameValue = 'dude game' | 'emoji match' | 'avoid the germs' | 'bank panic' | 'breakout' | 'drop it' | 'battleship' | 'memory match' | 'merge numbers' | 'gold miner' | 'tennis' | 'fishing day' | 'snowmen attack';
export type AudienceValue = 'Staff' | 'Providers';
export type BalanceChangeValue = 'add' | 'subtract';
export type BumpoutSideValue = 'left' | 'right' | 'top' | 'bottom';
export type CalendarColorValue = 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'gray';
export type CalendarEventTypeValue = 'Appointment' | 'Interview' | 'Time off' | 'Half Day' | 'Teacher Work Day' | 'Holiday' | 'Early Release' | 'Delayed Start' | 'Start date';
export type CalendarGroupValue = 'RFP Proposals' | 'PTO' | 'Core Start Dates' | 'Miami Start Dates' | 'Broward Start Dates';
export type CampaignStatusValue = 'Draft' | 'Scheduled' | 'Sending' | 'Paused' | 'Sent' | 'Cancelled';
export type CampaignTypeValue = 'Email' | 'SMS' | 'Voice';
export type ChartTypeValue = 'bar' | 'stacked' | 'grouped' | 'line' | 'donut' | 'pie' | 'pie grid' | 'gauge' | 'number cards';
export type ChartValueTypeValue = 'count' | 'sum' | 'avg' | 'min' | 'max';
export type CommissionStatusValue = 'Estimated' | 'Approved' | 'Paid' | 'Void';
export type ConditionSpanValue = 'Day' | 'Week' | 'Month' | 'Year' | 'Indefinite' | 'Between' | 'Before' | 'After';
export type ConversationTypeValue = 'Post' | 'Announcement' | 'Achievement' | 'Game';
export type CoreOrManagedValue = 'Core' | 'Managed';
export type CourseCategoryValue = 'Allergies' | 'Asthma' | 'Catheterizations' | 'Company Policies/Procedures' | 'Covid' | 'Diabetes' | 'District Policies/Procedures' | 'Emergency Response' | 'G-Tubes' | 'Infectious Diseases' | 'Mobility' | 'Seizures' | 'Service Logs' | 'Tracheotomy';
export type CourseSessionStatusValue = 'Assigned' | 'Started' | 'Completed' | 'Not Passed' | 'Excused';
export type CredentialingRequiredItemsCategoriesValue = 'Identity' | 'License and certification' | 'Background and screening' | 'Health and immunization' | 'Education and experience' | 'Training' | 'Forms and agreements' | 'Payroll and tax' | 'District requirements';
export type CredentialingStatusValue = 'In Process - Core' | 'In Process - Managed' | 'Waiting on Provider' | 'In Review' | 'Cleared to Start' | 'Expired Items' | 'On Hold' | 'Closed';
export type DateGranularityValue = 'hour' | 'week' | 'month' | 'quarter' | 'year';
export type DateRangeUnitValue = 'days' | 'weeks' | 'months' | 'years';
export type DepartmentValue = 'Recruiting' | 'Account management' | 'Credentialing' | 'Payroll' | 'Human resources' | 'Special education' | 'Accounts payable' | 'Administration' | 'Clinical';
export type DialerStatusValue = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7';
export type DocumentActionTypeValue = 'Created' | 'Signature Requested' | 'Viewed' | 'Signed' | 'Reminder Sent' | 'Completed' | 'Declined' | 'Canceled';
export type DocumentCategoryValue = 'Resume' | 'License' | 'Certification' | 'Contract' | 'Background check' | 'Immunization' | 'Identification' | 'Training' | 'Other';
export type DocumentInstanceStatusValue = 'Created' | 'Signature Requested' | 'Viewed' | 'Partially Signed' | 'Completed' | 'Declined' | 'Expired' | 'Canceled';
export type DocumentRecipientRoleValue = 'Sender (Prefill)' | 'Participant 1' | 'Participant 2' | 'Participant 3' | 'Participant 4' | 'Participant 5' | 'Participant 6' | 'Participant 7' | 'Participant 8' | 'Participant 9' | 'Participant 10' | 'Participant 11' | 'Participant 12' | 'Participant 13' | 'Participant 14' | 'Participant 15' | 'Anyone' | 'Everyone';
export type DocumentStatusValue = 'Draft' | 'Active' | 'Expired' | 'Archived';
export type ElectionValue = 'Enrolled' | 'Waived' | 'Pending';
export type EmailFolderTypeValue = 'Inbox' | 'Sent' | 'Drafts' | 'Archive' | 'Custom';
export type FigureFunctionValue = 'sum' | 'avg' | 'min' | 'max';
export type FilterOperatorValue = 'equals' | 'in' | 'contains' | 'startsWith' | 'range' | 'exists';
export type FtPtValue = 'Full Time' | 'Part Time';
export type FunctionTypeValue = 'count' | 'sum' | 'avg';
export type GameAppliesToValue = 'new' | 'update';
export type GameTypeValue = 'gameboard' | 'arcade';
export type HireTypeValue = 'New Hire' | 'Rehire' | 'Extension' | 'Transfer';
export type HrPolicyCategoryValue = 'Benefits' | 'Conduct' | 'Hiring' | 'Leave' | 'Pay' | 'Privacy' | 'Safety' | 'Technology';
export type HrPolicyStatusValue = 'Draft' | 'In Force' | 'Under Review' | 'Withdrawn';
export type InteractiveDocumentStatusValue = 'Draft' | 'Active' | 'Retired';
export type JobFeedsValue = 'Main job board' | 'Company site' | 'Search engines' | 'SimplyEDU' | 'SimplyEDU Plus' | 'Partner boards';
export type JobStatusValue = 'Draft' | 'Accepting Applications' | 'Submit Candidates' | 'Interviewing' | 'On Hold' | 'Closed - Won' | 'Closed - Lost' | 'Cancelled';
export type LeadSourceValue = 'Job board' | 'Referral' | 'Career fair' | 'Company site' | 'Social media' | 'University' | 'Returning provider' | 'Outbound call';
export type LeadStatusValue = 'new' | 'attempting_contact' | 'screening' | 'qualified' | 'placement_opps' | 'submitted' | 'placed' | 'future_opp' | 'not_interested';
export type LeaderboardTypeValue = 'individual' | 'team';
export type LocationTypeValue = 'School' | 'District office' | 'Clinic' | 'Home' | 'Teletherapy hub' | 'Other';
export type MailAccountKindValue = 'Gmail' | 'IMAP';
export type MailAccountStatusValue = 'Not Connected' | 'Waiting for Approval' | 'Connected' | 'Failing';
export type MenuHueValue = 'gray' | 'blue' | 'teal' | 'green' | 'amber' | 'orange' | 'red' | 'violet';
export type MessageDirectionValue = 'Outbound' | 'Inbound';
export type MessageStatusValue = 'Draft' | 'Queued' | 'Sent' | 'Opened' | 'Bounced' | 'Failed' | 'Received - Not Read' | 'Received - Read';
export type MessageTypeValue = 'Email' | 'SMS' | 'Voice' | 'Chat';
export type NoteTypeValue = 'General' | 'Phone call' | 'Meeting' | 'Reference' | 'Availability' | 'Compliance';
export type OpportunityTypeValue = 'Contract' | 'Contract to Hire' | 'Direct Hire';
export type PlacementTypeValue = 'New' | 'Extension' | 'Return' | 'Conversion';
export type ProfessionsValue = 'Speech-Language Pathologist' | 'SLP Assistant' | 'Occupational Therapist' | 'Occupational Therapy Assistant' | 'Physical Therapist' | 'Physical Therapist Assistant' | 'School Nurse, RN' | 'School Nurse, LPN' | 'Registered Nurse, Clinic' | 'School Psychologist' | 'School Social Worker' | 'School Counselor' | 'Behavior Analyst, BCBA' | 'Registered Behavior Technician' | 'Special Education Teacher' | 'Teacher, Visually Impaired' | 'Teacher of the Deaf' | 'Audiologist' | 'Paraprofessional' | 'Sign Language Interpreter' | 'Administrative Assistant';
export type ProfileThemeValue = 'system' | 'light' | 'dark';
export type ProviderStatusValue = 'Active' | 'PendingInactive' | 'Inactive';
export type ProviderTypeValue = 'W2' | '1099';
export type PtoStatusValue = 'Pending' | 'Approved' | 'Denied' | 'Cancelled';
export type QuestionTypeValue = 'text' | 'text-area' | 'dropdown' | 'dropdown-multi' | 'checkbox' | 'time' | 'phone' | 'blank';
export type RecordingTypeValue = 'Call' | 'Voicemail';
export type RecruiterLevelValue = 'Junior' | 'Associate' | 'Senior' | 'Executive';
export type RejectionReasonValue = 'Pay rate' | 'Location' | 'Schedule' | 'Accepted another offer' | 'Not qualified' | 'Position filled' | 'No response' | 'License issue' | 'Background check' | 'Client decision';
export type ReportTypeValue = 'List' | 'Summary' | 'Chart';
export type RequiredItemStatusValue = 'Open' | 'Submitted' | 'Approved' | 'Needs Correction' | 'Waived' | 'Expired';
export type RequiredItemTypeValue = 'Uploaded Document' | 'Muster Sign Document' | 'Todo Item' | 'Date' | 'Dropdown' | 'Library Resource';
export type ResourceTypeValue = 'Document' | 'Video' | 'Article';
export type RewardSourceValue = 'achievements' | 'games' | 'store' | 'storeCoins' | 'manual';
export type RewardTypeValue = 'coins' | 'points';
export type SigningCategoryValue = 'Offer and agreement' | 'Policy' | 'Payroll and tax' | 'Background and release' | 'District form' | 'Benefits' | 'Other';
export type SmsStatusValue = 'Queued' | 'Sent' | 'Delivered' | 'Failed' | 'Received - Not Read' | 'Received - Read';
export type StatesValue = 'AL' | 'AK' | 'AZ' | 'AR' | 'CA' | 'CO' | 'CT' | 'DE' | 'DC' | 'FL' | 'GA' | 'HI' | 'ID' | 'IL' | 'IN' | 'IA' | 'KS' | 'KY' | 'LA' | 'ME' | 'MD' | 'MA' | 'MI' | 'MN' | 'MS' | 'MO' | 'MT' | 'NE' | 'NV' | 'NH' | 'NJ' | 'NM' | 'NY' | 'NC' | 'ND' | 'OH' | 'OK' | 'OR' | 'PA' | 'RI' | 'SC' | 'SD' | 'TN' | 'TX' | 'UT' | 'VT' | 'VA' | 'WA' | 'WV' | 'WI' | 'WY';
export type StoreTransactionStatusValue = 'Ordered' | 'Ready' | 'Delivered' | 'Returned' | 'Cancelled';
export type SubStatusValue = 'New' | 'Submitted' | 'InterviewScheduled' | 'Offered' | 'Hired' | 'Rejected' | 'Provider Withdrew - Future Opp' | 'Provider Withdrew - Declined Interview';
export type TaskStatusValue = 'Not Started' | 'Open' | 'In Progress' | 'Completed' | 'Past Due';
export type TaskTypeValue = 'General' | 'Follow up' | 'Phone call' | 'E-mail' | 'Onboarding' | 'Payroll' | 'Benefits' | 'Term benefits' | 'Interview' | 'Feedback' | 'Deactivation' | 'Credentialing';
export type TemplateContentTypeValue = 'Formatted' | 'Plain text';
export type TemplateGroupValue = 'Recruiting' | 'Submission' | 'Interview' | 'Onboarding' | 'Credentialing' | 'Client update' | 'Internal';
export type TemplateSendTypeValue = 'Individual' | 'Bulk' | 'Automatic';
export type TemplateTypeValue = 'email' | 'sms' | 'job description';
export type TimeSpanValue = 'day' | 'week' | 'month' | 'year' | 'indefinite';
export type TimesheetStatusValue = 'Not_Submitted' | 'Submitted' | 'Submitted_EDU_Approved' | 'Rejected' | 'Paid';
export type TutorialSourceValue = 'html' | 'video' | 'image';
export type UserTypeValue = 'System Admin' | 'Admin' | 'Standard' | 'Dashboard' | 'Provider';
export type ValueComparisonValue = 'include' | 'exclude' | 'equals';
export type VendorTypeValue = 'Managed service provider' | 'Vendor management system' | 'Staffing partner' | 'Supplier';
export type WidgetIconTypeValue = 'icon' | 'image';
export type WidgetShowsValue = 'records' | 'number';
export type WidgetSizeValue = 'Small' | 'Medium' | 'Large' | 'Full width';
export type WorkSettingsValue = 'School' | 'Teletherapy' | 'Clinic' | 'Home health' | 'Early intervention' | 'Hospital';
export type WorkflowActionTypeValue = '1' | '2' | '3';
export type WorkflowConditionTypeValue = '1' | '2' | '3' | '5';
export type WorkflowExecutionValue = 'save' | 'time';
export type WorkflowOrderValue = 'alerts-first' | 'actions-first';

/** What every record has. */
export interface CommonRecord {
  readonly _id: string;
  readonly _version: number;
  readonly name?: string;
  readonly description?: string;
  readonly assigned_to?: string;
  readonly client?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly created_by?: string;
  readonly modified_by?: string;
  readonly deleted?: boolean;
}

/** Account calendar event, at /api/account-calendar-events */
export interface AccountCalendarEventsRecord extends CommonRecord { readonly event_type?: AccountEventTypeValue; readonly district?: string; readonly start?: string; readonly end?: string; readonly all_day?: boolean; readonly number_of_hours?: number; readonly colors?: CalendarColorValue; readonly accounts_accountCalendarEvents?: string; }
/** Account, at /api/accounts */
export interface AccountsRecord extends CommonRecord { readonly billing_address?: AddressValue; readonly shipping_address?: AddressValue; readonly office_phone?: string; readonly fax_phone?: string; readonly website?: string; readonly account_status?: AccountStatusValue; readonly account_type?: AccountTypeValue; readonly district_number?: string; readonly students?: number; readonly managed_account?: boolean; readonly email_addresses?: readonly EmailAddressValue[]; readonly contract_start?: string; readonly contract_end?: string; readonly invoice_terms?: string; readonly next_step?: string; readonly next_date?: string; readonly duplicate_keys?: readonly string[]; readonly not_duplicates?: readonly string[]; readonly teams?: readonly string[]; }
/** Achievement alert, at /api/achievement-alerts */
export interface AchievementAlertsRecord extends CommonRecord { readonly alertType?: AlertTypeValue; readonly sourceType?: AlertSourceValue; readonly subject?: string; readonly message?: string; readonly campaignTemplate?: string; readonly variable_module?: string; readonly variable_field?: string; readonly variable?: string; readonly achievement?: string; }
/** Achievement condition, at /api/achievement-conditions */
export interface AchievementConditionsRecord extends CommonRecord { readonly functionType?: FunctionTypeValue; readonly functionField?: string; readonly threshold?: number; readonly spanType?: ConditionSpanValue; readonly dateSpecifier?: string; readonly dateSpecifierEnd?: string; readonly functionFieldType?: ValueComparisonValue; readonly functionFieldValue?: string; readonly achievement?: string; }
/** Achievement, at /api/achievements */
export interface AchievementsRecord extends CommonRecord { readonly title?: string; readonly related_module?: string; readonly appliesTo?: AppliesToValue; readonly teams?: readonly string[]; readonly isRare?: boolean; readonly active?: boolean; readonly score?: number; readonly rewards?: readonly { readonly rewardType?: RewardTypeValue; readonly amount?: number; }[]; readonly badge?: string; readonly badge_url?: string; }
/** Activity, at /api/activities */
export interface ActivitiesRecord extends CommonRecord { readonly activityType?: ActivityTypeValue; readonly relatedRecord?: RecordLink; readonly relatedRecords?: readonly RecordLink[]; readonly relatedModule?: string; readonly lead?: string; readonly account?: string; readonly sub?: string; readonly contact?: string; readonly email?: string; readonly call?: string; readonly note?: string; readonly sms?: string; readonly activity_date?: string; readonly duration_minutes?: number; readonly viewed?: boolean; }
/** Admin note, at /api/admin-notes */
export interface AdminNotesRecord extends CommonRecord { readonly note?: string; readonly related_module?: string; }
/** Applicant, at /api/applicants */
export interface ApplicantsRecord extends CommonRecord { readonly first_name?: string; readonly last_name?: string; readonly title?: string; readonly department?: string; readonly email?: readonly EmailAddressValue[]; readonly mobile_phone?: string; readonly home_phone?: string; readonly office_phone?: string; readonly other_phone?: string; readonly current_address?: AddressValue; readonly applicant_status?: ApplicantStatusValue; readonly profession?: ProfessionsValue; readonly email_addresses?: readonly EmailAddressValue[]; readonly source?: LeadSourceValue; readonly date_applied?: string; readonly years_of_experience?: number; readonly license_number?: string; readonly license_state?: StatesValue; readonly resume?: string; readonly cover_letter?: string; readonly lead?: string; readonly application?: JsonObject; readonly failure?: string; readonly jobs_applicants?: string; }
/** Arcade record, at /api/arcade-data */
export interface ArcadeDataRecord extends CommonRecord { readonly key?: string; readonly arcadeType?: ArcadeGameValue; readonly data?: JsonObject; readonly user?: string; readonly high_score?: number; }
/** Bucket, at /api/buckets */
export interface BucketsRecord extends CommonRecord { readonly related_module?: string; readonly filters?: readonly { readonly fieldName?: string; readonly operator?: FilterOperatorValue; readonly value?: JsonValue; }[]; readonly icon?: string; readonly hue?: MenuHueValue; readonly order?: number; readonly warn_above?: number; readonly user_types?: readonly UserTypeValue[]; readonly active?: boolean; }
/** Bumpout, at /api/bumpouts */
export interface BumpoutsRecord extends CommonRecord { readonly title?: string; readonly icon?: string; readonly side?: BumpoutSideValue; readonly widget?: string; readonly html_text?: string; readonly url?: string; readonly user_types?: readonly UserTypeValue[]; readonly isEnabled?: boolean; readonly options?: { readonly order?: number; readonly width?: number; readonly color?: MenuHueValue; readonly links?: readonly { readonly label?: string; readonly address?: string; }[]; }; }
/** Calendar event, at /api/calendar-events */
export interface CalendarEventsRecord extends CommonRecord { readonly title?: string; readonly start?: string; readonly end?: string; readonly details?: string; readonly color?: CalendarColorValue; readonly event_type?: CalendarEventTypeValue; readonly number_of_hours?: number; readonly absence_communication?: AbsenceCommunicationValue; readonly public?: boolean; readonly user?: string; readonly calendarGroup?: CalendarGroupValue; readonly related_pto_request_id?: string; readonly related_record?: RecordLink; readonly district?: string; readonly module_type?: string; readonly module_record_id?: string; }
/** Calendar group, at /api/calendar-groups */
export interface CalendarGroupsRecord extends CommonRecord { readonly group?: CalendarGroupValue; readonly color?: CalendarColorValue; readonly public?: boolean; readonly members?: readonly string[]; readonly order?: number; readonly active?: boolean; }
/** Campaign, at /api/campaigns */
export interface CampaignsRecord extends CommonRecord { readonly campaign_type?: CampaignTypeValue; readonly status?: CampaignStatusValue; readonly subject?: string; readonly message?: string; readonly scheduled_at?: string; readonly sent_at?: string; readonly automatic?: boolean; readonly recipients_count?: number; readonly delivered_count?: number; readonly opened_count?: number; readonly replied_count?: number; readonly templates_campaigns?: string; readonly voiceshots_campaigns?: string; readonly jobs_campaigns?: string; readonly leads_campaigns?: readonly string[]; }
/** Client, at /api/clients */
export interface ClientsRecord extends CommonRecord { readonly billing_address?: AddressValue; readonly shipping_address?: AddressValue; readonly office_phone?: string; readonly fax_phone?: string; readonly website?: string; readonly code?: string; readonly active?: boolean; readonly is_edu?: boolean; }
/** Commission, at /api/commissions */
export interface CommissionsRecord extends CommonRecord { readonly status?: CommissionStatusValue; readonly user?: string; readonly commission_date?: string; readonly provider?: string; readonly placement?: string; readonly account?: string; readonly job?: string; readonly hours?: number; readonly bill_rate?: number; readonly pay_rate?: number; readonly margin?: number; readonly commission_percent?: number; readonly amount?: number; readonly paid_date?: string; readonly timesheet_tracker?: string; }
/** Contact, at /api/contacts */
export interface ContactsRecord extends CommonRecord { readonly first_name?: string; readonly last_name?: string; readonly title?: string; readonly department?: DepartmentValue; readonly email?: readonly EmailAddressValue[]; readonly mobile_phone?: string; readonly home_phone?: string; readonly office_phone?: string; readonly other_phone?: string; readonly current_address?: AddressValue; readonly email_addresses?: readonly EmailAddressValue[]; readonly do_not_call?: boolean; readonly primary_contact?: boolean; readonly teams?: readonly string[]; readonly accounts_contacts?: string; }
/** Evaluation entry, at /api/course-eval-entries */
export interface CourseEvalEntriesRecord extends CommonRecord { readonly user?: string; readonly overall_score?: number; readonly passed?: boolean; readonly attempt?: number; readonly date_taken?: string; readonly answers?: readonly { readonly question?: string; readonly answer?: JsonValue; readonly points?: number; }[]; readonly comments?: string; readonly course_eval?: string; readonly course?: string; }
/** Course evaluation, at /api/course-evals */
export interface CourseEvaluationRecord extends CommonRecord { readonly instructions?: string; readonly questions?: readonly { readonly question?: string; readonly inputType?: QuestionTypeValue; readonly options?: readonly string[]; readonly answer?: JsonValue; readonly points?: number; readonly required?: boolean; }[]; readonly passing_score?: number; readonly max_attempts?: number; readonly time_limit_minutes?: number; readonly shuffle?: boolean; readonly active?: boolean; }
/** Course session, at /api/course-sessions */
export interface CourseSessionsRecord extends CommonRecord { readonly user?: string; readonly status?: CourseSessionStatusValue; readonly attended?: boolean; readonly assigned_date?: string; readonly due_date?: string; readonly started_at?: string; readonly completed_at?: string; readonly progress?: number; readonly valid_until?: string; readonly course?: string; }
/** Course, at /api/courses */
export interface CoursesRecord extends CommonRecord { readonly courseId?: number; readonly categories?: readonly CourseCategoryValue[]; readonly types?: readonly ResourceTypeValue[]; readonly audience?: readonly AudienceValue[]; readonly professions?: readonly ProfessionsValue[]; readonly mandatory?: boolean; readonly duration_minutes?: number; readonly credit_hours?: number; readonly valid_months?: number; readonly document?: string; readonly video?: string; readonly video_url?: string; readonly article?: string; readonly course_eval?: string; readonly publish_date?: string; readonly active?: boolean; }
/** Credentialing record, at /api/credentialing */
export interface CredentialingRecord extends CommonRecord { readonly credentialing_status?: CredentialingStatusValue; readonly profession?: ProfessionsValue; readonly related_account?: string; readonly related_user?: string; readonly hire_type?: HireTypeValue; readonly due_date?: string; readonly cleared_date?: string; readonly locked?: boolean; readonly teams?: readonly string[]; readonly credentialingSetup_credentialing?: string; readonly placements_credentialing?: string; readonly providers_credentialing?: string; }
/** Required item message, at /api/credentialing-required-item-messages */
export interface CredentialingRequiredItemMessagesRecord extends CommonRecord { readonly message?: string; readonly attachment?: string; readonly staff_only?: boolean; readonly viewedBy?: readonly string[]; readonly required_item?: string; }
/** Required item, at /api/credentialing-required-items */
export interface CredentialingRequiredItemsRecord extends CommonRecord { readonly label?: string; readonly status?: RequiredItemStatusValue; readonly category?: CredentialingRequiredItemsCategoriesValue; readonly field_type?: RequiredItemTypeValue; readonly order?: number; readonly provider_type?: readonly ProviderTypeValue[]; readonly provider_assigned?: boolean; readonly isOptional?: boolean; readonly reference_only?: boolean; readonly locked?: boolean; readonly relatedAgreement?: RecordLink; readonly relatedLibraryResource?: string; readonly dropdown?: string; readonly field_options?: readonly string[]; readonly requires_exp_date?: boolean; readonly expiration_date?: string; readonly due_date?: string; readonly document?: string; readonly provider_response?: string; readonly response_date?: string; readonly review_note?: string; readonly completed?: boolean; readonly completionDetails?: { readonly approvalStatus?: RequiredItemStatusValue; readonly dateCompleted?: string; readonly expirationDate?: string; readonly documentLink?: { readonly link?: string; }; readonly actionValue?: JsonValue; readonly notes?: string; }; readonly conditions?: readonly { readonly relatedRequiredItemId?: string; }[]; readonly unreadMessageCount?: number; readonly teams?: readonly string[]; readonly relatedCredentialingRecord?: string; readonly relatedCredentialingSetup?: string; }
/** Credentialing setup, at /api/credentialing-setups */
export interface CredentialingSetupRecord extends CommonRecord { readonly provider_type?: readonly ProviderTypeValue[]; readonly core_or_managed?: CoreOrManagedValue; readonly account_specific?: string; readonly active?: boolean; }
/** Default dashboard, at /api/default-dashboards */
export interface DefaultDashboardsRecord extends CommonRecord { readonly user_types?: readonly UserTypeValue[]; readonly roles?: readonly string[]; readonly reports?: readonly string[]; readonly columns?: number; readonly dashboard_layout?: readonly { readonly report?: string; readonly column?: number; readonly row?: number; readonly width?: number; readonly height?: number; }[]; readonly active?: boolean; }
/** Dialer campaign, at /api/dialer-campaigns */
export interface DialerCampaignsRecord extends CommonRecord { readonly organizer?: string; readonly status?: DialerStatusValue; readonly related_module?: string; readonly participants?: readonly { readonly name?: string; readonly phone?: string; readonly recordId?: string; }[]; readonly remainingCalls?: readonly { readonly name?: string; readonly phone?: string; readonly recordId?: string; }[]; readonly isStopped?: boolean; readonly isPaused?: boolean; readonly conferenceStarted?: boolean; readonly started_at?: string; readonly ended_at?: string; readonly recording?: string; }
/** District, at /api/districts */
export interface DistrictsRecord extends CommonRecord { readonly districtId?: number; readonly imageUrl?: string; readonly twilioPhone?: string; readonly active?: boolean; readonly vendorId?: string; readonly account?: string; readonly state?: StatesValue; readonly vendor?: string; }
/** Document, at /api/documents */
export interface DocumentsRecord extends CommonRecord { readonly filename?: string; readonly path?: string; readonly exp_date?: string; readonly category?: DocumentCategoryValue; readonly status?: DocumentStatusValue; readonly related_record?: RecordLink; readonly providers_documents?: string; }
/** E-mail folder, at /api/email-folders */
export interface EmailFoldersRecord extends CommonRecord { readonly user?: string; readonly folder_type?: EmailFolderTypeValue; readonly mail_account?: string; readonly order?: number; readonly unread_count?: number; }
/** E-mail settings of a user, at /api/email-settings */
export interface EmailSettingsRecord extends CommonRecord { readonly user?: string; readonly from_name?: string; readonly reply_to?: string; readonly default_mail_account?: string; readonly default_folder?: string; readonly signature?: string; readonly copy_to_self?: boolean; readonly notify_on_reply?: boolean; readonly track_opens?: boolean; readonly out_of_office?: boolean; readonly out_of_office_until?: string; readonly out_of_office_message?: string; }
/** Game activity, at /api/game-activities */
export interface GameActivitiesRecord extends CommonRecord { readonly message?: string; readonly user?: string; readonly game_instance?: string; }
/** Game alert, at /api/game-alerts */
export interface GameAlertsRecord extends CommonRecord { readonly alertType?: AlertTypeValue; readonly sourceType?: AlertSourceValue; readonly subject?: string; readonly message?: string; readonly campaignTemplate?: string; readonly variable_module?: string; readonly variable_field?: string; readonly variable?: string; readonly game?: string; }
/** Game instance, at /api/game-instances */
export interface GameInstancesRecord extends CommonRecord { readonly start_date?: string; readonly end_date?: string; readonly date_completed?: string; readonly active?: boolean; readonly hasStarted?: boolean; readonly hasEnded?: boolean; readonly game_teams?: readonly { readonly name?: string; readonly members?: readonly string[]; }[]; readonly current_state?: readonly { readonly user_id?: string; readonly current_tile?: number; readonly action_date?: string; }[]; readonly results?: readonly { readonly finishedPosition?: number; readonly user?: string; readonly dateFinished?: string; }[]; readonly game?: string; }
/** Game session, at /api/game-sessions */
export interface GameSessionsRecord extends CommonRecord { readonly user?: string; readonly points?: number; readonly available_credits?: number; readonly used_credits?: number; readonly last_time_viewed?: string; readonly current_state?: JsonObject; readonly record_ids_used?: readonly JsonValue[]; readonly game_instance?: string; }
/** Game, at /api/games */
export interface GamesRecord extends CommonRecord { readonly related_module?: string; readonly appliesTo?: GameAppliesToValue; readonly templateKey?: GameTypeValue; readonly arcadeType?: ArcadeGameValue; readonly goal?: number; readonly progressMultiplier?: number; readonly fieldToWatch?: string; readonly fieldToWatchType?: ValueComparisonValue; readonly fieldToWatchValue?: string; readonly teams?: readonly string[]; readonly rewards?: readonly { readonly rewardType?: RewardTypeValue; readonly amount?: number; readonly appliedPositions?: readonly number[]; }[]; readonly trophy?: string; readonly background_image?: string; }
/** HR policy, at /api/hr-policies */
export interface HrPoliciesRecord extends CommonRecord { readonly filename?: string; readonly path?: string; readonly exp_date?: string; readonly policy_number?: string; readonly category?: HrPolicyCategoryValue; readonly status?: HrPolicyStatusValue; readonly version?: string; readonly effective_date?: string; readonly review_date?: string; readonly audience?: readonly AudienceValue[]; readonly requires_acknowledgment?: boolean; readonly body?: string; }
/** Signing action, at /api/interactive-document-instance-actions */
export interface InteractiveDocumentInstanceActionsRecord extends CommonRecord { readonly type?: DocumentActionTypeValue; readonly user?: string; readonly nonUser?: { readonly name?: string; readonly email?: string; }; readonly action_at?: string; readonly ip_address?: string; readonly interactive_document_instance?: string; }
/** Document to sign, at /api/interactive-document-instances */
export interface InteractiveDocumentInstancesRecord extends CommonRecord { readonly label?: string; readonly status?: DocumentInstanceStatusValue; readonly category?: SigningCategoryValue; readonly completeInOrder?: boolean; readonly due_date?: string; readonly sent_at?: string; readonly completed_at?: string; readonly signed_file?: string; readonly recipients?: readonly { readonly recipientType?: DocumentRecipientRoleValue; readonly name?: string; readonly email?: string; readonly email2?: string; readonly fromType?: string; readonly recipientId?: string; }[]; readonly doc_data?: { readonly pages?: readonly { readonly inputs?: readonly { readonly type?: { readonly inputType?: string; }; readonly field?: { readonly label?: string; readonly name?: string; readonly required?: boolean; readonly readOnly?: boolean; readonly formatting?: string; readonly options?: readonly string[]; readonly systemFieldName?: string; readonly related_dropdown?: string; readonly type?: { readonly inputType?: string; }; readonly assigned_to?: DocumentRecipientRoleValue; readonly recipient_id?: string; readonly recipientId?: string; }; readonly assigned_to?: DocumentRecipientRoleValue; readonly recipient_id?: string; readonly recipientId?: string; readonly value?: JsonValue; }[]; }[]; }; readonly completionDetails?: { readonly actionValue?: JsonValue; readonly dateCompleted?: string; readonly notes?: string; }; readonly relatedCredentialingRecordId?: string; readonly interactive_document?: string; }
/** Interactive document, at /api/interactive-documents */
export interface InteractiveDocumentsRecord extends CommonRecord { readonly label?: string; readonly status?: InteractiveDocumentStatusValue; readonly category?: SigningCategoryValue; readonly related_module?: string; readonly file?: string; readonly page_count?: number; readonly recipient_roles?: readonly DocumentRecipientRoleValue[]; readonly completeInOrder?: boolean; readonly reminder_days?: number; readonly doc_data?: { readonly pages?: readonly { readonly inputs?: readonly { readonly type?: { readonly inputType?: string; }; readonly field?: { readonly label?: string; readonly name?: string; readonly required?: boolean; readonly readOnly?: boolean; readonly formatting?: string; readonly options?: readonly string[]; readonly systemFieldName?: string; readonly related_dropdown?: string; readonly type?: { readonly inputType?: string; }; readonly assigned_to?: DocumentRecipientRoleValue; readonly recipient_id?: string; readonly recipientId?: string; }; readonly assigned_to?: DocumentRecipientRoleValue; readonly recipient_id?: string; readonly recipientId?: string; readonly value?: JsonValue; }[]; }[]; }; }
/** Job, at /api/jobs */
export interface JobsRecord extends CommonRecord { readonly job_id?: number; readonly custom_job_title?: string; readonly profession?: ProfessionsValue; readonly job_status?: JobStatusValue; readonly opportunity_type?: OpportunityTypeValue; readonly city?: string; readonly state?: StatesValue; readonly zip?: string; readonly bill_rate?: number; readonly pay_rate?: number; readonly weekly_hours?: number; readonly start_date?: string; readonly end_date?: string; readonly is_rfp?: boolean; readonly post_date?: string; readonly job_closed_date?: string; readonly included_in_feeds?: readonly JobFeedsValue[]; readonly indeed_campaign_boost?: boolean; readonly date_last_boosted?: string; readonly job_rating?: number; readonly monthly_hours?: readonly { readonly month?: string; readonly workingDays?: number; readonly hoursPerDay?: number; readonly totalHours?: number; readonly eligible?: boolean; }[]; readonly hours_eligible?: boolean; readonly needs_cleanup?: boolean; readonly new_job_processed?: boolean; readonly locations?: readonly string[]; readonly geoInfo?: { readonly zip?: string; readonly latitude?: number; readonly longitude?: number; }; readonly job_requirements?: string; readonly first_feed_day?: string; readonly teams?: readonly string[]; readonly accounts_jobs?: string; }
/** Leaderboard, at /api/leaderboards */
export interface LeaderboardsRecord extends CommonRecord { readonly title?: string; readonly leaderboard_type?: LeaderboardTypeValue; readonly related_module?: string; readonly functionType?: FunctionTypeValue; readonly functionField?: string; readonly ownerField?: string; readonly timeSpan?: TimeSpanValue; readonly teams?: readonly string[]; readonly places?: number; readonly show_credits?: boolean; readonly no_format?: boolean; readonly active?: boolean; }
/** Lead, at /api/leads */
export interface LeadsRecord extends CommonRecord { readonly first_name?: string; readonly last_name?: string; readonly title?: string; readonly department?: string; readonly email?: readonly EmailAddressValue[]; readonly mobile_phone?: string; readonly home_phone?: string; readonly office_phone?: string; readonly other_phone?: string; readonly current_address?: AddressValue; readonly lead_status?: LeadStatusValue; readonly previous_status?: LeadStatusValue; readonly past_active?: boolean; readonly profession?: ProfessionsValue; readonly email_addresses?: readonly EmailAddressValue[]; readonly lead_source?: LeadSourceValue; readonly available_hours?: number; readonly availability_date?: string; readonly new_grad?: boolean; readonly new_grad_expiration?: string; readonly settings_wanted?: readonly WorkSettingsValue[]; readonly desired_rate?: number; readonly will_relocate?: boolean; readonly interested_location_zips?: readonly string[]; readonly license_number?: string; readonly license_state?: StatesValue; readonly next_step?: string; readonly next_date?: string; readonly not_interested_reason?: string; readonly future_opp_date?: string; readonly comment_list?: readonly MessageValue[]; readonly placement_opp_automation_ran?: boolean; readonly geoInfo?: { readonly zip?: string; readonly latitude?: number; readonly longitude?: number; readonly interested?: readonly string[]; }; readonly duplicate_keys?: readonly string[]; readonly not_duplicates?: readonly string[]; readonly teams?: readonly string[]; }
/** Library resource, at /api/library-resources */
export interface LibraryResourcesRecord extends CommonRecord { readonly filename?: string; readonly path?: string; readonly exp_date?: string; readonly resource_type?: ResourceTypeValue; readonly categories?: readonly CourseCategoryValue[]; readonly audience?: readonly AudienceValue[]; readonly professions?: readonly ProfessionsValue[]; readonly url?: string; readonly article?: string; readonly publish_date?: string; readonly featured?: boolean; readonly active?: boolean; }
/** Location, at /api/locations */
export interface LocationsRecord extends CommonRecord { readonly location_type?: LocationTypeValue; readonly district?: string; readonly address?: AddressValue; readonly phone?: string; readonly contact_name?: string; readonly email_addresses?: readonly EmailAddressValue[]; readonly day_start?: string; readonly day_end?: string; readonly parking?: string; readonly active?: boolean; readonly accounts_locations?: string; }
/** Mail account, at /api/gmail-accounts */
export interface MailAccountsRecord extends CommonRecord { readonly account_nickname?: string; readonly gmail_email_address?: string; readonly kind?: MailAccountKindValue; readonly gmail_password?: string; readonly user?: string; readonly isDefault?: boolean; readonly status?: MailAccountStatusValue; readonly last_synced_at?: string; readonly incoming_host?: string; readonly incoming_port?: number; readonly outgoing_host?: string; readonly outgoing_port?: number; }
/** Menu entry, at /api/menu-navs */
export interface MenuNavsRecord extends CommonRecord { readonly label?: string; readonly icon?: string; readonly related_module?: string; readonly route?: string; readonly user_type?: UserTypeValue; readonly roles?: readonly string[]; readonly isEnabled?: boolean; readonly options?: { readonly order?: number; readonly group?: string; readonly newWindow?: boolean; }; }
/** Message, at /api/messages */
export interface MessagesRecord extends CommonRecord { readonly messageType?: MessageTypeValue; readonly direction?: MessageDirectionValue; readonly status?: MessageStatusValue; readonly to?: readonly string[]; readonly cc?: readonly string[]; readonly bcc?: readonly string[]; readonly sentFrom?: string; readonly subject?: string; readonly message?: string; readonly attachments?: readonly { readonly name?: string; readonly path?: string; }[]; readonly related_record?: RecordLink; readonly mail_account?: string; readonly template?: string; readonly sent_at?: string; readonly opened_at?: string; readonly failure?: string; readonly campaigns_messages?: string; readonly emailFolders_messages?: string; }
/** Module dashboard, at /api/module-report-dashboards */
export interface ModuleReportDashboardsRecord extends CommonRecord { readonly related_module?: string; readonly user_types?: readonly UserTypeValue[]; readonly roles?: readonly string[]; readonly reports?: readonly string[]; readonly charts?: readonly string[]; readonly columns?: number; readonly order?: number; readonly dashboard_layout?: readonly { readonly report?: string; readonly column?: number; readonly row?: number; readonly width?: number; readonly height?: number; }[]; readonly active?: boolean; }
/** Chat message, at /api/muster-messages */
export interface MusterMessageRecord extends CommonRecord { readonly sentTo?: string; readonly group_name?: string; readonly groupUsersIds?: readonly string[]; readonly message?: string; readonly attachments?: readonly { readonly name?: string; readonly path?: string; }[]; readonly readBy?: readonly string[]; readonly removedFromBarBy?: readonly string[]; }
/** Sign contact, at /api/muster-sign-contacts */
export interface MusterSignContactsRecord extends CommonRecord { readonly email?: string; readonly email2?: string; readonly phone?: string; readonly title?: string; readonly company?: string; readonly account?: string; readonly user?: string; readonly default_role?: DocumentRecipientRoleValue; readonly active?: boolean; }
/** Widget, at /api/muster-widgets */
export interface MusterWidgetsRecord extends CommonRecord { readonly key_selector?: string; readonly widgetIconType?: WidgetIconTypeValue; readonly widgetIcon?: string; readonly isMenu?: boolean; readonly active?: boolean; readonly user_types?: readonly UserTypeValue[]; readonly settings?: { readonly module?: string; readonly bucket?: string; readonly mine?: boolean; readonly shows?: WidgetShowsValue; readonly rows?: number; readonly order?: number; readonly links?: readonly { readonly label?: string; readonly address?: string; }[]; }; }
/** Note, at /api/notes */
export interface NotesRecord extends CommonRecord { readonly note_type?: NoteTypeValue; readonly related_record?: RecordLink; readonly note?: string; readonly pinned?: boolean; readonly attachment?: string; }
/** Placement, at /api/placements */
export interface PlacementsRecord extends CommonRecord { readonly placement_type?: PlacementTypeValue; readonly profession?: ProfessionsValue; readonly ft_pt?: FtPtValue; readonly planned_start_date?: string; readonly expected_start_date?: string; readonly confirmed_start_date?: string; readonly end_date?: string; readonly weekly_hours?: number; readonly bill_rate?: number; readonly pay_rate?: number; readonly teams?: readonly string[]; readonly accounts_placements?: string; readonly subs_placements?: string; readonly providers_placements?: string; }
/** Provider, at /api/providers */
export interface ProvidersRecord extends CommonRecord { readonly first_name?: string; readonly last_name?: string; readonly title?: string; readonly department?: string; readonly email?: readonly EmailAddressValue[]; readonly mobile_phone?: string; readonly home_phone?: string; readonly office_phone?: string; readonly other_phone?: string; readonly current_address?: AddressValue; readonly status?: ProviderStatusValue; readonly provider_type?: ProviderTypeValue; readonly profession?: ProfessionsValue; readonly email_addresses?: readonly EmailAddressValue[]; readonly record_emails?: readonly string[]; readonly related_user?: string; readonly locker_account_enabled?: boolean; readonly ssn?: string; readonly birth_date?: string; readonly hire_date?: string; readonly dental_election?: ElectionValue; readonly medical_election?: ElectionValue; readonly vision_election?: ElectionValue; readonly teams?: readonly string[]; readonly accounts_providers?: readonly string[]; readonly leads_providers?: string; }
/** PTO balance, at /api/pto-balances */
export interface PtoBalanceRecord extends CommonRecord { readonly year?: number; readonly allotted_hours?: number; readonly balance?: number; readonly hours_taken?: number; readonly users_ptoBalance?: string; }
/** PTO request, at /api/pto-requests */
export interface PtoRequestsRecord extends CommonRecord { readonly status?: PtoStatusValue; readonly hours_requested?: number; readonly pto_date?: string; readonly reason?: string; readonly users_ptoRequests?: string; readonly ptoBalance_ptoRequests?: string; }
/** Recording, at /api/recordings */
export interface RecordingsRecord extends CommonRecord { readonly type?: RecordingTypeValue; readonly related_record?: RecordLink; readonly phone?: string; readonly user?: string; readonly recorded_at?: string; readonly duration_seconds?: number; readonly path?: string; readonly filename?: string; readonly transcript?: string; }
/** Report chart, at /api/report-charts */
export interface ReportChartsRecord extends CommonRecord { readonly chart_type?: ChartTypeValue; readonly dataGroupBy?: readonly string[]; readonly date_granularity?: DateGranularityValue; readonly dataValueType?: ChartValueTypeValue; readonly dataValueField?: string; readonly show_legend?: boolean; readonly show_labels?: boolean; readonly x_axis_label?: string; readonly y_axis_label?: string; readonly group_limit?: number; readonly display_options?: JsonObject; readonly report?: string; }
/** Report, at /api/reports */
export interface ReportsRecord extends CommonRecord { readonly related_module?: string; readonly report_type?: ReportTypeValue; readonly columns?: readonly string[]; readonly filters?: readonly { readonly fieldName?: string; readonly operator?: FilterOperatorValue; readonly value?: JsonValue; }[]; readonly group_by?: readonly string[]; readonly aggregates?: readonly { readonly fieldName?: string; readonly function?: FigureFunctionValue; }[]; readonly sort_field?: string; readonly sort_descending?: boolean; readonly row_limit?: number; readonly shared?: boolean; readonly on_dashboards?: boolean; }
/** Role, at /api/roles */
export interface RolesRecord extends CommonRecord {  }
/** Sidebar, at /api/sidebar-menu-instances */
export interface SidebarMenuInstancesRecord extends CommonRecord { readonly user?: string; readonly items?: readonly { readonly label?: string; readonly modules?: readonly string[]; }[]; readonly collapsed?: boolean; readonly template?: string; }
/** Sidebar template, at /api/sidebar-menu-templates */
export interface SidebarMenuTemplatesRecord extends CommonRecord { readonly user_types?: readonly UserTypeValue[]; readonly roles?: readonly string[]; readonly items?: readonly { readonly label?: string; readonly modules?: readonly string[]; }[]; readonly is_default?: boolean; readonly active?: boolean; }
/** Text message, at /api/sms */
export interface SmsRecord extends CommonRecord { readonly direction?: MessageDirectionValue; readonly status?: SmsStatusValue; readonly to?: string; readonly sentFrom?: string; readonly message?: string; readonly related_record?: RecordLink; readonly template?: string; readonly segments?: number; readonly sent_at?: string; readonly failure?: string; readonly campaigns_sms?: string; readonly smsSettings_sms?: string; }
/** Text message settings of a user, at /api/sms-settings */
export interface SmsSettingsRecord extends CommonRecord { readonly user?: string; readonly phone_number?: string; readonly forward_to?: string; readonly active?: boolean; readonly notify_by_email?: boolean; readonly stop_words_answer?: string; readonly auto_reply?: boolean; readonly auto_reply_message?: string; }
/** Text message signature, at /api/sms-signatures */
export interface SmsSignaturesRecord extends CommonRecord { readonly signature?: string; readonly user?: string; readonly isDefault?: boolean; readonly sms_setting?: string; }
/** Attachment, at /api/social-attachments */
export interface SocialAttachmentsRecord extends CommonRecord { readonly filename?: string; readonly path?: string; readonly exp_date?: string; readonly user?: string; readonly resource_type?: ResourceTypeValue; readonly url?: string; readonly socialComments_socialAttachments?: string; readonly socialConversations_socialAttachments?: string; }
/** Comment, at /api/social-comments */
export interface SocialCommentsRecord extends CommonRecord { readonly comment?: string; readonly user?: string; readonly conversationGroupKey?: string; readonly viewed_by?: readonly string[]; readonly liked_by?: readonly string[]; readonly mentions?: readonly string[]; readonly socialComments_replies?: string; readonly socialConversations_socialComments?: string; }
/** Conversation, at /api/social-conversations */
export interface SocialConversationsRecord extends CommonRecord { readonly message?: string; readonly conversation_type?: ConversationTypeValue; readonly user?: string; readonly activity_date?: string; readonly conversationGroupKey?: string; readonly participants?: readonly string[]; readonly teams?: readonly string[]; readonly related_record?: RecordLink; readonly achievement?: string; readonly pinned?: boolean; readonly closed?: boolean; }
/** Store category, at /api/store-categories */
export interface StoreCategoriesRecord extends CommonRecord { readonly order?: number; readonly subCategories?: readonly { readonly name?: string; readonly order?: number; }[]; readonly image?: string; readonly active?: boolean; }
/** Store coin, at /api/store-coins */
export interface StoreCoinsRecord extends CommonRecord { readonly value?: number; readonly reason?: string; readonly monthly_limit?: number; readonly given_by_colleagues?: boolean; readonly order?: number; readonly image?: string; readonly active?: boolean; }
/** Store item, at /api/store-items */
export interface StoreItemsRecord extends CommonRecord { readonly itemId?: number; readonly subCategory?: string; readonly price?: number; readonly quantity?: number; readonly options?: readonly { readonly name?: string; readonly price?: number; readonly quantity?: number; readonly _id?: string; }[]; readonly limit_per_person?: number; readonly available_from?: string; readonly available_until?: string; readonly teams?: readonly string[]; readonly image?: string; readonly featured?: boolean; readonly active?: boolean; readonly storeCategories_storeItems?: string; }
/** Store order, at /api/store-transactions */
export interface StoreTransactionsRecord extends CommonRecord { readonly transactionId?: number; readonly user?: string; readonly status?: StoreTransactionStatusValue; readonly transaction_date?: string; readonly items?: readonly { readonly storeItem?: string; readonly selectedOption?: { readonly name?: string; readonly price?: number; readonly quantity?: number; readonly _id?: string; }; readonly quantity?: number; }[]; readonly item_count?: number; readonly total?: number; readonly delivery?: string; readonly delivered_on?: string; readonly wallets_storeTransactions?: string; readonly storeItems_storeTransactions?: readonly string[]; }
/** Sub, at /api/subs */
export interface SubsRecord extends CommonRecord { readonly status?: SubStatusValue; readonly profession?: ProfessionsValue; readonly rejection_reason?: RejectionReasonValue; readonly license_doe?: string; readonly date_submitted?: string; readonly job_status_at_submission?: JobStatusValue; readonly interview_date?: string; readonly interview_booked_date?: string; readonly hire_date?: string; readonly pay_rate_offered?: number; readonly teams?: readonly string[]; readonly accounts_subs?: string; readonly jobs_subs?: string; readonly leads_subs?: string; }
/** Task, at /api/tasks */
export interface TasksRecord extends CommonRecord { readonly subject?: string; readonly status?: TaskStatusValue; readonly task_type?: TaskTypeValue; readonly start_date?: string; readonly due_date?: string; readonly related_record?: RecordLink; readonly parent_type?: string; readonly assigned_user_from_record?: string; readonly record_name?: string; }
/** Team, at /api/teams */
export interface TeamsRecord extends CommonRecord { readonly schema_name?: string; readonly color?: CalendarColorValue; }
/** Template, at /api/templates */
export interface TemplatesRecord extends CommonRecord { readonly type?: TemplateTypeValue; readonly group_category?: TemplateGroupValue; readonly send_type?: TemplateSendTypeValue; readonly content_type?: TemplateContentTypeValue; readonly profession?: ProfessionsValue; readonly accounts?: readonly string[]; readonly restrict_to_module?: string; readonly use_for_auto_job_campaigns?: boolean; readonly send_text_only?: boolean; readonly subject?: string; readonly body?: string; readonly body_html?: string; readonly teams?: readonly string[]; }
/** Timesheet tracker, at /api/timesheet-trackers */
export interface TimesheetTrackersRecord extends CommonRecord { readonly time_sheet_status?: TimesheetStatusValue; readonly provider?: string; readonly user?: string; readonly placement?: string; readonly account?: string; readonly period_start?: string; readonly period_end?: string; readonly hours?: number; readonly due_date?: string; readonly submitted_date?: string; readonly approved_date?: string; readonly approved_by_name?: string; readonly reminders_sent?: number; readonly timesheet?: string; }
/** Timesheet, at /api/timeSheets */
export interface TimesheetsRecord extends CommonRecord { readonly user?: string; readonly week_start?: string; readonly week_end?: string; readonly total_hours?: number; readonly timeEntries?: readonly { readonly date?: string; readonly start_time?: string; readonly end_time?: string; }[]; readonly generated_on?: string; readonly submitted?: boolean; readonly submitted_on?: string; }
/** Tutorial, at /api/tutorials */
export interface TutorialsRecord extends CommonRecord { readonly htmlText?: string; readonly sourceType?: TutorialSourceValue; readonly sourcePath?: string; readonly related_module?: string; readonly audience?: readonly AudienceValue[]; readonly order?: number; readonly active?: boolean; }
/** Dashboard report, at /api/user-dashboard-reports */
export interface UserDashboardReportsRecord extends CommonRecord { readonly user?: string; readonly chart?: string; readonly size?: WidgetSizeValue; readonly order?: number; readonly refresh_minutes?: number; readonly settings?: JsonObject; readonly report?: string; readonly dashboard?: string; }
/** Dashboard, at /api/user-dashboards */
export interface UserDashboardsRecord extends CommonRecord { readonly user?: string; readonly default_dashboard?: string; readonly columns?: number; readonly order?: number; readonly is_default?: boolean; readonly dashboard_layout?: readonly { readonly id?: string; readonly column?: number; readonly row?: number; readonly width?: number; readonly height?: number; }[]; }
/** User profile, at /api/user-profiles */
export interface UserProfilesRecord extends CommonRecord { readonly user?: string; readonly avatar?: string; readonly background_image?: string; readonly about_me?: string; readonly theme?: ProfileThemeValue; }
/** Rewards of a person, at /api/user-rewards-recognition */
export interface UserRewardsRecognitionRecord extends CommonRecord { readonly user?: string; readonly pointsBalance?: number; readonly earned_achievements?: readonly string[]; readonly achievements?: readonly { readonly achievement?: string; readonly hasTriggered?: boolean; readonly dateAccomplished?: string; }[]; readonly games?: readonly { readonly gameInstance?: string; readonly finishedPosition?: number; readonly dateFinished?: string; }[]; readonly rewards?: readonly { readonly dateRewarded?: string; readonly reward?: { readonly rewardType?: RewardTypeValue; readonly amount?: number; }; readonly reward_source?: RewardSourceValue; }[]; readonly pointsHistory?: readonly { readonly dateApplied?: string; readonly actionType?: BalanceChangeValue; readonly points?: number; readonly reason?: string; readonly source_type?: RewardSourceValue; readonly modifiedBy?: string; }[]; }
/** User, at /api/users */
export interface UsersRecord extends CommonRecord { readonly userId?: number; readonly email?: string; readonly username?: string; readonly userType?: UserTypeValue; readonly first_name?: string; readonly last_name?: string; readonly active?: boolean; readonly roles?: readonly string[]; readonly teams?: readonly string[]; readonly recruiter_level?: RecruiterLevelValue; readonly sendgrid_approved?: boolean; readonly assign_leads?: boolean; readonly pinning_posts_enabled?: boolean; readonly disableTimeout?: boolean; readonly phone?: string; readonly phone_ext?: string; readonly other_phone?: string; readonly street?: string; readonly city?: string; readonly state?: StatesValue; readonly zip?: string; readonly hire_date?: string; readonly birth_date?: string; readonly last_login_date?: string; }
/** Vendor, at /api/vendors */
export interface VendorsRecord extends CommonRecord { readonly billing_address?: AddressValue; readonly shipping_address?: AddressValue; readonly office_phone?: string; readonly fax_phone?: string; readonly website?: string; readonly vendorId?: string; readonly vendor_type?: VendorTypeValue; readonly active?: boolean; readonly contact_name?: string; readonly email_addresses?: readonly EmailAddressValue[]; readonly contract_start?: string; readonly contract_end?: string; readonly payment_terms?: string; readonly fee_percent?: number; }
/** Voiceshot, at /api/voiceshots */
export interface VoiceshotsRecord extends CommonRecord { readonly title?: string; readonly path?: string; readonly filename?: string; readonly duration_seconds?: number; readonly caller_phone?: string; readonly active?: boolean; }
/** Wallet, at /api/wallets */
export interface WalletsRecord extends CommonRecord { readonly user?: string; readonly balance?: number; readonly coinHistory?: readonly { readonly dateApplied?: string; readonly actionType?: BalanceChangeValue; readonly count?: number; readonly reason?: string; readonly source_type?: RewardSourceValue; readonly modifiedBy?: string; }[]; }
/** Workflow action, at /api/workflow-actions */
export interface WorkflowActionsRecord extends CommonRecord { readonly action_type?: WorkflowActionTypeValue; readonly target_module?: string; readonly field_values?: JsonObject; readonly date_field?: string; readonly date_amount?: number; readonly date_unit?: DateRangeUnitValue; readonly assign_to_owner?: boolean; readonly order?: number; readonly workflow?: string; }
/** Workflow alert, at /api/workflow-alerts */
export interface WorkflowAlertsRecord extends CommonRecord { readonly alertType?: AlertTypeValue; readonly sourceType?: AlertSourceValue; readonly subject?: string; readonly message?: string; readonly campaignTemplate?: string; readonly variable_module?: string; readonly variable_field?: string; readonly variable?: string; readonly recipients?: readonly string[]; readonly send_to_owner?: boolean; readonly workflow?: string; }
/** Workflow condition, at /api/workflow-conditions */
export interface WorkflowConditionsRecord extends CommonRecord { readonly condition_type?: WorkflowConditionTypeValue; readonly field?: string; readonly relatedModule?: string; readonly from_value?: string; readonly to_value?: string; readonly value?: string; readonly order?: number; readonly workflow?: string; }
/** Workflow, at /api/workflows */
export interface WorkflowsRecord extends CommonRecord { readonly module?: string; readonly weight?: number; readonly executionOccurs?: WorkflowExecutionValue; readonly time_amount?: number; readonly time_unit?: DateRangeUnitValue; readonly time_field?: string; readonly appliesTo?: AppliesToValue; readonly processingOrder?: WorkflowOrderValue; readonly active?: boolean; }

/** Records by the name of their module. */
export interface RecordsByModule { readonly accountCalendarEvents: AccountCalendarEventsRecord; readonly accounts: AccountsRecord; readonly achievementAlerts: AchievementAlertsRecord; readonly achievementConditions: AchievementConditionsRecord; readonly achievements: AchievementsRecord; readonly activities: ActivitiesRecord; readonly adminNotes: AdminNotesRecord; readonly applicants: ApplicantsRecord; readonly arcadeData: ArcadeDataRecord; readonly buckets: BucketsRecord; readonly bumpouts: BumpoutsRecord; readonly calendarEvents: CalendarEventsRecord; readonly calendarGroups: CalendarGroupsRecord; readonly campaigns: CampaignsRecord; readonly clients: ClientsRecord; readonly commissions: CommissionsRecord; readonly contacts: ContactsRecord; readonly courseEvalEntries: CourseEvalEntriesRecord; readonly courseEvaluation: CourseEvaluationRecord; readonly courseSessions: CourseSessionsRecord; readonly courses: CoursesRecord; readonly credentialing: CredentialingRecord; readonly credentialingRequiredItemMessages: CredentialingRequiredItemMessagesRecord; readonly credentialingRequiredItems: CredentialingRequiredItemsRecord; readonly credentialingSetup: CredentialingSetupRecord; readonly defaultDashboards: DefaultDashboardsRecord; readonly dialerCampaigns: DialerCampaignsRecord; readonly districts: DistrictsRecord; readonly documents: DocumentsRecord; readonly emailFolders: EmailFoldersRecord; readonly emailSettings: EmailSettingsRecord; readonly gameActivities: GameActivitiesRecord; readonly gameAlerts: GameAlertsRecord; readonly gameInstances: GameInstancesRecord; readonly gameSessions: GameSessionsRecord; readonly games: GamesRecord; readonly hrPolicies: HrPoliciesRecord; readonly interactiveDocumentInstanceActions: InteractiveDocumentInstanceActionsRecord; readonly interactiveDocumentInstances: InteractiveDocumentInstancesRecord; readonly interactiveDocuments: InteractiveDocumentsRecord; readonly jobs: JobsRecord; readonly leaderboards: LeaderboardsRecord; readonly leads: LeadsRecord; readonly libraryResources: LibraryResourcesRecord; readonly locations: LocationsRecord; readonly mailAccounts: MailAccountsRecord; readonly menuNavs: MenuNavsRecord; readonly messages: MessagesRecord; readonly moduleReportDashboards: ModuleReportDashboardsRecord; readonly musterMessage: MusterMessageRecord; readonly musterSignContacts: MusterSignContactsRecord; readonly musterWidgets: MusterWidgetsRecord; readonly notes: NotesRecord; readonly placements: PlacementsRecord; readonly providers: ProvidersRecord; readonly ptoBalance: PtoBalanceRecord; readonly ptoRequests: PtoRequestsRecord; readonly recordings: RecordingsRecord; readonly reportCharts: ReportChartsRecord; readonly reports: ReportsRecord; readonly roles: RolesRecord; readonly sidebarMenuInstances: SidebarMenuInstancesRecord; readonly sidebarMenuTemplates: SidebarMenuTemplatesRecord; readonly sms: SmsRecord; readonly smsSettings: SmsSettingsRecord; readonly smsSignatures: SmsSignaturesRecord; readonly socialAttachments: SocialAttachmentsRecord; readonly socialComments: SocialCommentsRecord; readonly socialConversations: SocialConversationsRecord; readonly storeCategories: StoreCategoriesRecord; readonly storeCoins: StoreCoinsRecord; readonly storeItems: StoreItemsRecord; readonly storeTransactions: StoreTransactionsRecord; readonly subs: SubsRecord; readonly tasks: TasksRecord; readonly teams: TeamsRecord; readonly templates: TemplatesRecord; readonly timesheetTrackers: TimesheetTrackersRecord; readonly timesheets: TimesheetsRecord; readonly tutorials: TutorialsRecord; readonly userDashboardReports: UserDashboardReportsRecord; readonly userDashboards: UserDashboardsRecord; readonly userProfiles: UserProfilesRecord; readonly userRewardsRecognition: UserRewardsRecognitionRecord; readonly users: UsersRecord; readonly vendors: VendorsRecord; readonly voiceshots: VoiceshotsRecord; readonly wallets: WalletsRecord; readonly workflowActions: WorkflowActionsRecord; readonly workflowAlerts: WorkflowAlertsRecord; readonly workflowConditions: WorkflowConditionsRecord; readonly workflows: WorkflowsRecord }

declare module '#engine/model' {
  interface ModuleRecords extends RecordsByModule {}
}
