import { isDeepStrictEqual } from 'node:util';
import type { SettingDefinition } from '#engine/model/definitions';
import { findSchemaPatternProblem } from '../settings/pattern-problems.ts';
import { findSchemaProblem, findValueProblems } from '../settings/setting-problems.ts';
import type { Report } from './check-context.ts';

/** Where the problems of a setting are reported. */
export interface SettingReports {
  /** A definition that cannot be used. */
  readonly problem: Report;
  /** A value of an admin that breaks the schema: the default is used instead. */
  readonly replaced: Report;
}

/** Checks the schema of a setting, and its value against it. `base`: the setting without customizations. */
export function checkSetting(definition: SettingDefinition, base: SettingDefinition | undefined, report: SettingReports): void {
  const { schema } = definition;
  const cause = schema === undefined ? undefined : findSchemaProblem(schema);
  if (cause !== undefined) return report.problem('/schema', `It is not a JSON Schema: ${cause}.`);
  const slow = schema === undefined ? undefined : findSchemaPatternProblem(schema);
  // A value is not compared with such a pattern: that is what takes too long.
  if (slow !== undefined) return report.problem('/schema', slow);
  const into = isReplaceable(definition, base) ? report.replaced : report.problem;
  for (const { path, place, message } of findValueProblems(definition)) into(['/setting', ...path].join('/'), `${place}: ${message}`);
}

/** Whether the value of the base can take the place of a customized value that breaks the schema. */
export function isReplaceable({ setting }: SettingDefinition, base: SettingDefinition | undefined): base is SettingDefinition {
  return base !== undefined && !isDeepStrictEqual(setting, base.setting) && findValueProblems(base).length === 0;
}
