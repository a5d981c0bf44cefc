import type { AccessScope } from '../../access/index.ts';
import { parseSort, pruneFilter, type CompiledModule, type FilterContext, type PrunedEntry, type SavedView, type SortDefinition, type ViewColumn, type ViewFace, type ViewGrouping, type ViewProblem } from '#engine/model';
import { MusterError } from '../../errors/index.ts';
import type { RecordKernel } from '../kernel.ts';
import type { FieldMemo, StoredView } from '../shapes/stored-view.ts';
import { filterContext } from './read-query.ts';
import { readGroupStep } from './read-group.ts';
import { mayChangeView } from './view-access.ts';
import { assertFace, findColumn, followName, readsColumn } from './view-content.ts';

interface Showing {
  readonly kernel: RecordKernel;
  readonly scope: AccessScope;
  readonly module: CompiledModule;
  readonly view: StoredView;
  readonly problems: ViewProblem[];
}

/**
 * A view as its reader may know of it: their own rights decide. Conditions, columns and orders that name what they may not
 * see, or what is gone, are left out; the problems say that, and name a field only to who may know of it.
 */
export function showView(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, view: StoredView, names: ReadonlyMap<string, string>): SavedView {
  const showing: Showing = { kernel, scope, module, view, problems: [] };
  const { _id, _version, name, sharing, sharedWith, owner, density, updatedAt } = view;
  const sharedWithName = sharedWith === null ? null : (names.get(sharedWith) ?? null);
  const content = { filter: showFilter(showing), columns: showColumns(showing), sort: showSort(showing), groupBy: showGrouping(showing), density, face: showFace(showing) };
  if (sharing !== 'private' && sharedWithName === null) showing.problems.push({ part: 'sharing', code: 'audience_gone', field: null, text: `The ${sharing} that it is shared with is gone.` });
  return { _id, _version, module: module.name, name, ...content, sharing, sharedWith, sharedWithName, owner, mayChange: mayChangeView(scope, view), updatedAt, problems: showing.problems };
}

function showFilter(showing: Showing): SavedView['filter'] {
  const { kernel, scope, module, view } = showing;
  const { filter, left } = pruneFilter(view.filter, filterContext(kernel, scope, module), (of, name) => followName(view.memo.filter, of, name));
  for (const entry of left) note(showing, 'filter', entry.code, labelOf(showing, view.memo.filter, entry));
  return filter;
}

function showColumns(showing: Showing): readonly ViewColumn[] | null {
  const { scope, module, view } = showing;
  if (view.columns === null) return null;
  const shown = view.columns.flatMap((column) => {
    const name = followName(view.memo.columns, module, column.fieldName);
    const field = name === undefined ? undefined : findColumn(scope, module, name);
    if (field !== undefined && readsColumn(scope, module, field)) return [{ ...column, fieldName: name ?? column.fieldName }];
    const code = field === undefined ? 'field_gone' : 'field_not_visible';
    note(showing, 'columns', code, labelOf(showing, view.memo.columns, { code, module: module.name, field: column.fieldName }));
    return [];
  });
  return shown.length === 0 ? null : shown;
}

function showSort(showing: Showing): readonly SortDefinition[] {
  const { kernel, scope, module, view } = showing;
  const context = filterContext(kernel, scope, module);
  return view.sort.flatMap((step) => {
    const name = followName(view.memo.sort, module, step.sortField);
    const parsed = name === undefined ? undefined : parseSort([{ ...step, sortField: name }], context);
    if (parsed?.ok === true) return [{ ...step, sortField: name ?? step.sortField }];
    const code = parsed?.code === 'field_not_visible' ? 'field_not_visible' : isGone(module, name) ? 'field_gone' : 'not_valid';
    note(showing, 'sort', code, labelOf(showing, view.memo.sort, { code, module: module.name, field: step.sortField }));
    return [];
  });
}

function showGrouping(showing: Showing): ViewGrouping | null {
  const { module, view } = showing;
  if (view.groupBy === null) return null;
  const name = followName(view.memo.groupBy, module, view.groupBy.field);
  const step = { ...view.groupBy, field: name ?? view.groupBy.field };
  const code = name === undefined ? 'field_gone' : refusalOf(showing, step.field, (context) => readGroupStep(showing.scope, context, step));
  if (code === undefined) return step;
  note(showing, 'groupBy', code, labelOf(showing, view.memo.groupBy, { code, module: module.name, field: view.groupBy.field }));
  return null;
}

function showFace(showing: Showing): ViewFace | null {
  const { module, view } = showing;
  if (view.face === null) return null;
  const name = followName(view.memo.face, module, view.face.field);
  const face = { ...view.face, field: name ?? view.face.field };
  const code = name === undefined ? 'field_gone' : refusalOf(showing, face.field, (context) => assertFace(showing.scope, context, face));
  if (code === undefined) return face;
  note(showing, 'face', code, labelOf(showing, view.memo.face, { code, module: module.name, field: view.face.field }));
  return null;
}

/** Why a part that names `field` is left out; undefined: it is not. */
function refusalOf({ kernel, scope, module }: Showing, field: string, read: (context: FilterContext) => unknown): PrunedEntry['code'] | undefined {
  try {
    read(filterContext(kernel, scope, module));
    return undefined;
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    return error.code === 'field_not_visible' ? 'field_not_visible' : isGone(module, field) ? 'field_gone' : 'not_valid';
  }
}

function isGone(module: CompiledModule, name: string | undefined): boolean {
  return name === undefined || !module.fields.has(name.split('.')[0] ?? '');
}

/** The label of what is left out: a hidden field's is nobody's to read, and one that is gone may have been hidden before. */
function labelOf({ scope, module, view }: Showing, memo: FieldMemo, { code, module: name, field }: PrunedEntry): string | null {
  if (code === 'field_not_visible') return null;
  const head = field.split('.')[0] ?? '';
  if (code === 'field_gone') return mayChangeView(scope, view) ? (memo[name]?.[head]?.label ?? (head === '' ? null : head)) : null;
  const of = scope.snapshot.module(name) ?? module;
  const found = of.fields.get(followName(memo, of, head) ?? head);
  return found !== undefined && readsColumn(scope, of, found) ? found.label : null;
}

const PARTS: { readonly [part in ViewProblem['part']]: string } = { filter: 'A condition', columns: 'A column', sort: 'An order', groupBy: 'The grouping', density: 'The row height', face: 'The board or calendar', sharing: 'The sharing' };

function note({ problems }: Showing, part: ViewProblem['part'], code: PrunedEntry['code'], field: string | null): void {
  const of = field === null ? 'a field' : `the field ${field}`;
  const why = { field_gone: `on ${of} that is gone`, field_not_visible: 'on a field that you may not see', not_valid: `on ${of} that can no longer be used so` }[code];
  problems.push({ part, code, field, text: `${PARTS[part]} ${why} is left out.` });
}
