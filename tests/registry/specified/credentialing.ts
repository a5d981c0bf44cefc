/** The fields of the credentialing and signing modules in the specifications, in addition to the default ones. */
export const CREDENTIALING = {
  credentialingSetup: 'provider_type core_or_managed account_specific',
  credentialing:
    'profession related_account placements_credentialing providers_credentialing related_user hire_type credentialing_status locked teams',
  credentialingRequiredItems:
    'order label category provider_assigned field_type field_options dropdown requires_exp_date expiration_date completed isOptional reference_only locked provider_type relatedAgreement relatedCredentialingRecord teams unreadMessageCount conditions completionDetails',
  credentialingRequiredItemMessages: '',
  interactiveDocuments: 'status doc_data',
  interactiveDocumentInstances:
    'interactive_document category label completeInOrder status relatedCredentialingRecordId completionDetails recipients',
  interactiveDocumentInstanceActions: 'type interactive_document_instance user nonUser',
  musterSignContacts: '',
} as const;
