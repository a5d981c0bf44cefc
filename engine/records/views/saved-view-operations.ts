import type { Actor } from '../../access/index.ts';
import type { SavedView, SavedViewList, ViewContent, ViewCount, ViewSharing } from '#engine/model/wire';
import type { IdempotencyKey } from '../save/idempotency-records.ts';

/** A new saved view. Omitted parts are as in the layout. */
export interface CreateViewInput extends Partial<ViewContent> {
  /** Name of the module. */
  readonly module: string;
  /** 1 to 80 characters. */
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
  /** Id of the view. */
  readonly id: string;
  /** Rejected with `version_conflict` and the current view if the view has another version. */
  readonly version?: number | undefined;
}

/** A user's own order of a module's views. */
export interface ArrangeViewsInput extends Pick<CreateViewInput, 'module' | 'idempotency'> {
  /** Ids of views, first to last. */
  readonly ids: readonly string[];
}

/** The user's choice of the view that a module's list opens with. */
export interface DefaultViewInput extends Pick<CreateViewInput, 'module' | 'idempotency'> {
  /** Id of a view, 'all', 'mine', or the name of a view of the definition; null: none chosen. */
  readonly view: string | null;
}

/**
 * Saved views of lists. A private view is only for its owner. A shared view can be read by the members of its team, or
 * by the users with its role, and changed by its owner and System Admins. The reader's own rights determine what it
 * shows. Besides the errors that it names, each function rejects with `action_not_allowed` if the actor is not a user, and
 * with the errors of the store.
 */
export interface SavedViewOperations {
  /**
   * The views of a module that the actor may use, at most 500, in their own order. `includeAllShared`: all shared views too, for a
   * System Admin; default false.
   * @throws `module_not_found`, `module_access_denied`; `admin_only` for `includeAllShared`.
   */
  list(actor: Actor, input: { readonly module: string; readonly includeAllShared?: boolean | undefined }): Promise<SavedViewList>;
  /**
   * Reads one view.
   * @throws `view_not_found`, also for a view that the actor may not read.
   */
  get(actor: Actor, input: { readonly id: string }): Promise<SavedView>;
  /**
   * Creates a view that the actor owns.
   * @throws `module_not_found`, `module_access_denied`; `filter_invalid`, `sort_invalid`, `group_invalid`, `unknown_field` for
   * its content; `validation_failed` for its name, a column or its audience; `view_not_shareable`; `too_many_views` for more than 200
   * of one module; `idempotency_conflict`, `overloaded`.
   */
  create(actor: Actor, input: CreateViewInput): Promise<SavedView>;
  /**
   * Changes a view; parts that the actor does not see in it stay as they are.
   * @throws `view_not_found`, `view_not_changeable`, `version_conflict`; those of `create` for what is changed.
   */
  update(actor: Actor, input: UpdateViewInput): Promise<SavedView>;
  /**
   * Creates a private copy, owned by the actor, with what they see of the view. Default name: that of the view and 'copy'.
   * @throws `view_not_found`, those of `create`.
   */
  duplicate(
    actor: Actor,
    input: { readonly id: string; readonly name?: string | undefined; readonly idempotency?: IdempotencyKey | undefined },
  ): Promise<SavedView>;
  /**
   * Removes a view for all its users.
   * @throws `view_not_found`, `view_not_changeable`, `idempotency_conflict`, `overloaded`.
   */
  remove(actor: Actor, input: { readonly id: string; readonly idempotency?: IdempotencyKey | undefined }): Promise<void>;
  /**
   * Saves the actor's order of a module's views: the first 500 ids. Other views come after them.
   * @throws `module_not_found`, `module_access_denied`, `idempotency_conflict`, `overloaded`.
   */
  arrange(actor: Actor, input: ArrangeViewsInput): Promise<SavedViewList>;
  /**
   * Saves the view that the module's list opens with for the actor.
   * @throws `view_not_found`, also for a view of another module; those of `arrange`.
   */
  setDefault(actor: Actor, input: DefaultViewInput): Promise<SavedViewList>;
  /**
   * Counts the records that each saved view of a module shows the actor, including 'all' and 'mine'. A count that takes more than
   * two seconds is null.
   * @throws `module_not_found`, `module_access_denied`.
   */
  count(actor: Actor, input: { readonly module: string }): Promise<readonly ViewCount[]>;
}
