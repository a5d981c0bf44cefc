import { addTexts, tOf } from '#ui';

const TEXTS = {
  duplicates: {
    title: 'Duplicate Leads Detected',
    text: 'The following appear to match the lead you are creating.',
    yours: 'Yours',
    hidden_one: '1 more lead matches that you may not see',
    hidden_other: '{{count}} more leads match that you may not see',
    chosen_zero: 'None chosen to merge.',
    chosen_one: '1 chosen to merge.',
    chosen_other: '{{count}} chosen to merge.',
    escape: 'saves nothing.',
    close: 'Closing saves nothing.',
    touched: 'Last touched {{month}}',
    speaksFor: 'Speaks for it: {{reason}}',
    speaksAgainst: 'Speaks against it: {{reason}}',
    choose: 'Merge with {{name}}',
    alike: '{{score}}% alike',
    save: 'Save',
    review: 'Review and Merge',
    list: 'Leads that match',
  },
  notices: {
    saving: 'Saving Lead',
    updating: 'Saving updates',
    merged: 'Leads have been merged and duplicates removed',
    undone: 'The merge is undone.',
    left_one: 'The merge is undone, but for 1 record that has changed since.',
    left_other: 'The merge is undone, but for {{count}} records that have changed since.',
    undo: 'Undo',
  },
  merge: {
    title: 'Deduplicate Leads',
    text: 'Click a value to use it. Activities, documents and subs move to the primary, which keeps its creation date.',
    primary: 'Primary',
    makePrimary: 'Make {{name}} the primary',
    cannotBePrimary: '{{name}} is not saved yet and cannot be the primary',
    typed: 'Just typed',
    unsaved: 'Not saved yet',
    created: 'Created {{day}}',
    edited: 'With your changes',
    remove: 'Leave {{name}} out',
    empty: 'Empty',
    added: 'Added',
    use: '{{field}} of {{name}}: {{value}}',
    showSame_one: 'Show 1 field that is the same',
    showSame_other: 'Show {{count}} fields that are the same',
    hideSame_one: 'Hide 1 field that is the same',
    hideSame_other: 'Hide {{count}} fields that are the same',
    name: 'Name',
    allSame: 'All fields are the same.',
    keeps: 'Keeps 1 lead, removes {{count}}.',
    moves_one: '{{list}} moves.',
    moves_other: '{{list}} move.',
    values_one: 'One value comes from another column.',
    values_other: '{{number}} values come from other columns.',
    undo: 'You can undo the merge.',
    least: 'Keep two leads or more to merge.',
    cancel: 'Cancel',
    save: 'Save Merge',
    table: 'Leads side by side',
    loading: 'Reading the leads',
    tooMany: 'Choose 2 to 20 leads to merge.',
  },
} as const;

type Paths<T, Prefix extends string = ''> = { [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`> }[keyof T & string];
type WithoutCount<Key extends string> = Key extends `${infer Head}_${'zero' | 'one' | 'other'}` ? Head : Key;

addTexts('leads', TEXTS);

/** A text of this plugin in the chosen language; `count` picks singular or plural. */
export function tLeads(key: WithoutCount<Paths<typeof TEXTS>>, variables: Readonly<Record<string, string | number>> = {}): string {
  return tOf('leads', key, variables);
}
