import { GLOBAL_TEAM_ID, type CollectionSchema, type KeySchema, type RecordDocument, type RecordKeys, type ViewContent, type ViewSharing } from '#engine/model';

/** Fields that a part of a view names: their stable ids and labels when it was saved, by module and name, so that a rename is followed. */
export interface FieldIdentities {
  readonly [module: string]: { readonly [name: string]: { readonly id: string; readonly label: string } };
}

/** A saved view as it is kept. */
export interface StoredView extends ViewContent {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly owner: string;
  readonly name: string;
  readonly sharing: ViewSharing;
  readonly sharedWith: string | null;
  readonly memo: { readonly [part in 'filter' | 'columns' | 'sort' | 'groupBy' | 'face']: FieldIdentities };
  readonly updatedAt: string;
}

/** What someone chose about a module's views. */
export interface ViewChoices {
  readonly order: readonly string[];
  readonly default: string | null;
}

const key = (id: string, list = false): KeySchema => ({ id, kind: 'text', list });

export const VIEW_KEYS = { module: key('module'), audience: key('audience', true) } as const;

/** Saved views. `audience` says who may read: its owner, a team, a role; 'shared' is in all that are not private. */
export const VIEWS_COLLECTION: CollectionSchema = { name: '_views', keys: Object.values(VIEW_KEYS), indexes: [{ keys: ['audience'] }, { keys: ['module'] }], contains: [] };

/** One document a user and module: order and default of its views. */
export const VIEW_CHOICES_COLLECTION: CollectionSchema = { name: '_view_choices', keys: [], indexes: [], contains: [] };

/** Who may read a view, as its key. */
export function keysOfView({ module, owner, sharing, sharedWith }: Pick<StoredView, 'module' | 'owner' | 'sharing' | 'sharedWith'>): RecordKeys {
  return { module, audience: sharing === 'private' ? [`user:${owner}`] : [`user:${owner}`, `${sharing}:${sharedWith ?? ''}`, 'shared'] };
}

/** The audiences that a user is in. */
export function audiencesOf(user: string, teams: readonly string[], roles: readonly string[]): string[] {
  return [`user:${user}`, ...[...new Set([...teams, GLOBAL_TEAM_ID])].map((team) => `team:${team}`), ...roles.map((role) => `role:${role}`)];
}

export function readStoredView(document: RecordDocument): StoredView {
  const view = document as unknown as StoredView;
  // Views of before there were faces are tables.
  return view.viewType === undefined ? { ...view, viewType: null, memo: { ...view.memo, face: {} } } : view;
}
