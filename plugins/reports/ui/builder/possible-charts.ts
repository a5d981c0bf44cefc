import { CHART_TYPES, type ChartType, type ModuleView } from '#engine/model';
import { findField } from '#ui';
import { tReports } from '../texts.ts';
import { createGroup, listGroupFields, readDateKind, type GroupChoice } from './definition.ts';

/** Whether a chart type can be drawn. */
export interface ChartPossibility {
  readonly type: ChartType;
  /** Why not; undefined: it can. */
  readonly reason?: string;
  /** The groups with which it can be drawn; absent: there are none. */
  readonly remedy?: { readonly label: string; readonly groups: readonly GroupChoice[] };
}

/** In the order in which they are offered. */
export const TYPES = Object.keys(CHART_TYPES) as readonly ChartType[];

function labelOf(module: ModuleView, name: string): string {
  return listGroupFields(module).find(({ value }) => value === name)?.label ?? name;
}

/** A field that most reports are grouped by: a dropdown with colours, another dropdown, a date, any other. Not one that is used. */
export function suggestField(module: ModuleView, used: readonly string[], type?: 'Dropdown' | 'date'): string | undefined {
  const names = listGroupFields(module)
    .map(({ value }) => value)
    .filter((name) => !used.includes(name));
  const isDropdown = (name: string) => findField(module, name)?.inputType === 'Dropdown';
  const isHued = (name: string) => {
    const dropdown = findField(module, name)?.dropdown;
    return dropdown !== undefined && (module.dropdowns[dropdown]?.options.some(({ hue }) => hue !== undefined) ?? false);
  };
  const isDate = (name: string) => readDateKind(module, name) !== undefined && findField(module, name)?.system !== true;
  const isAnyDate = (name: string) => readDateKind(module, name) !== undefined;
  if (type === 'date') return names.find(isDate) ?? names.find(isAnyDate);
  const dropdown = names.find((name) => isDropdown(name) && isHued(name)) ?? names.find(isDropdown);
  return type === 'Dropdown' ? dropdown : (dropdown ?? names.find(isDate) ?? names[0]);
}

function addGroup(module: ModuleView, groups: readonly GroupChoice[], needed: number): ChartPossibility['remedy'] {
  const used = groups.map(({ name }) => name);
  const [only] = groups;
  const date = only === undefined || only.unit !== undefined ? undefined : suggestField(module, used, 'date');
  // Over time: the periods go first.
  if (needed === 2 && only !== undefined && date !== undefined)
    return { label: tReports('addField', { field: labelOf(module, date) }), groups: [createGroup(module, date), only] };
  // Of two missing groups the first one is a date.
  const first = groups.length === 0 && needed === 2 ? (suggestField(module, used, 'date') ?? suggestField(module, used)) : undefined;
  const last = suggestField(module, first === undefined ? used : [...used, first]);
  const added = [first, last].filter((name) => name !== undefined);
  if (groups.length + added.length < needed || last === undefined) return undefined;
  const label = tReports(groups.length === 0 ? 'groupByField' : 'thenBy', { field: labelOf(module, added[0] ?? '') });
  return { label, groups: [...groups, ...added.map((name) => createGroup(module, name))] };
}

/** One of two groups is dropped: the periods, so that the other values remain; without periods the second group. */
function dropGroup(module: ModuleView, groups: readonly GroupChoice[]): ChartPossibility['remedy'] {
  const at = groups.findIndex(({ unit }) => unit !== undefined);
  const dropped = groups[at === -1 ? 1 : at];
  if (dropped === undefined) return undefined;
  const label =
    dropped.unit === undefined
      ? tReports('drop', { field: labelOf(module, dropped.name) })
      : tReports('dropUnit', { unit: tReports(`units.${dropped.unit}`) });
  return { label, groups: groups.filter((group) => group !== dropped) };
}

function judgeHeatMap(module: ModuleView, groups: readonly GroupChoice[]): Omit<ChartPossibility, 'type'> {
  const [group] = groups;
  if (group?.unit === 'day') return {};
  if (group?.unit !== undefined)
    return { reason: tReports('needsDays'), remedy: { label: tReports('byDay'), groups: [{ ...group, unit: 'day' }] } };
  const date = suggestField(module, [], 'date');
  const remedy = date && { label: tReports('groupByField', { field: labelOf(module, date) }), groups: [createGroup(module, date, 'day')] };
  return { reason: tReports('needsDays'), ...(remedy ? { remedy } : {}) };
}

function judgeFunnel(module: ModuleView, groups: readonly GroupChoice[]): Omit<ChartPossibility, 'type'> {
  if (findField(module, groups[0]?.name ?? '')?.inputType === 'Dropdown') return {};
  const field = suggestField(module, [], 'Dropdown');
  const remedy = field && { label: tReports('groupByField', { field: labelOf(module, field) }), groups: [createGroup(module, field)] };
  return { reason: tReports('needsSteps'), ...(remedy ? { remedy } : {}) };
}

function judge(type: ChartType, module: ModuleView, groups: readonly GroupChoice[]): Omit<ChartPossibility, 'type'> {
  const { least, most } = CHART_TYPES[type];
  if (groups.length > most) {
    const remedy = dropGroup(module, groups);
    return { reason: tReports('tooMany'), ...(remedy ? { remedy } : {}) };
  }
  if (type === 'heat map') return judgeHeatMap(module, groups);
  if (type === 'funnel') return judgeFunnel(module, groups);
  if (groups.length >= least) return {};
  const reason = tReports(groups.length === 1 ? 'needsTwo' : least === 2 ? 'needsTwoMore' : 'needsOne');
  const remedy = addGroup(module, groups, least);
  return { reason, ...(remedy ? { remedy } : {}) };
}

/** Which chart types can be drawn with groups; for others the reason, and the groups with which they can. */
export function listPossibilities(module: ModuleView, groups: readonly GroupChoice[]): readonly ChartPossibility[] {
  return TYPES.map((type) => ({ type, ...judge(type, module, groups) }));
}
