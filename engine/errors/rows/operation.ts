export const OPERATION_ERRORS = {
  backup_refused: { status: 409, isPublic: false, text: 'No backup was made: {reason}' },
  backup_invalid: { status: 422, isPublic: false, text: 'The backup {where} is not whole: {reason}' },
  configuration_invalid: { status: 500, isPublic: false, text: 'The configuration is not valid: {reason}' },
  data_version_unknown: { status: 500, isPublic: false, text: 'The data were written by version {found}; this is version {own}.' },
  demo_data_missing: { status: 409, isPublic: true, text: 'There are no demo data to remove.' },
  effect_not_found: { status: 404, isPublic: true, text: 'No effect of this id is waiting to be tried again.' },
  index_not_found: { status: 404, isPublic: true, text: 'There is no such index.' },
  index_required: { status: 409, isPublic: true, text: 'The index on {fields} cannot be dropped: the module needs it.' },
  outbound_failed: { status: 502, isPublic: true, text: 'A request to another server failed: {reason}.' },
  metrics_token_invalid: { status: 401, isPublic: true, text: 'The metrics need the token of MUSTER_METRICS_TOKEN.' },
  mail_invalid: { status: 422, isPublic: true, text: 'The e-mail cannot be sent: {reason}.' },
  mail_failed: { status: 503, isPublic: true, text: 'The e-mail could not be sent. Try again later.' },
  mail_not_found: { status: 404, isPublic: true, text: 'There is no such e-mail.' },
  mail_not_repeatable: {
    status: 409,
    isPublic: true,
    text: 'This e-mail contained a password, so its text was not kept. Send a new password or invitation instead.',
  },
  restore_refused: { status: 409, isPublic: false, text: 'No backup was restored: {reason}' },
} as const;

export const STORE_ERRORS = {
  store_unavailable: { status: 503, isPublic: true, text: 'The database cannot be reached. Nothing was saved. Try again in a moment.' },
  save_unconfirmed: {
    status: 503,
    isPublic: true,
    text: 'The database did not confirm the change in time. It may have been saved or not: look before you try again.',
  },
  store_full: { status: 503, isPublic: true, text: 'The disk is full. Nothing was saved.' },
  store_read_only: { status: 503, isPublic: true, text: 'The database is read-only. Nothing was saved.' },
  store_moved: {
    status: 503,
    isPublic: true,
    text: 'The database file was moved away or replaced while the product runs. Nothing was saved. It must be put back, or the product restarted.',
  },
  store_refused: { status: 500, isPublic: false, text: 'The database at {where} cannot be used: {cause}' },
} as const;

export const PLUGIN_ERRORS = {
  plugin_invalid: { status: 500, isPublic: false, text: 'The plugin {plugin} cannot be loaded: {cause}' },
  plugin_unavailable: {
    status: 503,
    isPublic: true,
    text: 'Records of this module cannot be saved now: the plugin {plugin} is not running.',
  },
  plugin_failed: { status: 503, isPublic: true, text: 'The plugin {plugin} failed.' },
  plugin_timeout: { status: 503, isPublic: true, text: 'The plugin {plugin} took too long.' },
  link_invalid: { status: 403, isPublic: true, text: 'This link is not valid. Ask for a new one.' },
  link_expired: { status: 410, isPublic: true, text: 'This link has expired. Ask for a new one.' },
  plugin_migration_failed: {
    status: 500,
    isPublic: false,
    text: 'The migration {number} ({name}) of the plugin {plugin} failed: {cause}',
  },
  plugin_data_unknown: {
    status: 500,
    isPublic: false,
    text: 'The data of the plugin {plugin} were written by a later version of it: they are of version {found}, it knows {own}.',
  },
  secret_not_found: { status: 404, isPublic: true, text: 'The plugin {plugin} has no secret setting {key}.' },
  secret_invalid: { status: 422, isPublic: true, text: '{title} cannot be set: {reason}.' },
  secret_unreadable: {
    status: 503,
    isPublic: false,
    text: 'The secret setting {key} of the plugin {plugin} cannot be decrypted with MUSTER_SECRET: enter it again.',
  },
  service_unavailable: { status: 503, isPublic: true, text: 'The plugin {plugin}, which offers {service}, is not running.' },
  plugin_cycle: { status: 503, isPublic: true, text: 'Rules of plugins call each other without end: {chain}. Nothing was saved.' },
} as const;

export const NOTIFICATION_ERRORS = {
  notification_not_found: { status: 404, isPublic: true, text: 'There is no such notification.' },
  notification_invalid: { status: 422, isPublic: true, text: 'The notification cannot be created: {reason}.' },
} as const;

export const WEBHOOK_ERRORS = {
  webhook_not_found: { status: 404, isPublic: true, text: 'There is no such webhook.' },
  webhook_delivery_not_found: { status: 404, isPublic: true, text: 'There is no such delivery.' },
  webhook_address_refused: { status: 422, isPublic: true, text: 'This address cannot be called: {reason}.' },
  webhook_filter_of_many: { status: 422, isPublic: true, text: 'Choose one module for the filter: it uses the fields of one module.' },
  webhook_not_active: { status: 409, isPublic: true, text: 'This webhook is not active. Switch it on first.' },
  webhooks_too_many: { status: 422, isPublic: true, text: 'There are {most} webhooks, the most that there can be. Delete one first.' },
} as const;
