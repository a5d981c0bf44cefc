import type { JsonValue } from '#engine/model';
import type { DocumentInput, InputField, InputType } from './document.ts';

/** Longest text of an input that does not say. */
export const DEFAULT_MAX_LENGTH = 5_000;

/** How a signature or initials were made. */
export const SIGNATURE_KINDS = ['Drawn', 'Typed', 'Uploaded'] as const;

export type SignatureKind = (typeof SIGNATURE_KINDS)[number];

/** The value of a signature or of initials. */
export interface SignatureValue {
  readonly kind: SignatureKind;
  /** Path of the picture (PNG). */
  readonly path?: string;
  /** Of one that was typed and has no picture. */
  readonly text?: string;
}

type Check = (field: InputField, value: JsonValue) => string | undefined;

/** Formats of texts (specification 2, "Input masks"): the pattern, and how it is written. */
const MASKS: { readonly [formatting: string]: readonly [RegExp, string] } = {
  Phone: [/^\d{3}-\d{3}-\d{4}$/, '000-000-0000'],
  Zip: [/^\d{5}$/, '00000'],
  SSN: [/^\d{3}-\d{2}-\d{4}$/, '000-00-0000'],
};

const CHECKS: { readonly [type in InputType]: Check } = {
  Signature: checkSignature,
  Initials: checkSignature,
  'Date Signed': checkDate,
  Text: checkText,
  Number: checkNumber,
  Checkbox: ({ label }, value) => (typeof value === 'boolean' ? undefined : `${label} is either checked or not.`),
  'Radio Group': checkOption,
  Dropdown: checkOption,
  File: ({ label }, value) => (typeof value === 'string' && value.length <= 500 ? undefined : `Choose a file for ${label}.`),
  'Full Name': checkText,
  Email: checkEmail,
  Title: checkText,
  'System Field': checkText,
  Formula: ({ label }) => `${label} is calculated.`,
};

/** Checks a value that is not empty. Returns the problem for people; undefined: it is accepted. */
export function checkValue({ type, field }: DocumentInput, value: JsonValue): string | undefined {
  return CHECKS[type.inputType](field, value);
}

function checkText({ label, maxLength = DEFAULT_MAX_LENGTH, formatting = '' }: InputField, value: JsonValue): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return `${label} is a text.`;
  const text = String(value);
  if (text.length > maxLength) return `${label} has at most ${maxLength.toLocaleString('en-US')} characters.`;
  const [pattern, example] = (Object.hasOwn(MASKS, formatting) ? MASKS[formatting] : undefined) ?? [];
  return pattern === undefined || pattern.test(text) ? undefined : `${label} is written as ${example}.`;
}

function checkNumber({ label, minimum, maximum }: InputField, value: JsonValue): string | undefined {
  const isText = typeof value === 'string' && /^[-+]?(\d+\.?\d*|\.\d+)$/.test(value.trim());
  const number = isText ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return `${label} is a number.`;
  if (minimum !== undefined && number < minimum) return `${label} is at least ${minimum}.`;
  if (maximum !== undefined && number > maximum) return `${label} is at most ${maximum}.`;
  return undefined;
}

function checkOption({ label, options }: InputField, value: JsonValue): string | undefined {
  const isText = typeof value === 'string' && value.length <= DEFAULT_MAX_LENGTH;
  return isText && (options === undefined || options.includes(value)) ? undefined : `Choose one of the options of ${label}.`;
}

function checkEmail(field: InputField, value: JsonValue): string | undefined {
  const isEmail = typeof value === 'string' && value.length <= 254 && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(value);
  return isEmail ? undefined : `${field.label} is an e-mail address.`;
}

function checkDate({ label }: InputField, value: JsonValue): string | undefined {
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
  return isDate ? undefined : `${label} is a date.`;
}

function checkSignature({ label }: InputField, value: JsonValue): string | undefined {
  return isSignature(value) ? undefined : `${label} is missing: draw, type or upload it.`;
}

/** Whether a value is one of a signature or of initials. */
export function isSignature(value: unknown): value is SignatureValue {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, path, text } = value as { readonly kind?: unknown; readonly path?: unknown; readonly text?: unknown };
  const isText = (one: unknown): boolean => typeof one === 'string' && one.trim() !== '' && one.length <= 500;
  return SIGNATURE_KINDS.some((one) => one === kind) && (isText(path) || isText(text));
}
