/** The fields of the communication modules in the specifications, in addition to the default ones. */
export const COMMUNICATION = {
  templates:
    'type send_type accounts group_category content_type profession subject body body_html send_text_only use_for_auto_job_campaigns restrict_to_module teams',
  messages: 'subject to sentFrom direction status message messageType',
  emailFolders: 'user',
  emailSettings: 'user',
  mailAccounts: 'gmail_email_address gmail_password user isDefault account_nickname',
  smsSettings: 'user',
  smsSignatures: 'user sms_setting',
  sms: 'to sentFrom direction status message',
  voiceshots: 'title path filename',
  recordings: 'type',
  dialerCampaigns: 'organizer participants recording status isStopped isPaused conferenceStarted remainingCalls',
  campaigns: 'jobs_campaigns leads_campaigns',
  musterMessage: 'sentTo groupUsersIds message',
  notes: '',
} as const;
