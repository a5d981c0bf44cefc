import {
  GLOBAL_TEAM_ID,
  type CollectionSchema,
  type KeySchema,
  type RecordDocument,
  type RecordKeys,
  type ViewContent,
  type ViewSharing,
} from '#engine/model';

/**
 * The fields that a part of a view refers to: their stable ids and labels at the time of saving, by module and name, so
 * that renamed fields are found.
 */
export interface FieldIdentities {
  readonly [module: string]: { readonly [name: string]: { readonly id: string; readonly label: string } };
}

/** A saved view as stored. */
export interface StoredView extends ViewContent {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly owner: string;
  readonly name: string;
  readonly sharing: ViewSharing;
  readonly sharedWith: string | null;
  readonly memo: { readonly [part in 'filter' | 'columns' | 'sort' | 'groupBy' | 'viewType']: FieldIdentities };
  readonly updatedAt: string;
}

/** A user's choices for a module's views. */
export interface ViewChoices {
  readonly order: readonly string[];
  readonly default: string | null;
}

const key = (id: string, list = false): KeySchema => ({ id, kind: 'text', list });

export const VIEW_KEYS = { module: key('module'), audience: key('audience', true) } as const;

/**
 * Saved views. `audience` contains who may read a view: its owner, a team, a role. All views that are not private also
 * contain 'shared'.
 */
export const VIEWS_COLLECTION: CollectionSchema = {
  name: '_views',
  keys: Object.values(VIEW_KEYS),
  indexes: [{ keys: ['audience'] }, { keys: ['module'] }],
  contains: [],
};

/** One document per user and module: order and default of its views. */
export const VIEW_CHOICES_COLLECTION: CollectionSchema = { name: '_view_choices', keys: [], indexes: [], contains: [] };

/** The keys of a view, with who may read it. */
export function keysOfView({
  module,
  owner,
  sharing,
  sharedWith,
}: Pick<StoredView, 'module' | 'owner' | 'sharing' | 'sharedWith'>): RecordKeys {
  return { module, audience: sharing === 'private' ? [`user:${owner}`] : [`user:${owner}`, `${sharing}:${sharedWith ?? ''}`, 'shared'] };
}

/** The audiences that a user belongs to. */
export function audiencesOf(user: string, teams: readonly string[], roles: readonly string[]): string[] {
  return [
    `user:${user}`,
    ...[...new Set([...teams, GLOBAL_TEAM_ID])].map((team) => `team:${team}`),
    ...roles.map((role) => `role:${role}`),
  ];
}

export function readStoredView(document: RecordDocument): StoredView {
  const view = document as unknown as StoredView;
  // Views that were saved before view types existed are tables.
  return view.viewType === undefined ? { ...view, viewType: null, memo: { ...view.memo, viewType: {} } } : view;
}
