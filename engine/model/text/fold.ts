const PLAIN_LOWER = /^[!-@[-~]+(?: [!-@[-~]+)*$/;

/**
 * The comparable form of a text: lower case, NFKD, combining marks removed, lower case again, runs of white space as one
 * space, trimmed. A text of only marks and white space becomes ''. Folding twice has no further effect.
 */
export function foldText(text: string): string {
  if (PLAIN_LOWER.test(text)) return text;
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The digits of a phone number as typed, in order: '(404) 555-0142' is '4045550142'. Can be ''. */
export function phoneDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]+/g, '');
}
