/** A place of a mask: a character that is typed, or one that is part of each value. */
type Slot = { readonly typed: RegExp } | { readonly literal: string };

const DIGIT = /^[0-9]$/;
const LETTER = /^\p{L}$/u;
const LETTER_OR_DIGIT = /^[\p{L}0-9]$/u;

const TYPED: { readonly [sign: string]: RegExp } = { '0': DIGIT, A: LETTER, '*': LETTER_OR_DIGIT };

function readMask(mask: string): readonly Slot[] {
  const slots: Slot[] = [];
  let isEscaped = false;
  for (const sign of mask) {
    const typed = isEscaped ? undefined : TYPED[sign];
    if (!isEscaped && sign === '\\') isEscaped = true;
    else {
      slots.push(typed === undefined ? { literal: sign } : { typed });
      isEscaped = false;
    }
  }
  return slots;
}

/** A text in the form of a mask, as far as it goes. */
export interface MaskedText {
  readonly text: string;
  /** Every place of the mask is filled, and nothing is left. */
  readonly isComplete: boolean;
}

/**
 * Puts a text into the form of a mask: adds the fixed characters of the mask, whether the text has them or not. It ends at the first character
 * that does not fit, and the rest is left out. Fixed characters follow only when something was typed behind them.
 */
export function applyMask(mask: string, text: string): MaskedText {
  const slots = readMask(mask);
  const typed = [...text];
  let [masked, pending, at] = ['', '', 0];
  for (const [index, slot] of slots.entries()) {
    if ('literal' in slot) {
      pending += slot.literal;
      if (typed[at] === slot.literal) at += 1;
      continue;
    }
    // White space and punctuation that the mask has elsewhere, such as the dashes of 404-555-0142.
    while (typed[at] !== undefined && !LETTER_OR_DIGIT.test(typed[at] ?? '')) at += 1;
    const character = typed[at];
    if (character === undefined) return { text: masked, isComplete: false };
    if (!slot.typed.test(character)) return { text: masked, isComplete: false };
    masked += pending + character;
    pending = '';
    at += 1;
    if (index === slots.length - 1) break;
  }
  const rest = typed.slice(at).join('').trim();
  return { text: masked + pending, isComplete: rest === '' };
}

/** A regular expression, for JSON Schema, that values of the mask match. */
export function maskToPattern(mask: string): string {
  const parts = readMask(mask).map((slot) => {
    if ('literal' in slot) return slot.literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    if (slot.typed === DIGIT) return '[0-9]';
    return slot.typed === LETTER ? '\\p{L}' : '[\\p{L}0-9]';
  });
  return `^${parts.join('')}$`;
}

/** The number of places of a mask that are typed. */
export function maskSlots(mask: string): number {
  return readMask(mask).filter((slot) => 'typed' in slot).length;
}

/** A mask as people read it: without the signs that escape others. */
export function showMask(mask: string): string {
  return mask.replace(/\\(.)/gu, '$1');
}
