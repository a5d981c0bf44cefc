import type { ComponentType } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { registerUserAreas, useSession, type SessionState } from '../client/index.ts';
import { withSlotBoundary, logSlotFailure } from './slot-boundary.tsx';
import type {
  AccountAction,
  BulkAction,
  CellSlotProps,
  DashboardWidget,
  ErrorDialogProps,
  FieldSlotProps,
  HomeBodyProps,
  NewRecordSlotProps,
  RecordSlotProps,
  TransitionRequirement,
  PluginPage,
  RecordAction,
  RecordPanel,
  RoutedPage,
  ScreenPart,
  ScreenPlace,
  UiContribution,
} from './contribution.ts';
import type { DoneAction, DoneLog } from './done-log.ts';

let registered: readonly UiContribution[] = [];

/** Those of the product itself, which need no plugin. */
let own: readonly UiContribution[] = [];

/** Those of the plugins that run on the server: only these fill slots. */
let contributions: readonly UiContribution[] = [];

/**
 * Registers the contributions of the plugins in the bundle; called once, before the first render. Those of plugins that are not enabled on
 * the server, or off, are ignored, as of the last shell. The first of two for one slot wins; those of the product itself come last.
 */
export function registerContributions(list: readonly UiContribution[], ofProduct: readonly UiContribution[] = []): void {
  registered = list.map(wrapContribution);
  own = ofProduct.map(wrapContribution);
  selectRunning(useSession.getState());
  useSession.subscribe(selectRunning);
}

function selectRunning({ plugins }: SessionState): void {
  contributions = [...registered.filter(({ plugin }) => plugins?.includes(plugin) ?? true), ...own];
  registerUserAreas(contributions.flatMap(({ areas = [] }) => areas));
}

/** The contributions of all plugins in the bundle, for the routes, which are created once. */
export function listContributions(): readonly UiContribution[] {
  return registered;
}

/** The contribution, with each of its components in its own error boundary. */
function wrapContribution(contribution: UiContribution): UiContribution {
  const {
    plugin,
    dialogs = {},
    fields = {},
    cells = {},
    fieldTypes = {},
    recordBodies = {},
    newRecordBodies = {},
    recordActions = [],
    accountActions = [],
    bulkActions = [],
    panels = [],
    screenParts = [],
    pages = [],
    routedPages = [],
    widgets,
    homeBody,
  } = contribution;
  return {
    ...contribution,
    ...(widgets && { widgets: async () => wrapWidgets(plugin, await widgets()) }),
    ...(homeBody && { homeBody: withSlotBoundary(plugin, 'homeBody', homeBody) }),
    dialogs: wrapAll(plugin, 'dialogs', dialogs),
    fields: wrapAll(plugin, 'fields', fields),
    cells: wrapAll(plugin, 'cells', cells),
    recordBodies: wrapAll(plugin, 'recordBodies', recordBodies),
    newRecordBodies: wrapAll(plugin, 'newRecordBodies', newRecordBodies),
    fieldTypes: Object.fromEntries(
      Object.entries(fieldTypes).map(([name, { field, cell }]) => [
        name,
        {
          ...(field && { field: withSlotBoundary(plugin, `fieldTypes ${name}`, field) }),
          ...(cell && { cell: withSlotBoundary(plugin, `fieldTypes ${name}`, cell) }),
        },
      ]),
    ),
    recordActions: recordActions.map((action) => ({
      ...action,
      component: withSlotBoundary(plugin, `recordActions ${action.id}`, action.component),
    })),
    accountActions: accountActions.map((action) => ({
      ...action,
      component: withSlotBoundary(plugin, `accountActions ${action.id}`, action.component),
    })),
    bulkActions: bulkActions.map((action) => ({
      ...action,
      component: withSlotBoundary(plugin, `bulkActions ${action.id}`, action.component),
    })),
    panels: panels.map((panel) => ({ ...panel, component: withSlotBoundary(plugin, `panels ${panel.id}`, panel.component) })),
    screenParts: screenParts.map((part) => ({ ...part, component: withSlotBoundary(plugin, `screenParts ${part.place}`, part.component) })),
    pages: pages.map((page) => ({ ...page, component: withSlotBoundary(plugin, `pages ${page.path}`, page.component) })),
    routedPages: routedPages.map(({ load, ...page }) => ({
      ...page,
      ...(load && { load: async () => withSlotBoundary(plugin, `routedPages ${page.route}`, await load()) }),
    })),
  };
}

