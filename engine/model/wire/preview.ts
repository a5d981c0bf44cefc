import type { UserType } from '../definitions/index.ts';

/** For whom the definitions are shown: a user, or somebody with some roles. */
export type PreviewPerson =
  | { readonly kind: 'user'; readonly user: { readonly _id: string; readonly name: string } }
  | {
      readonly kind: 'roles';
      readonly roles: readonly { readonly _id: string; readonly name: string }[];
      readonly teams: readonly { readonly _id: string; readonly name: string }[];
      readonly userType: UserType;
    };

/** A preview that is shown: nothing is saved in it. */
export interface PreviewView {
  /** The draft whose definitions are shown; null: the published definitions. */
  readonly changeSet: { readonly _id: string; readonly name: string } | null;
  /** For whom it is shown. */
  readonly person: PreviewPerson;
}

/** `POST /api/previews`. */
export interface StartedPreview {
  /** The bearer token of the requests of the preview. */
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly preview: PreviewView;
}
