/** Acting as another user. */
export const impersonationTexts = {
  label: 'Acting as another user',
  who: 'You are {{impersonator}}, acting as {{user}}.',
  note: 'You see and change what {{user}} may. The history shows both names.',
  stop: 'Stop impersonating',
  explain: 'Explain',
} as const;
