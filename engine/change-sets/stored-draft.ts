import type { StorePort, StoreWrite } from '../ports/index.ts';
import type { CollectionSchema } from '#engine/model/compiled';
import type { DefinitionKind } from '#engine/model/definitions';
import type { FilterNode } from '#engine/model/filter';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import { createDocumentRemoval, createDocumentWrite } from '../records/index.ts';

/** The change of one artifact in a draft. */
export interface DraftChange {
  readonly kind: DefinitionKind;
  readonly id: string;
  /** The effective definition at the first edit; null: there was none. */
  readonly before: JsonObject | null;
  /** As the admin wants it, whether or not it is valid; null: the artifact is removed. */
  readonly definition: JsonObject | null;
  /** Version of the definitions at the first edit. */
  readonly since: number;
}

/** A change-set that is not published. Times are ISO 8601. */
export interface StoredDraft {
  readonly _id: string;
  readonly _version: number;
  readonly name: string;
  /** Id of the user who created it; null: the system. */
  readonly author: string | null;
  /** All System Admins may edit it. */
  readonly shared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Version of the definitions when it was last edited. */
  readonly definitionVersion: number;
  readonly changes: readonly DraftChange[];
  /** Its values are being converted: it cannot be edited until it is published, or the conversion is cancelled. */
  readonly isConverting?: boolean;
}

const AUTHOR = { id: 'author', kind: 'text', list: false } as const;
/** Who may edit a draft: its author, and 'shared' for all System Admins. */
const AUDIENCE = { id: 'audience', kind: 'text', list: true } as const;
const EVERYONE = 'shared';

/** Drafts of change-sets. A published one moves to the change-sets of the registry, with the same id. */
export const DRAFTS_COLLECTION: CollectionSchema = {
  name: '_changeset_drafts',
  keys: [AUTHOR, AUDIENCE],
  indexes: [{ keys: ['author'] }, { keys: ['audience'] }],
  contains: [],
};

/** Drafts that one admin can have. */
export const MAX_DRAFTS = 50;

const MAX_FOUND = 1_000;

/** The drafts that a user may edit: their own and shared ones. */
export async function findDrafts(store: StorePort, user: string): Promise<readonly StoredDraft[]> {
  const filter: FilterNode = { kind: 'equals', key: AUDIENCE, values: [`user:${user}`, EVERYONE] };
  const found = await store.find({ collection: DRAFTS_COLLECTION.name, filter, sort: [], limit: MAX_FOUND });
  return found.map(({ document }) => document as unknown as StoredDraft);
}

/** The number of drafts that a user created. */
export async function countDraftsOf(store: StorePort, user: string): Promise<number> {
  const filter: FilterNode = { kind: 'equals', key: AUTHOR, values: [user] };
  return (await store.count({ collection: DRAFTS_COLLECTION.name, filter })).total;
}

/** Reads a draft; undefined: there is none. */
export async function readDraft(store: StorePort, id: string): Promise<StoredDraft | undefined> {
  const [stored] = await store.get(DRAFTS_COLLECTION.name, [id]);
  return stored?.document as unknown as StoredDraft | undefined;
}

/** The write that replaces a draft as it was read, or inserts a new one. */
export function writeDraft(before: StoredDraft | undefined, after: Omit<StoredDraft, '_version'>): StoreWrite {
  const { _id, ...fields } = after;
  const audience = [...(after.author === null ? [] : [`user:${after.author}`]), ...(after.shared ? [EVERYONE] : [])];
  const document = { ...fields, audience } as unknown as JsonObject;
  return createDocumentWrite(DRAFTS_COLLECTION, _id, before as unknown as RecordDocument | undefined, document);
}

/** The write that removes a draft as it was read. */
export function removeDraft(draft: StoredDraft): StoreWrite {
  return createDocumentRemoval(DRAFTS_COLLECTION, draft as unknown as RecordDocument);
}
