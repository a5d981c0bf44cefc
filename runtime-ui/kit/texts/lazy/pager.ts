/** Turning the pages of a list. */
export const pagerTexts = { range: '{{from}} to {{to}} of {{total}}', previous: 'Previous page', next: 'Next page' } as const;
