import { foldText } from './fold.ts';

/** Whether a list of texts, such as the value of a setting, contains one of the texts; case and white space are ignored. */
export function isListed(list: unknown, texts: readonly unknown[]): boolean {
  const folded = new Set((Array.isArray(list) ? list : []).filter((one): one is string => typeof one === 'string').map(foldText));
  return texts.some((text) => typeof text === 'string' && folded.has(foldText(text)));
}
