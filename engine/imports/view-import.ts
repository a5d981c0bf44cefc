import type { AccessScope } from '../access/index.ts';
import type { ImportColumnView, ImportView } from '#engine/model/wire';
import { choiceOf } from './mapping/check-choices.ts';
import { findRefusedHeader, listTargets, type ImportTarget } from './mapping/importable-fields.ts';
import type { StoredImport } from './stored-import.ts';

const DAY = 86_400_000;
const UNDO_DAYS = 30;

/** An import as its user sees it. */
export function viewImport(scope: AccessScope, one: StoredImport): ImportView {
  const { _id, _version, state, program, file, rows, constants, duplicates, corrections, summary, progress, problem, refused } = one;
  return {
    _id,
    _version,
    module: scope.snapshot.moduleNames.ofKey(one.module),
    state,
    source: program === null ? 'wizard' : 'program',
    file,
    rows,
    columns: viewColumns(scope, one),
    constants,
    duplicates,
    corrections,
    rememberedFrom: iso(one.rememberedFrom),
    earlier: one.earlier === null ? null : { _id: one.earlier.id, at: new Date(one.earlier.at).toISOString() },
    summary,
    progress,
    batchId: one.batch,
    undoUntil: one.startedAt === null || one.batch === null ? null : iso(one.startedAt + undoDays(scope) * DAY),
    undoDays: undoDays(scope),
    problem,
    refused,
    createdBy: one.user,
    createdAt: new Date(one.at).toISOString(),
    startedAt: iso(one.startedAt),
    endedAt: iso(one.endedAt),
    expiresAt: new Date(one.due).toISOString(),
  };
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function undoDays({ snapshot }: AccessScope): number {
  const days = snapshot.settings.get('undo_days')?.setting;
  return typeof days === 'number' ? days : UNDO_DAYS;
}

function viewColumns(scope: AccessScope, one: StoredImport): readonly ImportColumnView[] {
  const module = scope.snapshot.module(scope.snapshot.moduleNames.ofKey(one.module));
  const targets: ReadonlyMap<string, ImportTarget> = module === undefined ? new Map() : listTargets(scope, module, one.file.format);
  return one.headers.map((header, index) => {
    const choice = choiceOf(one, index);
    const target = targets.get(choice.field ?? '');
    const kinds = one.summary?.kinds.filter(({ column }) => column === index) ?? [];
    return {
      ...choice,
      header,
      label: target?.label ?? null,
      inputType:
        target === undefined ? null : target.part === undefined ? (target.field?.definition.inputType ?? 'TextField') : 'TextField',
      refused: module === undefined || choice.field !== null ? null : (findRefusedHeader(scope, module, targets, header) ?? null),
      samples: one.profiles[index]?.samples ?? [],
      problems: kinds.reduce((sum, { count }) => sum + count, 0),
    };
  });
}
