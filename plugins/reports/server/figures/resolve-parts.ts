import type { FiguresInput, ReportField, ReportSource } from '#engine';
import type { FigureData } from '#engine/model';
import { isFigureKind, labelFigure, nameFigure, needsField, type FigureKind } from '../../shared/figure-names.ts';
import type { StoredFigure, StoredGroups } from '../../shared/stored-report.ts';

/** Figures at most; one more is read for the number of records. */
export const MAX_FIGURES = 9;

/** A step of groups. */
export type Step = FiguresInput['by'][number];

/** A figure that can be read, with what is shown of it. */
export type Measure = FigureData['measures'][number] & { readonly field: string | undefined };

type Unit = NonNullable<Step['unit']>;

const UNITS: readonly string[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'] satisfies readonly Unit[];
const DEFAULT_UNIT: Unit = 'month';

const UNKNOWN = 'its field no longer exists, or you may not see it';
const UNUSABLE = 'it cannot be used like this';

/** Why a field cannot be a group, as part of a sentence; undefined: it can. */
export function describeGroupProblem(field: ReportField | undefined): string | undefined {
  if (field === undefined) return UNKNOWN;
  return field.canGroup ? undefined : `records cannot be grouped by ${field.label}`;
}

/** Like `describeGroupProblem`, for a column of a list. */
export function describeColumnProblem(field: ReportField | undefined): string | undefined {
  return field === undefined ? UNKNOWN : undefined;
}

/** Like `describeGroupProblem`, for the order of a list. */
export function describeOrderProblem(field: ReportField | undefined): string | undefined {
  if (field === undefined) return UNKNOWN;
  return field.canSort ? undefined : `records cannot be sorted by ${field.label}`;
}

/** Like `describeGroupProblem`, for a figure; `field` is that of its name, if it has one. */
export function describeFigureProblem(figure: StoredFigure, field: ReportField | undefined): string | undefined {
  const { kind } = figure;
  if (!isFigureKind(kind)) return 'there is no such figure';
  if (figure.field === undefined) return needsField(kind) ? 'it needs a field' : undefined;
  if (field === undefined) return UNKNOWN;
  if (kind === 'distinct') return field.canCountValues ? undefined : `the values of ${field.label} cannot be counted`;
  return field.isNumber ? undefined : `${field.label} is not a number`;
}

/** Like `describeGroupProblem`, for a condition of a filter that is left out. */
export function describeConditionProblem(source: ReportSource, { kind, field }: { readonly kind: string; readonly field: string }): string {
  if (kind !== 'unusable') return UNKNOWN;
  const label = source.field(field)?.label;
  return label === undefined ? UNUSABLE : `${label} cannot be compared like this`;
}

/** A sentence about a part that is left out. */
export function leaveOut(part: string, reason: string): string {
  return `${part} is left out: ${reason}.`;
}

/** The steps of groups that the reader can use. Dates are grouped by periods: by months, unless something else is chosen. */
export function resolveGroups(source: ReportSource, { names, units }: StoredGroups, problems: Set<string>): readonly Step[] {
  let dates = 0;
  return names.slice(0, 2).flatMap((name): readonly Step[] => {
    const field = source.field(name);
    const problem = describeGroupProblem(field);
    if (problem !== undefined) problems.add(leaveOut('A group', problem));
    if (field === undefined || problem !== undefined) return [];
    if (field.date === undefined) return [{ field: field.name }];
    const unit = readUnit((dates === 0 ? undefined : units[1]) ?? units[0]);
    dates += 1;
    // A day has no hours.
    return [{ field: field.name, unit: unit === 'hour' && field.date === 'day' ? 'day' : unit }];
  });
}

function readUnit(unit: string | undefined): Unit {
  return unit !== undefined && UNITS.includes(unit) ? (unit as Unit) : DEFAULT_UNIT;
}

/** The figures that the reader can use, each once; the number of records if there is none. */
export function resolveFigures(source: ReportSource, stored: readonly StoredFigure[], problems: Set<string>): readonly Measure[] {
  const found = new Map<string, Measure>();
  for (const figure of stored) {
    const field = figure.field === undefined ? undefined : source.field(figure.field);
    const problem = describeFigureProblem(figure, field);
    if (problem !== undefined) problems.add(leaveOut('A figure', problem));
    else if (isFigureKind(figure.kind)) addMeasure(found, createMeasure(figure.kind, field), problems);
  }
  return found.size === 0 ? [createMeasure('count', undefined)] : [...found.values()];
}

function addMeasure(found: Map<string, Measure>, measure: Measure, problems: Set<string>): void {
  const isSecondDistinct = measure.kind === 'distinct' && [...found.values()].some(({ kind }) => kind === 'distinct');
  if (found.has(measure.name)) return;
  if (isSecondDistinct) problems.add(leaveOut('A figure', 'only one can count different values'));
  else if (found.size >= MAX_FIGURES) problems.add(`Only the first ${MAX_FIGURES} figures are shown.`);
  else found.set(measure.name, measure);
}

function createMeasure(kind: FigureKind, field: ReportField | undefined): Measure {
  return {
    name: nameFigure({ kind, field: field?.name }),
    label: labelFigure(kind, field?.label ?? ''),
    format: kind === 'share' ? 'percent' : field?.isMoney === true && kind !== 'distinct' ? 'money' : 'number',
    kind,
    field: field?.name,
  };
}
