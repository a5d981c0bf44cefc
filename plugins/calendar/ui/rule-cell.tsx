import { describeRule, parseRule, toText } from '#engine/model';
import type { SlotProps } from '#ui';

/** How a record repeats, in words. */
export function RuleCell({ value, record, module }: SlotProps<'cell'>) {
  const text = toText(value);
  if (text === '') return null;
  const read = parseRule(text);
  const zone = module.recurrence === undefined ? '' : toText(record[module.recurrence.zone]);
  return <span>{read.ok ? describeRule(read.rule, zone || undefined) : text}</span>;
}
