export * from './json.ts';
export { compareCodePoints, foldText, formatBytes, isListed, lowercaseLabel, phoneDigits, toText, toWords } from './text.ts';
export { safeAddress } from './safe-address.ts';
export { escapeMarkup } from './escape-markup.ts';
export { formatFigure, type FigureFormat } from './format-figure.ts';
export { milesBetween, type Point } from './geo.ts';
