export { describeRule } from './describe-rule.ts';
export {
  formatExcluded,
  isOccurrence,
  listOccurrences,
  parseExcluded,
  readSeries,
  splitRule,
  type RecurringSeries,
  type TimeWindow,
} from './occurrences.ts';
export { formatRule, formatStamp, parseRule, type RecurrenceRule, type RuleResult } from './rule.ts';
