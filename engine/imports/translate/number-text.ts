import { readNumberText } from '#engine/model/conversions';

/** Signs of currencies besides the dollar, which the reader of numbers knows. */
const CURRENCY = /^([+-]?)\s*(?:€|£|USD|EUR|GBP)\s*|\s*(?:€|£|\$|USD|EUR|GBP)$/gi;
const SPACES = /(\d)[\s\u00a0\u202f'](?=\d{3})/g;

/**
 * Reads a number as people write it: '1,250.5', '1.250,5' with a comma as `decimal`, '(12.50)' and '12.50-' as negative numbers, with a
 * sign of a currency or the unit of the field; undefined: it is none.
 */
export function readNumber(text: string, decimal: '.' | ',', unit: string | undefined): number | undefined {
  let bare = text.trim();
  const isNegative = /^\(.*\)$/.test(bare) || /\d-$/.test(bare);
  if (isNegative) bare = bare.replace(/^\(|\)$|-$/g, '').trim();
  bare = bare.replace(CURRENCY, '$1').replace(SPACES, '$1');
  if (decimal === ',') bare = bare.replace(/\./g, '').replace(',', '.');
  const number = readNumberText(bare, unit);
  return number === undefined || !isNegative ? number : -number;
}
