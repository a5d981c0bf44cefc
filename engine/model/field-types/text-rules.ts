import type { JsonValue } from '../values/json.ts';
import { isMissing, MISSING, problem, refuseAll, type FieldProblem, type NormalizeResult } from './field-type.ts';

export interface TextRules {
  /** Maximum number of characters (code points). */
  readonly max: number;
  /** Line breaks and tabs are allowed. */
  readonly lines?: boolean;
}

// With the u flag a surrogate pair is one code point, so this matches only lone surrogates.
const LONE_SURROGATE = /\p{Cs}/u;
const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]/u;

/** The problem of a text, if any: its length, control characters, lone surrogates. */
export function findTextProblem(text: string, rules: TextRules): FieldProblem | undefined {
  if (text.length > rules.max && [...text].length > rules.max) {
    return problem('too_long', `Use at most ${rules.max.toLocaleString('en-US')} characters.`);
  }
  if (LONE_SURROGATE.test(text)) return problem('malformed_text', 'Remove the broken character.');
  const control = rules.lines === true ? CONTROL_BUT_LINES : CONTROL;
  if (control.test(text)) return problem('control_characters', 'Remove the control characters.');
  return undefined;
}

/** Converts a text to its stored form and checks it: one line is trimmed, several lines get unified line ends. */
export function normalizeText(value: JsonValue, rules: TextRules, path?: string): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (typeof value !== 'string') return refuseAll([problem('wrong_type', 'Type a text.', path)]);
  const text = rules.lines === true ? value.replace(/\r\n?/g, '\n') : value.trim();
  const found = findTextProblem(text, rules);
  if (found !== undefined) return refuseAll([path === undefined ? found : { ...found, path }]);
  return { ok: true, value: text };
}
