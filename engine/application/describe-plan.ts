import type { ChangeSetPlan, PlannedRecords } from '#engine/model/wire';

/** A plan as text, for a terminal. `moved` are the artifacts that changed since the export. */
export function describePlan(plan: ChangeSetPlan, moved: readonly string[]): string {
  const lines = [
    ...plan.changes.flatMap(({ artifact, action, differences }) => [
      `${artifact} is ${action}`,
      ...indent(differences.map(({ text }) => text)),
    ]),
    ...section(
      'Records',
      plan.records.map((records) => describeRecords(records)),
    ),
    ...section(
      'Conversions',
      plan.conversions.map(({ module, field, from, to, count }) => `${module}.${field} was a ${from} and becomes a ${to}: ${count} values`),
    ),
    ...section(
      'Indexes',
      plan.indexes.map(
        ({ action, module, fields, records, estimatedSeconds }) =>
          `${action} ${module} (${fields.join(', ')}): ${records} records${action === 'build' ? `, about ${estimatedSeconds} s` : ''}`,
      ),
    ),
    ...section('References', [...plan.references.map(({ target, from, path }) => `${from} ${path}: ${target}`), ...plan.referenceNotes]),
    ...section(
      'Access',
      plan.access.map(
        ({ role, change, right, module, field, before, after, count }) =>
          `${role.name} ${change} ${right} of ${module}${field === null ? '' : `.${field}`}: ${before} → ${after} (${count} users)`,
      ),
    ),
    ...section(
      'Who gains or loses access',
      [...plan.effects.gains, ...plan.effects.losses].map(({ text }) => text).concat(plan.effects.note ?? []),
    ),
    ...section(
      'Warnings',
      plan.warnings.map(({ file, path, cause }) => `${file} ${path}: ${cause}`),
    ),
    ...section(
      'Problems',
      plan.problems.map(({ file, path, cause }) => `${file} ${path}: ${cause}`),
    ),
    ...section('Changed since the export', moved),
  ];
  return lines.length === 0 ? 'Nothing changes.\n' : `${lines.join('\n')}\n`;
}

/** Why a plan cannot be carried out; undefined: it can. `values`: what happens to values that are in the way. */
export function findObstacle(
  { problems, records }: ChangeSetPlan,
  moved: readonly string[],
  values: 'keep' | 'clear' | undefined,
): string | undefined {
  if (moved.length > 0) return 'The definitions changed since the export. Export them again.';
  if (problems.length > 0) return 'The definitions of the folder cannot be published.';
  const undecided = records.filter(({ choices }) => choices.length > 0 && (values === undefined || !choices.includes(values)));
  if (undecided.some(({ reason }) => reason === 'type'))
    return 'Records have values that the new type does not accept. Remove them with --values clear, or publish this change with a draft, where you can choose for each.';
  return undecided.length > 0
    ? 'Records use what is removed. Say what happens to the values with --values keep or --values clear.'
    : undefined;
}

function describeRecords({ module, field, value, reason, count, examined }: PlannedRecords): string {
  const place = field === null ? module : `${module}.${field}`;
  const what = {
    field: `have a value of ${place}, which is removed`,
    module: `are in ${place}, which is removed`,
    option: `have ${value ?? ''} in ${place}, which is removed`,
    required: `have no ${place}, which becomes required`,
    type: `have a value of ${place} that the new type does not accept`,
    unique: `have a value of ${place}, which becomes unique, that another record has too`,
    rule: `break a new rule of ${place}`,
  };
  return `${count} ${what[reason]}${examined === undefined ? '' : ` (of the first ${examined})`}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...indent(lines)];
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