function wrapWidgets(plugin: string, widgets: readonly DashboardWidget[]): readonly DashboardWidget[] {
  return widgets.map((widget) => ({ ...widget, component: withSlotBoundary(plugin, `widgets ${widget.key}`, widget.component) }));
}

function wrapAll<Props extends object>(
  plugin: string,
  slot: string,
  components: Readonly<Record<string, ComponentType<Props>>>,
): Readonly<Record<string, ComponentType<Props>>> {
  return Object.fromEntries(
    Object.entries(components).map(([key, component]) => [key, withSlotBoundary(plugin, `${slot} ${key}`, component)]),
  );
}

/** The result of a plugin's function; if it throws, the error is logged and undefined is returned. */
function callSafely<T>(plugin: string, slot: string, call: () => T | undefined): T | undefined {
  try {
    return call();
  } catch (error) {
    logSlotFailure(plugin, slot, error);
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

function appliesTo(entry: { readonly modules?: readonly string[] }, module: string): boolean {
  return entry.modules === undefined || entry.modules.includes(module);
}

/** Returns the dialog for an error code of a refused save. */
export function findErrorDialog(code: string): ComponentType<ErrorDialogProps> | undefined {
  return firstOf(({ dialogs }) => ownSlot(dialogs, code));
}

/** Returns what a plugin shows on the page of a record instead of its fields. */
export function findRecordBody(module: string): ComponentType<RecordSlotProps> | undefined {
  return firstOf(({ recordBodies }) => ownSlot(recordBodies, module));
}

/** Returns what a plugin shows instead of the form of a new record. */
export function findNewRecordBody(module: string): ComponentType<NewRecordSlotProps> | undefined {
  return firstOf(({ newRecordBodies }) => ownSlot(newRecordBodies, module));
}

function ownSlot<Slot>(slots: Readonly<Record<string, Slot>> | undefined, key: string): Slot | undefined {
  return slots !== undefined && Object.hasOwn(slots, key) ? slots[key] : undefined;
}

/** Returns the message shown while a record of the module is being saved. */
export function findSavingMessage(module: string): string | undefined {
  return firstOf(({ savingMessages }) => ownSlot(savingMessages, module));
}

/** Returns the plugin's validator for the values of a mass update. */
export function findMassUpdateValidator(module: string): ((fields: JsonObject) => string | undefined) | undefined {
  return firstOf(({ massUpdateValidators }) => ownSlot(massUpdateValidators, module));
}

/** Returns what a value of a field requires on a record, from the plugins. */
export function findTransitionRequirement(
  module: string,
  fieldName: string,
  value: JsonValue,
  record: Readonly<Record<string, JsonValue | undefined>>,
): TransitionRequirement | undefined {
  const key = `${module}.${fieldName}`;
  return firstOf(({ plugin, transitionRequirements }) =>
    callSafely(plugin, `transitionRequirements ${key}`, () => transitionRequirements?.[key]?.(value, record)),
  );
}

/** What identifies the slot of a field: its name and its field type. */
type SlottedField = Pick<FieldView, 'fieldName' | 'fieldType'>;

/** Returns the form widget that a plugin adds for a field, or else for its field type. */
export function findFieldSlot(module: string, { fieldName, fieldType }: SlottedField): ComponentType<FieldSlotProps> | undefined {
  return firstOf(({ fields }) => fields?.[`${module}.${fieldName}`]) ?? firstOf(({ fieldTypes }) => ownOf(fieldTypes, fieldType)?.field);
}

/** Returns the cell that a plugin adds for a field, or else for its field type. */
export function findCellSlot(module: string, { fieldName, fieldType }: SlottedField): ComponentType<CellSlotProps> | undefined {
  return firstOf(({ cells }) => cells?.[`${module}.${fieldName}`]) ?? firstOf(({ fieldTypes }) => ownOf(fieldTypes, fieldType)?.cell);
}

function ownOf(
  fieldTypes: UiContribution['fieldTypes'],
  name: string | undefined,
): NonNullable<UiContribution['fieldTypes']>[string] | undefined {
  return name !== undefined && fieldTypes !== undefined && Object.hasOwn(fieldTypes, name) ? fieldTypes[name] : undefined;
}

export function listRecordActions(module: string): readonly RecordAction[] {
  return contributions.flatMap((contribution) => contribution.recordActions ?? []).filter((action) => appliesTo(action, module));
}

/** Returns the ways to create a user for someone with these permissions. */
export function listAccountActions(permissions: readonly string[]): readonly AccountAction[] {
  return contributions
    .flatMap(({ accountActions = [] }) => accountActions)
    .filter(({ permission }) => permission === undefined || permissions.includes(permission));
}

export function listBulkActions(module: string): readonly BulkAction[] {
  return contributions.flatMap((contribution) => contribution.bulkActions ?? []).filter((action) => appliesTo(action, module));
}

export function listPanels(module: string): readonly RecordPanel[] {
  return contributions.flatMap((contribution) => contribution.panels ?? []).filter((panel) => appliesTo(panel, module));
}

export function listScreenParts(place: ScreenPlace): readonly ScreenPart[] {
  return contributions.flatMap(({ screenParts = [] }) => screenParts.filter((part) => part.place === place));
}

/**
 * Loads the widgets of all plugins and of the product; of two with one key the first one is taken. Those of a plugin whose code cannot be
 * loaded are left out, and the failure is logged.
 * @throws nothing.
 */
export async function loadWidgets(): Promise<readonly DashboardWidget[]> {
  const loaded = await Promise.all(
    contributions.map(async ({ plugin, widgets }) => {
      try {
        return (await widgets?.()) ?? [];
      } catch (error) {
        logSlotFailure(plugin, 'widgets', error);
        return [];
      }
    }),
  );
  return loaded.flat().filter(({ key }, at, all) => all.findIndex((one) => one.key === key) === at);
}

/**
 * Returns the record with which a plugin logs what was done; of several, the first. A failure of a plugin is logged.
 * @throws nothing.
 */
export async function findDoneLog(done: DoneAction): Promise<DoneLog | undefined> {
  for (const { plugin, logDone } of contributions)
    try {
      const log = await logDone?.(done);
      if (log !== undefined) return log;
    } catch (error) {
      logSlotFailure(plugin, 'logDone', error);
    }
  return undefined;
}

/** Returns what a plugin shows as the first page. */
export function findHomeBody(): ComponentType<HomeBodyProps> | undefined {
  return firstOf(({ homeBody }) => homeBody);
}

/** Returns the page of a plugin by its path. */
export function findPluginPage(plugin: string, path: string): PluginPage | undefined {
  return firstOf((contribution) => (contribution.plugin === plugin ? contribution.pages?.find((page) => page.path === path) : undefined));
}

/** The pages of plugins to which the list of a module has links, with their paths below the area of the user. */
export function listLinkedPages(module: string): readonly (PluginPage & { readonly href: string })[] {
  return contributions.flatMap(({ plugin, pages = [] }) =>
    pages.filter(({ listsOf }) => listsOf?.includes(module) === true).map((page) => ({ ...page, href: `/x/${plugin}/${page.path}` })),
  );
}

export function listRoutedPages(): readonly RoutedPage[] {
  return contributions.flatMap((contribution) => contribution.routedPages ?? []);
}
