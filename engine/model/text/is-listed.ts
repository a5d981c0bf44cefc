import { foldText } from './fold.ts';

/** Whether a list of texts, such as a setting holds one, names one of these, however it is spelled in capitals and spaces. */
export function isListed(list: unknown, texts: readonly unknown[]): boolean {
  const folded = new Set((Array.isArray(list) ? list : []).filter((one): one is string => typeof one === 'string').map(foldText));
  return texts.some((text) => typeof text === 'string' && folded.has(foldText(text)));
}
