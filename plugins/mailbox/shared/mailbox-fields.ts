import type { ModuleExtension } from '#engine';

/** Modules whose records messages are linked to by e-mail address. */
export const LINKED_MODULES = ['leads', 'contacts', 'providers', 'accounts', 'subs'] as const;

const ACCOUNT_FIELDS: ModuleExtension = {
  module: 'mailAccounts',
  fields: [
    {
      id: 'mailAccounts_username',
      fieldName: 'username',
      label: 'Sign-in name',
      inputType: 'TextField',
      description: 'Empty: the e-mail address.',
    },
    {
      id: 'mailAccounts_incoming_security',
      fieldName: 'incoming_security',
      label: 'Encryption of the connection',
      inputType: 'Dropdown',
      dropdown: 'mail_security',
      default: 'TLS',
      dependent: true,
      parentField: 'kind',
      fieldsToTrigger: { kind: 'dropdown', in: ['IMAP'] },
    },
    {
      id: 'mailAccounts_outgoing_security',
      fieldName: 'outgoing_security',
      label: 'Encryption to the outgoing server',
      inputType: 'Dropdown',
      dropdown: 'mail_security',
      default: 'TLS',
      dependent: true,
      parentField: 'kind',
      fieldsToTrigger: { kind: 'dropdown', in: ['IMAP'] },
    },
    {
      id: 'mailAccounts_left_out_folders',
      fieldName: 'left_out_folders',
      label: 'Folders that are not fetched',
      inputType: 'Array',
      description: 'Paths on the server. What was fetched before stays.',
      entry: { columns: [{ fieldName: 'path', label: 'Path', inputType: 'TextField', required: true }] },
    },
    { id: 'mailAccounts_failure', fieldName: 'failure', label: 'Why it fails', inputType: 'TextField', readOnly: true, audited: false },
    {
      id: 'mailAccounts_credentials',
      fieldName: 'credentials',
      label: 'Credentials',
      inputType: 'TextArea',
      internal: true,
      sensitive: true,
      readOnly: true,
      description: 'The password, or the tokens of the provider.',
    },
    {
      id: 'mailAccounts_approval',
      fieldName: 'approval',
      label: 'Approval in progress',
      inputType: 'TextArea',
      internal: true,
      sensitive: true,
      readOnly: true,
      audited: false,
    },
    {
      id: 'mailAccounts_failures',
      fieldName: 'failures',
      label: 'Failures in a row',
      inputType: 'Number',
      integer: true,
      internal: true,
      readOnly: true,
      audited: false,
    },
    {
      id: 'mailAccounts_retry_at',
      fieldName: 'retry_at',
      label: 'Next attempt',
      inputType: 'DateTime',
      internal: true,
      readOnly: true,
      audited: false,
    },
  ],
  fieldPlacements: [
    { field: 'username', after: 'gmail_password' },
    { field: 'incoming_security', after: 'incoming_port' },
    { field: 'left_out_folders', after: 'incoming_security' },
    { field: 'outgoing_security', after: 'outgoing_port' },
    { field: 'failure', after: 'last_synced_at', views: ['detail'] },
  ],
};

const FOLDER_FIELDS: ModuleExtension = {
  module: 'emailFolders',
  fields: [
    {
      id: 'emailFolders_rules',
      fieldName: 'rules',
      label: 'Messages that go here',
      inputType: 'Array',
      description: 'A new message goes into the folder if all texts of one line are in it.',
      entry: {
        columns: [
          { fieldName: 'sender', label: 'From contains', inputType: 'TextField' },
          { fieldName: 'recipient', label: 'To contains', inputType: 'TextField' },
          { fieldName: 'subject', label: 'Subject contains', inputType: 'TextField' },
        ],
      },
    },
    {
      id: 'emailFolders_folder_key',
      fieldName: 'folder_key',
      label: 'Account and folder',
      inputType: 'TextField',
      internal: true,
      readOnly: true,
      unique: true,
      audited: false,
    },
    {
      id: 'emailFolders_remote_path',
      fieldName: 'remote_path',
      label: 'Path on the server',
      inputType: 'TextField',
      internal: true,
      readOnly: true,
      audited: false,
    },
    {
      id: 'emailFolders_uid_validity',
      fieldName: 'uid_validity',
      label: 'Validity of numbers',
      inputType: 'TextField',
      internal: true,
      readOnly: true,
      audited: false,
    },
    {
      id: 'emailFolders_first_uid',
      fieldName: 'first_uid',
      label: 'Fetched from',
      inputType: 'Number',
      integer: true,
      internal: true,
      readOnly: true,
      audited: false,
    },
    {
      id: 'emailFolders_last_uid',
      fieldName: 'last_uid',
      label: 'Fetched to',
      inputType: 'Number',
      integer: true,
      internal: true,
      readOnly: true,
      audited: false,
    },
  ],
  fieldPlacements: [{ field: 'rules', after: 'order' }],
  indexes: [['mail_account', 'order']],
};

const MESSAGE_FIELDS: ModuleExtension = {
  module: 'messages',
  fields: [
    { id: 'messages_thread', fieldName: 'thread', label: 'Conversation', inputType: 'TextField', readOnly: true, audited: false },
    {
      id: 'messages_linked_records',
      fieldName: 'linked_records',
      label: 'Records with these addresses',
      inputType: 'MultiFlexRelate',
      ref: [...LINKED_MODULES],
      readOnly: true,
      audited: false,
    },
    {
      id: 'messages_content_key',
      fieldName: 'content_key',
      label: 'Digest of the message',
      inputType: 'TextField',
      internal: true,
      readOnly: true,
      unique: true,
      audited: false,
    },
  ],
  fieldPlacements: [
    { field: 'linked_records', after: 'related_record', views: ['detail'] },
    { field: 'thread', after: 'linked_records', views: ['detail'] },
  ],
  indexes: [['thread', 'sent_at']],
};

/** What the plugin adds to mail accounts, folders and messages. */
export const MAILBOX_FIELDS: readonly ModuleExtension[] = [ACCOUNT_FIELDS, FOLDER_FIELDS, MESSAGE_FIELDS];
