import type { Actor } from '../../access/index.ts';
import type { SavedView, SavedViewList, ViewContent, ViewCount, ViewSharing } from '#engine/model/wire';
import type { IdempotencyKey } from '../save/idempotency-records.ts';

/** A new saved view. Omitted parts are as in the layout. */
export interface CreateViewInput extends Partial<ViewContent> {
  readonly module: string;
  readonly name: string;
  /** Default: private. */
  readonly sharing?: ViewSharing | undefined;
  /** Id of the team or role; required unless the view is private. */
  readonly sharedWith?: string | null | undefined;
  /** The same key returns the first result again; another body is rejected. */
  readonly idempotency?: IdempotencyKey | undefined;
}

/** Changes of a saved view; absent properties stay unchanged. */
export interface UpdateViewInput extends Partial<Omit<CreateViewInput, 'module'>> {
  readonly id: string;
  /** Rejected with `version_conflict` and the current view if the view has another version. */
  readonly version?: number | undefined;
}

/** A user's own order of a module's views. */
export interface ArrangeViewsInput extends Pick<CreateViewInput, 'module' | 'idempotency'> {
  readonly ids: readonly string[];
}

/** The view that a module's list opens with: an id, 'all' or 'mine'; null: none chosen. */
export interface DefaultViewInput extends Pick<CreateViewInput, 'module' | 'idempotency'> {
  readonly view: string | null;
}

/**
 * Saved views of lists. A private view is only for its owner. A shared view can be read by the members of its team, or
 * by the users with its role, and changed by its owner and System Admins. The reader's own rights determine what it
 * shows. Errors: `view_not_found`, also for a view that the actor may not read; `view_not_changeable`;
 * `view_not_shareable`; `too_many_views`; `validation_failed`, `filter_invalid`, `sort_invalid`, `group_invalid`,
 * `field_not_visible` for its content; `module_access_denied`; `idempotency_conflict`; `action_not_allowed` if the
 * actor is not a user.
 */
export interface SavedViewOperations {
  /** The views of a module that the actor may use, in their own order. `includeAllShared`: all shared views too, for a System Admin. */
  list(actor: Actor, input: { readonly module: string; readonly includeAllShared?: boolean | undefined }): Promise<SavedViewList>;
  get(actor: Actor, input: { readonly id: string }): Promise<SavedView>;
  create(actor: Actor, input: CreateViewInput): Promise<SavedView>;
  update(actor: Actor, input: UpdateViewInput): Promise<SavedView>;
  /** Creates a private copy, owned by the actor, with what they see of the view. */
  duplicate(
    actor: Actor,
    input: { readonly id: string; readonly name?: string | undefined; readonly idempotency?: IdempotencyKey | undefined },
  ): Promise<SavedView>;
  remove(actor: Actor, input: { readonly id: string; readonly idempotency?: IdempotencyKey | undefined }): Promise<void>;
  /** Saves the actor's order of a module's views: ids, first to last. Other views come after them. */
  arrange(actor: Actor, input: ArrangeViewsInput): Promise<SavedViewList>;
  /** Saves the view that the module's list opens with for the actor: an id, 'all' or 'mine'; null: none chosen. */
  setDefault(actor: Actor, input: DefaultViewInput): Promise<SavedViewList>;
  /** Counts the records that each saved view of a module shows the actor, including 'all' and 'mine'. */
  count(actor: Actor, input: { readonly module: string }): Promise<readonly ViewCount[]>;
}
