import type { RefinedFieldType } from '../field-types/field-type.ts';
import { canonicalTimeZone } from '../time/index.ts';
import { toText } from '../values/index.ts';
import { describeRule } from './describe-rule.ts';
import { formatExcluded, parseExcluded } from './occurrences.ts';
import { formatRule, parseRule } from './rule.ts';

const SHOWN_TIMES = 3;
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

const refuse = (code: string, message: string) => ({ ok: false as const, problems: [{ code, message }] });

/** A rule by which a record repeats: stored as RFC 5545 writes it, shown in words. */
const RULE_TYPE: RefinedFieldType = {
  name: 'recurrence-rule',
  inputType: 'TextField',
  normalize: (value) => {
    const read = parseRule(toText(value));
    return read.ok ? { ok: true, value: formatRule(read.rule) } : refuse('rule_unsupported', read.message);
  },
  format: (value) => {
    const read = parseRule(toText(value));
    return read.ok ? describeRule(read.rule) : toText(value);
  },
};

/** The times of a series that do not occur. */
const EXCLUDED_TYPE: RefinedFieldType = {
  name: 'excluded-times',
  inputType: 'TextArea',
  normalize: (value) => {
    const times = parseExcluded(toText(value));
    return times.size === 0
      ? refuse('times_unreadable', 'Write times as 20270310T150000Z, separated by commas.')
      : { ok: true, value: formatExcluded(times) };
  },
  format: (value) => {
    const times = [...parseExcluded(toText(value))];
    const shown = times.slice(0, SHOWN_TIMES).map((time) => DAY.format(time));
    return times.length > SHOWN_TIMES ? `${shown.join('; ')} and ${times.length - SHOWN_TIMES} more` : shown.join('; ');
  },
};

/** A time zone by its IANA name. */
const ZONE_TYPE: RefinedFieldType = {
  name: 'time-zone',
  inputType: 'TextField',
  normalize: (value) => {
    const zone = canonicalTimeZone(toText(value));
    return zone === undefined
      ? refuse('time_zone_unknown', 'There is no time zone of this name. Write it as America/New_York.')
      : { ok: true, value: zone };
  },
};

/** The field types of records that repeat: those that a module's `recurrence` names. */
export const RECURRENCE_TYPES: readonly RefinedFieldType[] = [RULE_TYPE, EXCLUDED_TYPE, ZONE_TYPE];
