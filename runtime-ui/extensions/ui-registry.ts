import type { ComponentType } from 'react';
import type { FieldView, JsonObject, JsonValue } from '#engine/model';
import { guardSlot, noteFailure } from './slot-boundary.tsx';
import type { BulkAction, CellSlotProps, ErrorDialogProps, FieldSlotProps, Gate, PluginPage, RecordAction, RecordPanel, UiContribution } from './contribution.ts';

let contributions: readonly UiContribution[] = [];

/** Takes over the contributions of the enabled plugins; once, before the first render. The first of two for one slot wins. */
export function registerContributions(list: readonly UiContribution[]): void {
  contributions = list.map(guardContribution);
}

/** The contribution, with each of its components in a boundary of its own. */
function guardContribution(contribution: UiContribution): UiContribution {
  const { plugin, dialogs = {}, fields = {}, cells = {}, fieldTypes = {}, recordActions = [], bulkActions = [], panels = [], pages = [] } = contribution;
  return {
    ...contribution,
    dialogs: guardAll(plugin, 'dialogs', dialogs), fields: guardAll(plugin, 'fields', fields), cells: guardAll(plugin, 'cells', cells),
    fieldTypes: Object.fromEntries(Object.entries(fieldTypes).map(([name, { field, cell }]) => [name, { ...(field && { field: guardSlot(plugin, `fieldTypes ${name}`, field) }), ...(cell && { cell: guardSlot(plugin, `fieldTypes ${name}`, cell) }) }])),
    recordActions: recordActions.map((action) => ({ ...action, component: guardSlot(plugin, `recordActions ${action.id}`, action.component) })),
    bulkActions: bulkActions.map((action) => ({ ...action, component: guardSlot(plugin, `bulkActions ${action.id}`, action.component) })),
    panels: panels.map((panel) => ({ ...panel, component: guardSlot(plugin, `panels ${panel.id}`, panel.component) })),
    pages: pages.map((page) => ({ ...page, component: guardSlot(plugin, `pages ${page.path}`, page.component) })),
  };
}

function guardAll<Props extends object>(plugin: string, slot: string, components: Readonly<Record<string, ComponentType<Props>>>): Readonly<Record<string, ComponentType<Props>>> {
  return Object.fromEntries(Object.entries(components).map(([key, component]) => [key, guardSlot(plugin, `${slot} ${key}`, component)]));
}

/** What a function of a plugin answers; one that throws is named, and asks for nothing. */
function askCalmly<T>(plugin: string, slot: string, ask: () => T | undefined): T | undefined {
  try {
    return ask();
  } catch (error) {
    noteFailure(plugin, slot, error);
    return undefined;
  }
}

function firstOf<T>(pick: (contribution: UiContribution) => T | undefined): T | undefined {
  for (const contribution of contributions) {
    const found = pick(contribution);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isFor(entry: { readonly modules?: readonly string[] }, module: string): boolean {
  return entry.modules === undefined || entry.modules.includes(module);
}

/** The dialog for an error code of a refused save. */
export function findErrorDialog(code: string): ComponentType<ErrorDialogProps> | undefined {
  return firstOf(({ dialogs }) => (dialogs && Object.hasOwn(dialogs, code) ? dialogs[code] : undefined));
}

/** What is said while a record of the module is being saved. */
export function findSaveText(module: string): string | undefined {
  return firstOf(({ saveTexts }) => (saveTexts && Object.hasOwn(saveTexts, module) ? saveTexts[module] : undefined));
}

/** What a plugin asks of the new values of a mass update. */
export function findMassUpdateCheck(module: string): ((fields: JsonObject) => string | undefined) | undefined {
  return firstOf(({ massUpdateChecks }) => (massUpdateChecks && Object.hasOwn(massUpdateChecks, module) ? massUpdateChecks[module] : undefined));
}

/** What a value of a field asks for on a record, as a plugin says. */
export function findGate(module: string, fieldName: string, value: JsonValue, record: Readonly<Record<string, JsonValue | undefined>>): Gate | undefined {
  const key = `${module}.${fieldName}`;
  return firstOf(({ plugin, gates }) => askCalmly(plugin, `gates ${key}`, () => gates?.[key]?.(value, record)));
}

/** What tells the slot of a field: its name, and the field type that it names. */
type SlottedField = Pick<FieldView, 'fieldName' | 'fieldType'>;

/** The form widget that a plugin brings for a field, or else for its field type. */
export function findFieldSlot(module: string, { fieldName, fieldType }: SlottedField): ComponentType<FieldSlotProps> | undefined {
  return firstOf(({ fields }) => fields?.[`${module}.${fieldName}`]) ?? firstOf(({ fieldTypes }) => ownOf(fieldTypes, fieldType)?.field);
}

/** The cell that a plugin brings for a field, or else for its field type. */
export function findCellSlot(module: string, { fieldName, fieldType }: SlottedField): ComponentType<CellSlotProps> | undefined {
  return firstOf(({ cells }) => cells?.[`${module}.${fieldName}`]) ?? firstOf(({ fieldTypes }) => ownOf(fieldTypes, fieldType)?.cell);
}

function ownOf(fieldTypes: UiContribution['fieldTypes'], name: string | undefined): NonNullable<UiContribution['fieldTypes']>[string] | undefined {
  return name !== undefined && fieldTypes !== undefined && Object.hasOwn(fieldTypes, name) ? fieldTypes[name] : undefined;
}

export function listRecordActions(module: string): readonly RecordAction[] {
  return contributions.flatMap((contribution) => contribution.recordActions ?? []).filter((action) => isFor(action, module));
}

export function listBulkActions(module: string): readonly BulkAction[] {
  return contributions.flatMap((contribution) => contribution.bulkActions ?? []).filter((action) => isFor(action, module));
}

export function listPanels(module: string): readonly RecordPanel[] {
  return contributions.flatMap((contribution) => contribution.panels ?? []).filter((panel) => isFor(panel, module));
}

/** The page of a plugin by its path. */
export function findPluginPage(plugin: string, path: string): PluginPage | undefined {
  return firstOf((contribution) => (contribution.plugin === plugin ? contribution.pages?.find((page) => page.path === path) : undefined));
}
