import { isMissing, ownValue, problem } from '../field-types/normalize-result.ts';
import type { JsonValue } from '../json/index.ts';
import { readListOption, readReferencedField, readTextOption } from './read-options.ts';
import type { Validator } from './validator.ts';

/** At least one permission group is selected. */
export const permissionGroup: Validator = (value) => (isMissing(value) ? [problem('required', 'Choose a permission group.')] : []);

/** The value equals that of the field `options.field`. */
export const matchFields: Validator = (value, input) => {
  const other = readReferencedField(input, 'field', '');
  const same = isMissing(value) ? isMissing(other) : JSON.stringify(value) === JSON.stringify(other);
  return same ? [] : [problem('mismatchFields', 'Type the same value in both fields.')];
};

/** A number of hours is required when the field `options.eventTypeField` has one of the values `options.eventTypes`. */
export const hoursForEventType: Validator = (value, input) => {
  const types = readListOption(input, 'eventTypes', []);
  const type = readReferencedField(input, 'eventTypeField', '');
  if (typeof type !== 'string' || !types.includes(type) || (typeof value === 'number' && value > 0)) return [];
  return [problem('required', `Type the number of hours of the ${type}.`)];
};

/**
 * Districts, with a mode (`options.modeField`, 'district_mode') and a system flag (`options.systemField`, 'system'): in
 * the mode 'select' at least one district is required; without any district, the system flag is required.
 */
export const districtSelect: Validator = (value, input) => {
  const mode = readReferencedField(input, 'modeField', 'district_mode');
  const flagged = readReferencedField(input, 'systemField', 'system') === true;
  if (flagged || (mode !== 'select' && mode !== 'none') || (mode === 'select' && !isMissing(value))) return [];
  return [problem('required', 'Choose at least one district, or mark it for the system.')];
};

/** At least one recipient of sysadmin, admin, emp, sub: selected in a list, or by checkboxes of those names. */
export const messageRecipients: Validator = (value, input) => {
  const roles = readListOption(input, 'recipients', ['sysadmin', 'admin', 'emp', 'sub']);
  const chosen = (Array.isArray(value) ? value : [value]) as readonly (JsonValue | undefined)[];
  const prefix = readTextOption(input, 'prefix', '');
  const named = chosen.some((entry) => typeof entry === 'string' && roles.includes(entry));
  const marked = roles.some((role) => ownValue(input.record, `${prefix}${role}`) === true);
  return named || marked ? [] : [problem('required', 'Choose at least one recipient.')];
};
