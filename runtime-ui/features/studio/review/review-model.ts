import type { DefinitionKind } from '#engine/model/definitions';
import type {
  ChangeAction,
  ChangeConflict,
  ChangeProblem,
  ChangeSetPlan,
  PlannedAccess,
  PlannedChange,
  PlannedDifference,
  PlannedRecords,
} from '#engine/model/wire';
import { isDecided, type Decisions } from './decisions.ts';

/** How risky a change is: it cannot be published yet, it needs attention, an admin decided, or neither. */
export type Verdict = 'blocks' | 'warns' | 'decided' | 'none';

/** A change in words, with what it does to records. */
export interface ReviewRow {
  readonly key: string;
  readonly action: ChangeAction;
  /** undefined: the whole artifact is added or removed, or the row shows only problems. */
  readonly difference: PlannedDifference | undefined;
  readonly records: readonly PlannedRecords[];
  readonly conflicts: readonly ChangeConflict[];
  readonly problems: readonly ChangeProblem[];
  readonly warnings: readonly ChangeProblem[];
  readonly access: readonly PlannedAccess[];
  readonly verdict: Verdict;
}

/** The changes of one artifact. */
export interface ReviewGroup {
  readonly key: string;
  /** undefined: problems of artifacts that the change-set does not change. */
  readonly kind: DefinitionKind | undefined;
  readonly id: string;
  readonly name: string;
  readonly artifact: string;
  readonly action: ChangeAction;
  readonly rows: readonly ReviewRow[];
}

type RowDraft = { -readonly [name in keyof Omit<ReviewRow, 'verdict'>]: ReviewRow[name] };

/** The changes of a plan, by artifact. Everything that a plan reports is in exactly one row. */
export function groupPlan(plan: ChangeSetPlan, decisions: Decisions): readonly ReviewGroup[] {
  const left = { records: new Set(plan.records), conflicts: new Set(plan.conflicts), access: new Set(plan.access) };
  const problems = { problems: new Set(plan.problems), warnings: new Set(plan.warnings) };
  const groups = plan.changes.map((change) => {
    const rows = listRows(change);
    for (const row of rows) {
      row.records = take(left.records, (records) => isRecordsOf(records, change, row, plan));
      row.conflicts = take(left.conflicts, ({ artifact, path }) => artifact === change.artifact && isAt(path, row));
      row.problems = take(problems.problems, (problem) => isOf(problem, change) && isAt(problem.path, row));
      row.warnings = take(problems.warnings, (problem) => isOf(problem, change) && isAt(problem.path, row));
      row.access = take(left.access, (access) => change.kind === 'role' && access.role._id === change.id && isAccessAt(access, row));
    }
    return { change, rows };
  });
  for (const { change, rows } of groups) {
    const rest: RowDraft = {
      ...emptyRow(`${change.artifact} rest`, change.action),
      records: take(left.records, (records) => `module/${records.module}` === change.artifact),
      conflicts: take(left.conflicts, ({ artifact }) => artifact === change.artifact),
      problems: take(problems.problems, (problem) => isOf(problem, change)),
      warnings: take(problems.warnings, (problem) => isOf(problem, change)),
      access: take(left.access, ({ role }) => change.kind === 'role' && role._id === change.id),
    };
    if (hasContent(rest)) rows.push(rest);
  }
  const elsewhere: RowDraft = {
    ...emptyRow('elsewhere', 'changed'),
    records: [...left.records],
    conflicts: [...left.conflicts],
    problems: [...problems.problems],
    warnings: [...problems.warnings],
    access: [...left.access],
  };
  return [
    ...groups.map(({ change: { kind, id, name, artifact, action }, rows }): ReviewGroup => {
      return { key: artifact, kind, id, name, artifact, action, rows: rows.map((row) => judge(row, decisions, plan)) };
    }),
    ...(hasContent(elsewhere)
      ? [
          {
            key: '',
            kind: undefined,
            id: '',
            name: '',
            artifact: '',
            action: 'changed' as const,
            rows: [judge(elsewhere, decisions, plan)],
          },
        ]
      : []),
  ];
}

function listRows({ artifact, action, differences }: PlannedChange): RowDraft[] {
  if (differences.length === 0) return [emptyRow(`${artifact} ${action}`, action)];
  return differences.map((difference) => ({ ...emptyRow(`${artifact} ${difference.path}`, 'changed'), difference }));
}

function emptyRow(key: string, action: ChangeAction): RowDraft {
  return { key, action, difference: undefined, records: [], conflicts: [], problems: [], warnings: [], access: [] };
}

