import { toText } from '#engine/model';
import { FILLED_FIELDS, type ContentProblem } from '../../shared/message.ts';
import { findUnknownVariables } from './template-engine.ts';
import type { TemplateContent } from './write-from-template.ts';

/** The problems of the fields of a template that are filled: those that cannot be read, and the variables that do not exist. */
export function findContentProblems(
  content: TemplateContent,
  fields: readonly ContentProblem['field'][] = FILLED_FIELDS,
): ContentProblem[] {
  return fields.flatMap((field): ContentProblem[] => {
    const found = findUnknownVariables(toText(content[field]));
    if ('problem' in found) return [{ field, code: found.problem.code, message: found.problem.reason, variable: null }];
    return found.unknown.map((variable) => ({
      ...{ field, variable },
      code: 'template_unknown_variable',
      message: `There is no variable ${variable}.`,
    }));
  });
}
