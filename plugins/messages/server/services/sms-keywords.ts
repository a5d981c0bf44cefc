/** What a word in a text message means. */
export type KeywordMeaning = 'stop' | 'start' | 'help';

const MEANINGS: ReadonlyMap<string, KeywordMeaning> = new Map([
  ...['STOP', 'QUIT', 'END', 'REVOKE', 'OPTOUT', 'CANCEL', 'UNSUBSCRIBE', 'STOPALL'].map((word) => [word, 'stop'] as const),
  ...['START', 'YES', 'UNSTOP'].map((word) => [word, 'start'] as const),
  ...['HELP', 'INFO'].map((word) => [word, 'help'] as const),
]);

/** Longer texts are no word. */
const MOST_CHARACTERS = 40;

/** The meaning of a text that is one of the words alone, however it is written: 'Stop.', 'opt-out', ' YES! '. */
export function findKeyword(text: string): { readonly word: string; readonly meaning: KeywordMeaning } | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const word = text.normalize('NFKC').toUpperCase().trim();
  const meaning = MEANINGS.get(word.replace(/[^\p{L}\p{N}]/gu, ''));
  return meaning === undefined ? undefined : { word, meaning };
}
