import type { JsonObject, ModuleSummary } from '#engine/model';
import type { RecordData } from '#ui';
import { isComplete } from '../shared/conditions.ts';
import { objectIn, objectsIn, orderIn, textIn, textsIn } from '../shared/entries.ts';
import { readPlace, toSelector, type WidgetPlace } from '../shared/places.ts';
import { tNavigation } from './texts.ts';

/** A group of an editor: a heading of the menu, an edge, a place or a module. */
export interface EditorGroup {
  readonly id: string;
  readonly label: string;
}

/** How the records of a module are sorted into groups and drawn. */
export interface EditorKind {
  readonly id: 'menu' | 'buckets' | 'bumpouts' | 'widgets' | 'notes';
  readonly module: string;
  /** The field that switches a record on; undefined: all are. */
  readonly flag: string | undefined;
  /** The group of a record, by id. */
  readonly groupOf: (record: RecordData) => string;
  /** The groups that are always there, and those of the records. */
  readonly groupsOf: (records: readonly RecordData[], modules: readonly ModuleSummary[]) => readonly EditorGroup[];
  /** Its position among those of its group. */
  readonly orderOf: (record: RecordData) => number;
  /** What is saved of a record that has this place. */
  readonly fieldsAt: (record: RecordData, group: string, order: number) => JsonObject;
  /** Values of a new record of a group, for a user type ('': all). */
  readonly prefill: (group: string, userType: string) => JsonObject;
  /** Whether a record is for a user type. */
  readonly isFor: (record: RecordData, userType: string) => boolean;
  /** What it opens or shows, in a few words. */
  readonly note: (record: RecordData, modules: readonly ModuleSummary[]) => string;
  /** People can add groups of their own. */
  readonly hasOwnGroups: boolean;
}

function labelOf(modules: readonly ModuleSummary[], name: string): string {
  return modules.find((module) => module.name === name)?.label ?? name;
}

function isForTypes(record: RecordData, userType: string): boolean {
  const types = textsIn(record, 'user_types');
  return types.length === 0 || types.includes(userType);
}

function withOptions(record: RecordData, options: JsonObject): JsonObject {
  return { options: { ...objectIn(record, 'options'), ...options } };
}

/** Distinct ids in the order in which they appear. */
function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

const MENU: EditorKind = {
  id: 'menu',
  module: 'menuNavs',
  flag: 'isEnabled',
  groupOf: (record) => textIn(objectIn(record, 'options'), 'group').trim(),
  groupsOf: (records) =>
    distinct(['', ...records.map((record) => MENU.groupOf(record))]).map((id) => ({ id, label: id === '' ? tNavigation('noGroup') : id })),
  orderOf: (record) => orderIn(objectIn(record, 'options')),
  fieldsAt: (record, group, order) => {
    const { group: _before, ...options } = objectIn(record, 'options');
    return { options: { ...options, order, ...(group === '' ? {} : { group }) } };
  },
  prefill: (group, userType) => ({
    ...(group === '' ? {} : { options: { group } }),
    ...(userType === '' ? {} : { user_type: userType }),
  }),
  isFor: (record, userType) => ['', userType].includes(textIn(record, 'user_type')),
  note: (record, modules) => {
    const module = textIn(record, 'related_module');
    const target = module === '' ? textIn(record, 'route') : labelOf(modules, module);
    return [target, textIn(record, 'user_type') || tNavigation('everyone')].join(' · ');
  },
  hasOwnGroups: true,
};

const BUCKETS: EditorKind = {
  id: 'buckets',
  module: 'buckets',
  flag: 'active',
  groupOf: () => '',
  groupsOf: () => [{ id: '', label: '' }],
  orderOf: (record) => orderIn(record),
  fieldsAt: (_record, _group, order) => ({ order }),
  prefill: (_group, userType) => (userType === '' ? {} : { user_types: [userType] }),
  isFor: isForTypes,
  note: (record, modules) =>
    [
      labelOf(modules, textIn(record, 'related_module')),
      textsIn(record, 'user_types').join(', ') || tNavigation('everyone'),
      ...(objectsIn(record, 'filters').every(isComplete) ? [] : [tNavigation('conditionIncomplete')]),
    ].join(' · '),
  hasOwnGroups: false,
};

const SIDES = ['left', 'right', 'top', 'bottom'] as const;

const BUMPOUTS: EditorKind = {
  id: 'bumpouts',
  module: 'bumpouts',
  flag: 'isEnabled',
  groupOf: (record) => SIDES.find((side) => side === record['side']) ?? 'right',
  groupsOf: () => SIDES.map((side) => ({ id: side, label: tNavigation(`side.${side}`) })),
  orderOf: (record) => orderIn(objectIn(record, 'options')),
  fieldsAt: (record, side, order) => ({ side, ...withOptions(record, { order }) }),
  prefill: (side, userType) => ({ side, ...(userType === '' ? {} : { user_types: [userType] }) }),
  isFor: isForTypes,
  note: (record) => textsIn(record, 'user_types').join(', ') || tNavigation('everyone'),
  hasOwnGroups: false,
};

