import type { ComponentType } from 'react';
import type { BulkAction, CellSlotProps, ErrorDialogProps, FieldSlotProps, PluginPage, RecordAction, RecordPanel, UiContribution } from './contribution.ts';

let contributions: readonly UiContribution[] = [];

/** Takes over the contributions of the enabled plugins; once, before the first render. The first of two for one slot wins. */
export function registerContributions(list: readonly UiContribution[]): void {
  contributions = list;
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

/** The form widget that a plugin brings for a field. */
export function findFieldSlot(module: string, fieldName: string): ComponentType<FieldSlotProps> | undefined {
  return firstOf(({ fields }) => fields?.[`${module}.${fieldName}`]);
}

/** The cell that a plugin brings for a field. */
export function findCellSlot(module: string, fieldName: string): ComponentType<CellSlotProps> | undefined {
  return firstOf(({ cells }) => cells?.[`${module}.${fieldName}`]);
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
