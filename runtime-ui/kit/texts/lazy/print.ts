/** Lists and records on paper. */
export const printTexts = {
  action: 'Print',
  printed: 'Printed {{at}}',
  first: 'The first {{count}} of {{total}}',
} as const;
