/** A word on a page, in the units of the page. */
export interface PageWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** 0 to 1; text of a PDF has 1. */
  readonly confidence: number;
}

/** The words of a page. */
export interface ReadPage {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
}

/** What a value on a page is about. */
export const READING_FIELDS = ['name', 'issue_date', 'end_date', 'number', 'npi'] as const;
export type ReadingField = (typeof READING_FIELDS)[number];

/** A value that was read, for a person to accept. */
export type ReadingProposal = {
  readonly field: ReadingField;
  /** Days as `YYYY-MM-DD`, numbers and names as they are written. */
  readonly value: string;
  /** What is written beside or above it: 'Renew by'; empty: nothing that says what it is. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  /** Parts of the width and height of the page, 0 to 1, from its upper left corner. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** 0 to 1: how sure the reading is, and that the value is about the field. */
  readonly confidence: number;
};

/** Why a document could not be read. */
export type ReadingProblem = 'encrypted' | 'too_large' | 'damaged' | 'no_text';

/** The sum of the digits of twice a digit. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/** A national provider identifier with its check digit: the Luhn algorithm over 80840 and the ten digits. */
export function isNpi(value: string): boolean {
  if (!/^[12]\d{9}$/.test(value)) return false;
  const digits = [...`80840${value}`].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : (DOUBLED[digit] ?? 0)), 0);
  return sum % 10 === 0;
}

/** A number in comparable form: letters and digits alone, in capitals. */
export function normalizeNumber(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
