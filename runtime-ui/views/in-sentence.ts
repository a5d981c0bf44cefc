/** A label in the middle of a sentence: 'Lead' as 'lead', 'PTO request' stays 'PTO request'. */
export function inSentence(label: string): string {
  return /^[A-Z](?:[a-z]|$)/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