function hasContent({ records, conflicts, problems, warnings, access }: RowDraft): boolean {
  return records.length + conflicts.length + problems.length + warnings.length + access.length > 0;
}

/** Removes what matches from a set, and returns it. */
function take<Item>(left: Set<Item>, matches: (item: Item) => boolean): readonly Item[] {
  const found = [...left].filter(matches);
  for (const item of found) left.delete(item);
  return found;
}

function isOf({ change, file }: ChangeProblem, { kind, id, artifact }: PlannedChange): boolean {
  return change === null ? file === artifact : change.kind === kind && change.id === id;
}

/** Whether a position is that of a row, inside it, or around it. */
function isAt(path: string, { difference, action }: RowDraft): boolean {
  if (difference === undefined) return action !== 'changed';
  const own = difference.path;
  return path === own || path.startsWith(`${own}/`) || (path !== '/' && own.startsWith(`${path}/`));
}

function isRecordsOf(records: PlannedRecords, change: PlannedChange, row: RowDraft, { references }: ChangeSetPlan): boolean {
  const { reason, id, value, module, field } = records;
  // A rule of the module, not of a field.
  if (reason === 'rule' && field === null)
    return change.kind === 'module' && change.id === id && `${row.difference?.path ?? ''}/`.startsWith('/validations/');
  if (reason === 'module') return change.kind === 'module' && change.id === id && row.difference === undefined;
  if (change.kind === 'module')
    return row.difference !== undefined && `${row.difference.path}/`.startsWith(`/fields/${id}/`) && isMeant(row.difference.path, records);
  if (change.kind !== 'dropdown' || reason !== 'option' || value === null) return false;
  const isUser = references.some(
    ({ target, from, path }) =>
      target === change.artifact && from === `module/${module}` && `${path}/`.startsWith(`/fields/${field ?? ''}/`),
  );
  return isUser && (row.difference === undefined || row.difference.path === `/options/${value}`);
}

/** The property of a field that affects its records; else any property of the field. */
const PROPERTIES: { readonly [reason in PlannedRecords['reason']]?: readonly string[] } = {
  required: ['required', 'requiredWhen', 'visibleWhen'],
  unique: ['unique'],
  type: ['inputType'],
  option: ['dropdown'],
  rule: ['validations', 'visibleWhen'],
};

function isMeant(path: string, { id, reason }: PlannedRecords): boolean {
  const [property] = path.slice(`/fields/${id}/`.length).split('/');
  return property === undefined || property === '' || (PROPERTIES[reason]?.includes(property) ?? true);
}

function isAccessAt({ module, field, right }: PlannedAccess, { difference }: RowDraft): boolean {
  if (difference === undefined) return true;
  if (field === null) return difference.path === `/module_access/${module}/${right}` || difference.path === `/module_access/${module}`;
  return `${difference.path}/`.startsWith(`/field_access/${module}/${field}/`);
}

function judge(row: RowDraft, decisions: Decisions, { references }: ChangeSetPlan): ReviewRow {
  return { ...row, verdict: verdictOf(row, decisions, references) };
}

function verdictOf(row: RowDraft, decisions: Decisions, references: ChangeSetPlan['references']): Verdict {
  const toDecide = [...row.records.filter(({ choices }) => choices.length > 0), ...row.conflicts];
  const isBlocked = row.problems.length > 0 || row.records.some(isUnsolvable);
  if (isBlocked || !toDecide.every((one) => isDecided(decisions, one))) return 'blocks';
  if (toDecide.length > 0) return 'decided';
  const loses = row.access.some(({ change }) => change === 'loses');
  const isWarned = row.warnings.length > 0 || row.records.length > 0 || loses || isUsedAfterRemoval(row, references);
  return isWarned ? 'warns' : 'none';
}

/** Records that nothing on the page can be decided about, and that prevent publishing. */
export function isUnsolvable({ reason, choices }: PlannedRecords): boolean {
  return reason === 'unique' || (reason === 'type' && choices.length === 0);
}

/** A removed field that saved views and the like name. */
function isUsedAfterRemoval({ difference }: RowDraft, references: ChangeSetPlan['references']): boolean {
  const field = difference?.after === null && typeof difference.before === 'object' ? difference.before : null;
  const name = field === null || Array.isArray(field) ? undefined : (field as { readonly fieldName?: unknown }).fieldName;
  return typeof name === 'string' && references.some(({ target }) => target.startsWith('field/') && target.endsWith(`.${name}`));
}

/** How many rows have a verdict. */
export function countVerdict(groups: readonly ReviewGroup[], verdict: Verdict): number {
  return groups.flatMap(({ rows }) => rows).filter((row) => row.verdict === verdict).length;
}
