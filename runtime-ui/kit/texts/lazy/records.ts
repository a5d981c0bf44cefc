/** Records, their forms, and messages about their deletion. */
export const recordTexts = {
  record: {
    related: 'Related', history: 'History', deleted: 'Deleted', details: 'Details', edit: 'Edit', delete: 'Delete', favourite: 'Add to favourites', unfavourite: 'Remove from favourites', more: 'More actions', copyLink: 'Copy link', copied: 'Link copied',
    notFound: 'There is no such record.', notFoundHelp: 'It may have been deleted, or you may not see it.', backToList: 'Back to {{module}}', failed: 'The record could not be loaded', created: 'created this record', changedOne: 'changed 1 field', changed: 'changed {{count}} fields',
    through: 'by {{name}}', someone: 'Someone', system: 'Muster', historyEmpty: 'No changes yet', relatedNone: 'None yet', relatedNew: 'New {{thing}}', relatedFailed: 'Could not be loaded', linkExisting: 'Add existing', changeStatus: 'Change {{field}}', linked: '{{name}} added.', cannotUnlink: 'Why {{name}} cannot be unlinked', linkRequired: '{{field}} must not be empty. Choose another one there instead.', unlink: 'Unlink {{name}}', unlinked: '{{name}} unlinked.', cannotRestore: 'Why {{field}} cannot be set back to {{value}}', restoreThis: 'Set {{field}} back to {{value}}', restored: '{{field}} set back to {{value}}.', empty: 'empty', newest: 'Newest first', earlier: 'Show earlier', unassigned: 'Not assigned', assignToMe: 'Assign to me', today: 'Today', yesterday: 'Yesterday', you: 'You',
    side: 'Side pane', noRelations: 'Nothing relates to this module.', call: 'Call', text: 'Text', mail: 'E-mail',
  },
  profile: { help: 'Your name, phones, address and birth date are yours to change. A System Admin sets the rest.', openRecord: 'Open the user record' },
  form: {
    leftOut: '{{values}} is no choice for this {{parent}}. It comes back when {{parent}} does.',
    leftOutMany: '{{values}} are no choices for this {{parent}}. They come back when {{parent}} does.',
    newThing: 'New {{thing}}', editThing: 'Edit {{name}}', notSaved: 'Not saved', changed: 'Changed, not saved', cancel: 'Cancel', saveAndAdd: 'Save and add another', save: 'Save {{thing}}', saved: '{{name}} saved', toFix: '{{count}} fields to fix', toFixOne: '1 field to fix', goToNext: 'Go to next',
    sections: 'Sections', problems: '{{count}} to fix', restored: 'What you typed until {{time}} was stored on this device.', restoredUnanswered: 'The save of {{time}} was not confirmed. What you typed was stored on this device.', withheld: '{{fields}} were not stored, for safety. Type them again.', withheld_one: '{{fields}} was not stored, for safety. Type it again.', keptChoices: 'What you chose before was restored.', cutOff: 'What you typed is stored on this device, and not saved: “{{title}}”.', typeAgain: 'This was not stored on the device. Type it again.', leaveOut: 'Leave them out', leaveOut_one: 'Leave it out', startOver: 'Start over', startOverTitle: 'Discard what you typed?', startOverText: 'The form is reset.',
    unanswered: 'The server cannot be reached. What you typed is stored on this device.', savedBefore: 'An earlier save of this form did reach the server. Look for the record in the list before you save it again.',
    leaveTitle: 'Leave without saving?', leaveText: 'What you typed is lost.', leave: 'Leave', conflictTitle: 'Someone else changed this record', conflictText: 'Both of you changed these fields. Choose what to keep.',
    conflictNone: 'You changed different fields, so both changes can stay.', mine: 'Yours', theirs: 'Theirs', field: 'Field', keepAndSave: 'Save with these', backToForm: 'Back to the form', saveFailed: 'Could not be saved', openFull: 'Open the full form',
    quickTitle: 'New {{thing}}', cannotEdit: 'You may not edit this record.', cannotCreate: 'You may not create {{module}}.', notAllowed: 'Not allowed',
  },
  remove: {
    one: 'Delete {{name}}', textOne: '{{name}} leaves every list. An administrator can bring it back.', textMany: 'They leave every list. An administrator can bring them back.', dependents: 'These refer to it and keep their link:',
    done: 'Deletion process was successful.', nothing: 'No items available for deletion!', failed: 'There was an issue with the deletion process. Please try again later.', checking: 'Looking for what refers to it', undone: 'Deletion undone.', gone: '{{what}} deleted.',
  },
  lock: {
    lock: 'Why {{field}} cannot be changed',
    fixedHere: 'This field is read-only in this layout. Your role does not decide it.',
  },
} as const;
