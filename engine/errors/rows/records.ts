export const RECORD_ERRORS = {
  validation_failed: { status: 422, isPublic: true, text: 'Some fields need attention.' },
  record_not_found: { status: 404, isPublic: true, text: 'There is no such record.' },
  version_conflict: { status: 409, isPublic: true, text: 'Someone else changed this record.' },
  not_unique: { status: 409, isPublic: true, text: 'Another record already has this {field}.' },
  value_not_usable: { status: 422, isPublic: true, text: 'This {field} cannot be used.' },
  record_conflict: { status: 409, isPublic: true, text: 'Another record conflicts with this one. Nothing was saved.' },
  dependents_exist: { status: 409, isPublic: true, text: 'Other records still refer to this one.' },
  dependents_not_changeable: {
    status: 409,
    isPublic: true,
    text: 'Other records refer to this one, and you may not change all of them.',
  },
  not_deleted: { status: 409, isPublic: true, text: 'Only a record that is marked deleted can be removed for good.' },
  idempotency_conflict: { status: 409, isPublic: true, text: 'This idempotency key was used for another request.' },
  result_not_repeatable: {
    status: 403,
    isPublic: true,
    text: 'This request was carried out before. Its result contains data that you may no longer see.',
  },
  too_many_ids: { status: 422, isPublic: true, text: 'At most {limit} records at a time.' },
  body_invalid: { status: 422, isPublic: true, text: 'The body is not valid: {reason}.' },
  global_team_needed: { status: 422, isPublic: true, text: 'Everyone belongs to this team: it cannot be deleted.' },
  team_in_use: { status: 409, isPublic: true, text: 'This team cannot be deleted while records belong to it: {modules}.' },
  last_admin_needed: { status: 422, isPublic: true, text: 'Nobody else is an active System Admin. Make somebody else one first.' },
  undo_period_expired: { status: 422, isPublic: true, text: 'This was done more than {days} days ago and cannot be undone any more.' },
  undo_in_progress: { status: 409, isPublic: true, text: 'This is being undone already. Wait a moment.' },
  batch_undone: { status: 409, isPublic: true, text: 'This was undone already.' },
  view_not_found: { status: 404, isPublic: true, text: 'There is no such view.' },
  view_not_changeable: {
    status: 403,
    isPublic: true,
    text: 'Only its owner or a System Admin may change this view. You can save a copy of your own.',
  },
  view_not_shareable: {
    status: 403,
    isPublic: true,
    text: 'You may share a view with the teams that you belong to and the roles that you have.',
  },
  too_many_views: { status: 422, isPublic: true, text: 'You have {limit} views of this list. Delete one first.' },
  zip_not_found: { status: 404, isPublic: true, text: 'There is no such ZIP.' },
  batch_not_found: { status: 404, isPublic: true, text: 'There is no such batch.' },
} as const;

export const ACCESS_ERRORS = {
  module_access_denied: { status: 403, isPublic: true, text: 'You do not have access to {module}. Please contact an administrator.' },
  action_not_allowed: { status: 403, isPublic: true, text: 'You may not {action} this record.' },
  field_not_writable: { status: 403, isPublic: true, text: 'You may not change {field}.' },
  permission_required: {
    status: 403,
    isPublic: true,
    text: 'You need the permission “{permission}” for this. An administrator can add it to your role.',
  },
  admin_only: { status: 403, isPublic: true, text: 'Only a System Admin may do this.' },
} as const;

export const FILTER_ERRORS = {
  filter_invalid: { status: 422, isPublic: true, text: 'The filter is not valid at {path}: {reason}.' },
  sort_invalid: { status: 422, isPublic: true, text: 'Records cannot be sorted by {field}.' },
  group_invalid: { status: 422, isPublic: true, text: 'Records cannot be grouped that way: {reason}.' },
  unknown_field: { status: 422, isPublic: true, text: 'There is no field {field}.' },
  filter_too_costly: { status: 422, isPublic: true, text: 'This search takes too long. Add a condition on an indexed field.' },
} as const;

export const DEFINITION_ERRORS = {
  definition_invalid: { status: 422, isPublic: true, text: 'This definition is not valid.' },
  definition_broken: { status: 500, isPublic: false, text: 'The definition file {file} is broken at {path}: {cause}' },
  definition_not_found: { status: 404, isPublic: true, text: 'There is no {kind} of that name.' },
  setting_invalid: { status: 422, isPublic: true, text: 'The value was not saved. {problem}' },
  setting_changed: { status: 409, isPublic: true, text: 'Someone else changed this setting in the meantime.' },
  definitions_changed: { status: 409, isPublic: true, text: 'The definitions changed in the meantime. Look at the conflict again.' },
  definition_in_use: { status: 409, isPublic: true, text: 'Other definitions still use it.' },
  values_in_use: {
    status: 409,
    isPublic: true,
    text: 'Records use what you remove: {count} values. Say what happens to them with values=keep, values=clear or values=move:<value>.',
  },
  values_not_unique: {
    status: 409,
    isPublic: true,
    text: '{count} records have a value of {field} that another record has too. Change them first.',
  },
  change_set_not_found: { status: 404, isPublic: true, text: 'There is no such change-set.' },
  change_set_not_draft: { status: 409, isPublic: true, text: 'This change-set is published. Only a draft can be changed.' },
  change_set_not_published: { status: 409, isPublic: true, text: 'Only a published change-set can be reverted. A draft can be discarded.' },
  change_set_reverted: { status: 409, isPublic: true, text: 'This change-set is reverted already.' },
  change_set_empty: { status: 409, isPublic: true, text: 'This changes nothing: the definitions are already as they would be.' },
  change_set_conflict: {
    status: 409,
    isPublic: true,
    text: 'Someone else changed the same properties in the meantime. Choose whose values are used.',
  },
  change_set_built_on: {
    status: 409,
    isPublic: true,
    text: 'Later changes build on this change-set. Revert or change those first.',
  },
  definitions_moved: {
    status: 409,
    isPublic: true,
    text: 'The definitions changed since this folder was exported: {artifacts}. Export them again.',
  },
  export_invalid: { status: 422, isPublic: true, text: 'The folder {folder} cannot be applied: {reason}.' },
  change_set_too_large: { status: 422, isPublic: true, text: 'A draft cannot have more changes than this. Publish some of them first.' },
  change_sets_too_many: {
    status: 422,
    isPublic: true,
    text: 'You have {most} drafts, the most that you can have. Publish or discard one first.',
  },
  preview_read_only: { status: 403, isPublic: true, text: 'This is a preview: nothing is saved.' },
  preview_out_of_scope: { status: 403, isPublic: true, text: 'This is not part of a preview. Leave the preview first.' },
  preview_outdated: { status: 401, isPublic: true, text: 'What is previewed was changed. Start the preview again.' },
  module_not_found: { status: 404, isPublic: true, text: 'There is no module of that name.' },
} as const;
