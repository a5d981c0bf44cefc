/** Live updates, the lost connection, and the system update. */
export const liveTexts = {
  update: {
    title: 'System Update Warning',
    text: 'A new version is ready. This page reloads in {{count}} seconds.',
    text_one: 'A new version is ready. This page reloads in {{count}} second.',
    later: '“No” asks again in 5 minutes.',
    no: 'No',
    yes: 'Yes',
  },
  away: 'No connection. What others change shows when it is back.',
  editing: '{{name}} is editing',
  someone: 'Someone',
  alsoHere: '{{names}} also has this open',
  alsoHere_other: '{{names}} also have this open',
  changed: '{{name}} changed this record. What you typed is still there.',
  changedSame: '{{name}} changed a field that you changed too. You are asked which to keep when you save.',
} as const;
