import { createPluginTexts } from '#ui';

const TEXTS = {
  everything: 'Everything',
  show: 'Show',
  changes: 'Field changes',
  earlier: 'Show earlier',
  none: 'Nothing has happened yet',
  noneOfKind: 'Nothing of this kind yet',
  failed: 'The activities could not be read.',
  changesFailed: 'The changes of the record could not be read.',
  someone: 'Someone',
  you: 'You',
  minutes: '{{count}} min',
  kind: 'What to add',
  minutesLong: 'Minutes',
  hint: 'Ctrl Enter saves',
  restored: 'What you typed before was restored.',
  draftTitle: 'Activity of {{name}}',
  done: 'Done: {{action}}',
  did: {
    Call: 'called',
    Note: 'wrote a note',
    SMS: 'sent a text',
    Email: 'sent an e-mail',
    Submission: 'submitted to a job',
    Apply: 'applied',
    Merge: 'merged duplicates',
  },
  write: { Note: 'Write a note.', Call: 'What was said?', Email: 'What was written?', SMS: 'What was texted?' },
  add: { Note: 'Add note', Call: 'Log call', Email: 'Log e-mail', SMS: 'Log text' },
  added: { Note: 'Note added.', Call: 'Call logged.', Email: 'E-mail logged.', SMS: 'Text logged.' },
} as const;

/** Returns a text of this plugin in the selected language. */
export const tActivities = createPluginTexts('activities', TEXTS);

/** The verb for an activity type; the type's own name if this plugin does not define one. */
export function formatActivityVerb(type: string): string {
  return Object.hasOwn(TEXTS.did, type) ? tActivities(`did.${type as keyof typeof TEXTS.did}`) : type;
}
