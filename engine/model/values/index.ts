export * from './json.ts';
export { compareCodePoints, foldText, formatBytes, isListed, lowercaseLabel, phoneDigits, toText, toWords } from './text.ts';
export { safeAddress } from './safe-address.ts';
export { milesBetween, type Point } from './geo.ts';
