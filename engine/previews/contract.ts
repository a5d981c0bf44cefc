import type { Access, Actor } from '../access/index.ts';
import type { ChangeSets } from '../change-sets/index.ts';
import type { Files } from '../files/index.ts';
import type { FilesPort, LogPort, StoreVersions } from '../ports/index.ts';
import type { ReadServices, RecordOperations } from '../records/index.ts';
import type { DefinitionSnapshot, Registry } from '../registry/index.ts';
import type { UserType } from '#engine/model/definitions';
import type { PreviewView, SessionUser, ShellView } from '#engine/model/wire';

/** For whom the definitions are shown. Roles: somebody of this type who has exactly these, is in these teams, and owns what the admin owns. */
export type PreviewSubject =
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'roles'; readonly roles: readonly string[]; readonly teams: readonly string[]; readonly userType: UserType };

/** What is shown, and to whom. */
export interface PreviewInput {
  /** Id of a draft; null: the published definitions. */
  readonly changeSet: string | null;
  readonly subject: PreviewSubject;
}

/** The content of a preview token. It is valid for the admin and for exactly these definitions. */
export interface PreviewClaims extends PreviewInput {
  /** Id of the System Admin. */
  readonly admin: string;
  /** Version of the draft; 0 without one. */
  readonly draftVersion: number;
  /** Version of the published definitions. */
  readonly definitionVersion: number;
}

/** Everything that serves the requests of a preview. Its operations read only; writes are refused with `preview_read_only`. */
export interface OpenedPreview {
  readonly view: PreviewView;
  readonly snapshot: DefinitionSnapshot;
  /** Names of the fields that a job calculates when the draft is published, by the name of their module: roll-ups, and formulas over them. */
  readonly laterFields: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same with the formulas that are evaluated for each record that is read: no list is sorted, filtered or grouped by any of these. */
  readonly unsavedFields: ReadonlyMap<string, ReadonlySet<string>>;
  /** The admin: what they own beside records, such as favourites, is their own, and the audit names them. */
  readonly actor: Actor;
  /** The rights of the person for whom it is shown. */
  readonly access: Access;
  readonly records: RecordOperations;
  readonly uploads: Files;
  /**
   * The person as the shell shows them, and the admin.
   * @throws errors of the store.
   */
  describe(): Promise<PreviewedSession>;
}

/** The session that the shell of a preview shows. */
export interface PreviewedSession extends Pick<ShellView, 'user' | 'teams'> {
  readonly admin: SessionUser;
}

/** What this package needs. */
export interface PreviewServices extends ReadServices {
  readonly registry: Pick<Registry, 'current'>;
  readonly changeSets: Pick<ChangeSets, 'draft' | 'compile'>;
  /** Contents of uploaded files. */
  readonly contents: FilesPort;
  readonly log: LogPort;
  /** A user and their teams. */
  readonly describeUser: (id: string) => Promise<Pick<ShellView, 'user' | 'teams'>>;
}

/**
 * Previews: a System Admin sees the real records through the definitions of a draft, with the rights of somebody else. The compiled
 * definitions of few drafts are cached, until the draft changes or for half an hour after their last use.
 */
export interface Previews {
  /**
   * Checks and compiles what is shown.
   * @throws `change_set_not_found`, `change_set_not_draft`; `definition_invalid` with the problems of the draft; `record_not_found`,
   * `account_inactive` for the user; `definition_not_found` for a role, `body_invalid` for a user type.
   */
  start(admin: string, input: PreviewInput): Promise<{ readonly claims: PreviewClaims; readonly preview: PreviewView }>;
  /**
   * Opens what is shown now for one request, without a token.
   * @throws as `start`.
   */
  openNow(admin: string, input: PreviewInput, versions: StoreVersions): Promise<OpenedPreview>;
  /**
   * Opens a preview for one request, which has read the versions from the store.
   * @throws `admin_only` if the admin is none any more; `preview_outdated` if the draft or the published definitions changed.
   */
  open(claims: PreviewClaims, versions: StoreVersions): Promise<OpenedPreview>;
}
