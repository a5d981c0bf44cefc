import type { DefinitionInspection } from '../../registry/index.ts';
import { countOf, MAX_EXAMPLES, type CheckResult } from './contract.ts';

/** The definition files and what admins changed: what a start would report. */
export function checkDefinitions({ snapshot, findings, isCurrent }: DefinitionInspection): CheckResult {
  const { problems, warnings, replaced } = findings;
  const base = { check: 'definitions', title: 'Definitions' } as const;
  const describe = (found: typeof problems): string[] =>
    found.slice(0, MAX_EXAMPLES).map(({ file, path, cause }) => `${file} ${path}: ${cause}`);
  if (problems.length > 0)
    return {
      ...base,
      state: 'problem',
      text: `${countOf(problems.length, 'problem')}: the last valid definitions serve.`,
      advice: 'Correct the files, or what an admin changed, and restart the product.',
      examples: describe(problems),
    };
  if (replaced.length > 0)
    return {
      ...base,
      state: 'problem',
      text: `${countOf(replaced.length, 'setting')} with a value that is not allowed: the default is used.`,
      advice: 'Save a valid value at Administration, Settings.',
      examples: describe(replaced),
    };
  const modules = countOf(snapshot?.modules.size ?? 0, 'module');
  if (warnings.length > 0)
    return {
      ...base,
      state: 'warning',
      text: `${modules}; ${countOf(warnings.length, 'part')} without effect.`,
      advice: 'Remove these parts, or define what they name.',
      examples: describe(warnings),
    };
  if (!isCurrent)
    return {
      ...base,
      state: 'warning',
      text: `${modules}. The definition files or plugins are not those that serve.`,
      advice: 'The next start activates them. If the product was not just upgraded, check MUSTER_DEFINITIONS_DIR and MUSTER_PLUGINS.',
    };
  return { ...base, state: 'ok', text: `${modules}, valid.` };
}