function placeId(place: WidgetPlace | undefined): string {
  if (place === undefined) return 'other';
  return place.kind === 'home' ? 'home' : `record:${place.module ?? ''}`;
}

/** Where a widget is shown, for people. */
export function namePlace(place: WidgetPlace | undefined, modules: readonly ModuleSummary[]): string {
  if (place === undefined) return tNavigation('place.other');
  if (place.kind === 'home') return tNavigation('place.home');
  return tNavigation('place.record') + (place.module === undefined ? '' : `: ${labelOf(modules, place.module)}`);
}

function placeOf(group: string): WidgetPlace | undefined {
  return group === 'other' ? undefined : readPlace(group);
}

/** The part of a selector that tells it from others of its place. */
function ownName(selector: string): string {
  const parts = selector.split(':');
  const place = readPlace(selector);
  return (place === undefined ? selector : parts.slice(place.kind === 'home' ? 1 : 2).join(':')) || selector.replaceAll(':', '-');
}

const WIDGETS: EditorKind = {
  id: 'widgets',
  module: 'musterWidgets',
  flag: 'active',
  groupOf: (record) => placeId(readPlace(textIn(record, 'key_selector'))),
  groupsOf: (records, modules) =>
    distinct(['home', 'record:', ...records.map((record) => WIDGETS.groupOf(record)), 'other']).map((id) => {
      return { id, label: namePlace(placeOf(id), modules) };
    }),
  orderOf: (record) => orderIn(objectIn(record, 'settings')),
  fieldsAt: (record, group, order) => ({
    ...(WIDGETS.groupOf(record) === group ? {} : { key_selector: toSelector(placeOf(group), ownName(textIn(record, 'key_selector'))) }),
    settings: { ...objectIn(record, 'settings'), order },
  }),
  prefill: (group, userType) => ({
    ...(group === 'other' ? { isMenu: true } : { key_selector: `${group}:` }),
    ...(userType === '' ? {} : { user_types: [userType] }),
  }),
  isFor: isForTypes,
  note: (record) => textsIn(record, 'user_types').join(', ') || tNavigation('everyone'),
  hasOwnGroups: false,
};

const NOTES: EditorKind = {
  id: 'notes',
  module: 'adminNotes',
  flag: undefined,
  groupOf: (record) => textIn(record, 'related_module'),
  groupsOf: (records, modules) =>
    distinct(records.map((record) => NOTES.groupOf(record)))
      .map((id) => ({ id, label: id === '' ? tNavigation('noModule') : labelOf(modules, id) }))
      .sort((one, other) => one.label.localeCompare(other.label, 'en')),
  orderOf: () => 0,
  fieldsAt: (_record, group) => ({ related_module: group }),
  prefill: (group) => (group === '' ? {} : { related_module: group }),
  isFor: () => true,
  note: (record) => textIn(record, 'note'),
  hasOwnGroups: false,
};

/** The kinds of records that are sorted in an editor, by id. */
export const EDITOR_KINDS = { menu: MENU, buckets: BUCKETS, bumpouts: BUMPOUTS, widgets: WIDGETS, notes: NOTES } as const;

/** Records in their groups, as they are drawn: sorted by position, then by name. */
export interface GroupedRecords extends EditorGroup {
  readonly items: readonly string[];
}

/** Sorts records into the groups of their kind. `added` are groups without records that were just added. */
export function groupRecords(
  kind: EditorKind,
  records: readonly RecordData[],
  modules: readonly ModuleSummary[],
  added: readonly string[] = [],
): readonly GroupedRecords[] {
  const sorted = [...records].sort(
    (one, other) => kind.orderOf(one) - kind.orderOf(other) || textIn(one, 'name').localeCompare(textIn(other, 'name'), 'en'),
  );
  const groups = kind.groupsOf(sorted, modules);
  const more = added.filter((id) => !groups.some((group) => group.id === id)).map((id) => ({ id, label: id }));
  return [...groups, ...more].map((group) => ({
    ...group,
    items: sorted.filter((record) => kind.groupOf(record) === group.id).map(({ _id }) => _id),
  }));
}

/** A record with what is to be saved of it. */
export interface RecordPatch {
  readonly record: RecordData;
  readonly fields: JsonObject;
}

/** A value as a text, whatever the order of its properties. */
function toComparable(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return JSON.stringify(isObject ? Object.entries(value).sort(([one], [other]) => one.localeCompare(other, 'en')) : (value ?? null));
}

/** What must be saved so that the records are drawn in these groups and in this order: only records whose values differ. */
export function listPatches(kind: EditorKind, records: readonly RecordData[], groups: readonly GroupedRecords[]): readonly RecordPatch[] {
  let order = 0;
  return groups.flatMap(({ id, items }) =>
    items.flatMap((item): RecordPatch[] => {
      order += 1;
      const record = records.find(({ _id }) => _id === item);
      if (record === undefined) return [];
      const fields = kind.fieldsAt(record, id, order);
      const isSame = Object.entries(fields).every(([name, value]) => toComparable(record[name]) === toComparable(value));
      return isSame ? [] : [{ record, fields }];
    }),
  );
}
