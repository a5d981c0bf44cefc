import type { Actor } from '../access/index.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import type { SavedView, SavedViewList, ViewContent, ViewCount, ViewSharing } from '#engine/model';

/** A new saved view. What is left out is as in the layout. */
export interface CreateViewInput extends Partial<ViewContent> {
  readonly module: string;
  readonly name: string;
  /** Default: private. */
  readonly sharing?: ViewSharing | undefined;
  /** Id of the team or role; needed unless it is private. */
  readonly sharedWith?: string | null | undefined;
  /** The same key answers the first answer again, another body is refused. */
  readonly idempotency?: IdempotencyKey | undefined;
}

/** What changes in a saved view; absent is unchanged. */
export interface UpdateViewInput extends Partial<Omit<CreateViewInput, 'module'>> {
  readonly id: string;
  /** Refused with `version_conflict` and the current view if it is no longer this. */
  readonly version?: number | undefined;
}

/** An own order of a module's views. */
export interface ArrangeViewsInput extends Pick<CreateViewInput, 'module' | 'idempotency'> {
  readonly ids: readonly string[];
}

/** The view that a module's list opens with: an id, 'all' or 'mine'; null: none chosen. */
export interface DefaultViewInput extends Pick<CreateViewInput, 'module' | 'idempotency'> {
  readonly view: string | null;
}

/**
 * Lists with a name. A private view is its owner's alone. One that is shared is read by the members of its team, or by
 * those who have its role, and changed by its owner and System Admins. Its reader's own rights decide what it shows.
 * Errors: `view_not_found`, also for what the actor may not read; `view_not_changeable`; `view_not_shareable`;
 * `too_many_views`; `validation_failed`, `filter_invalid`, `sort_invalid`, `group_invalid`, `field_not_visible` for its
 * content; `module_access_denied`; `idempotency_conflict`; `action_not_allowed` for who is no user.
 */
export interface SavedViewOperations {
  /** Those of a module that the actor may use, in their own order. `everyones`: all shared ones too, for a System Admin. */
  list(actor: Actor, input: { readonly module: string; readonly includeAllShared?: boolean | undefined }): Promise<SavedViewList>;
  get(actor: Actor, input: { readonly id: string }): Promise<SavedView>;
  create(actor: Actor, input: CreateViewInput): Promise<SavedView>;
  update(actor: Actor, input: UpdateViewInput): Promise<SavedView>;
  /** A private one of the actor's own, with what they see of the other. */
  duplicate(actor: Actor, input: { readonly id: string; readonly name?: string | undefined; readonly idempotency?: IdempotencyKey | undefined }): Promise<SavedView>;
  remove(actor: Actor, input: { readonly id: string; readonly idempotency?: IdempotencyKey | undefined }): Promise<void>;
  /** The actor's own order of a module's views: ids, first to last; others follow. */
  arrange(actor: Actor, input: ArrangeViewsInput): Promise<SavedViewList>;
  /** The view that the module's list opens with for the actor: an id, 'all' or 'mine'; null: none chosen. */
  setDefault(actor: Actor, input: DefaultViewInput): Promise<SavedViewList>;
  /** Count the records of each saved view of a module the actor, 'all' and 'mine' among them. */
  count(actor: Actor, input: { readonly module: string }): Promise<readonly ViewCount[]>;
}
