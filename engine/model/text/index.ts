export { compareCodePoints } from './compare.ts';
export { foldText, phoneDigits } from './fold.ts';
export { isListed } from './is-listed.ts';
