import type { DefinitionKind, InputType } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../values/index.ts';
import type { ComparedAccess } from './access.ts';
import type { ReplacementSummary, ReplacementView } from './replacement.ts';

/** A draft; a published change-set; one that a later change-set reverts. */
export const CHANGE_SET_STATES = ['draft', 'published', 'reverted'] as const;
export type ChangeSetState = (typeof CHANGE_SET_STATES)[number];

/** What a change does to an artifact. */
export const CHANGE_ACTIONS = ['added', 'changed', 'removed'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** An entry of `GET /api/change-sets`. Times are ISO 8601. */
export interface ChangeSetSummary {
  readonly _id: string;
  /** Changes with each edit of a draft; 1 for a published change-set, which never changes. */
  readonly _version: number;
  /** As its author named it; else the artifacts that it changes. */
  readonly name: string;
  readonly state: ChangeSetState;
  /** All System Admins may edit the draft. */
  readonly shared: boolean;
  /** Who created the draft, or published the change-set; null: the system. */
  readonly author: { readonly _id: string; readonly name: string } | null;
  /** When the draft was created, or the change-set was published. */
  readonly createdAt: string;
  /** When the draft was last edited, or the change-set was published. */
  readonly updatedAt: string;
  /** Version of the definitions that a draft was last edited on, or that the change-set created. */
  readonly definitionVersion: number;
  readonly counts: { readonly [action in ChangeAction]: number };
  /** Id of the change-set that it reverts; null: it reverts none. */
  readonly reverts: string | null;
  /** Id of the change-set that reverted it. */
  readonly revertedBy: string | null;
  /** The conversion of values that publishing or reverting it needs; null: none. */
  readonly conversion: ConversionSummary | null;
  /** The values of what it removed, while they are replaced or removed, or rules refuse that; null: nothing is left to do. */
  readonly replacement: ReplacementSummary | null;
}

/**
 * The job adds the new values; somebody stopped it; it waits for a decision, because values cannot be converted or the change-set cannot be
 * published; the change-set is published.
 */
export const CONVERSION_STATES = ['running', 'stopped', 'blocked', 'done'] as const;
export type ConversionState = (typeof CONVERSION_STATES)[number];

/** How far a conversion of values is. */
export interface ConversionSummary {
  readonly state: ConversionState;
  /** Values that are converted, of all fields. */
  readonly done: number;
  /** Values when the conversion began, of all fields. */
  readonly total: number;
}

/** A field whose values are converted. */
export interface ConvertedFieldView {
  /** Name of the module. */
  readonly module: string;
  /** Stable id of the field: the name of the choice in `values`. */
  readonly id: string;
  /** Name of the field. */
  readonly field: string;
  readonly label: string;
  readonly from: InputType;
  readonly to: InputType;
  /** Records with a value when the conversion began. */
  readonly records: number;
  /** Records that are converted. */
  readonly done: number;
  /** Records whose value cannot be converted, and up to five of them with the value as a text. */
  readonly failed: number;
  readonly examples: readonly ExampleRecord[];
}

/** The conversion of the values of a change-set, after which it is published or reverted. Times are ISO 8601. */
export interface ConversionView extends ConversionSummary {
  /** Whether the change-set is published or reverted when all values are converted. */
  readonly kind: 'publish' | 'revert';
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly fields: readonly ConvertedFieldView[];
  /** Why it waits; null: it does not, or for a decision about values. */
  readonly problem: { readonly code: string; readonly text: string; readonly details: readonly string[] } | null;
}

/** A record, with the value that the text is about. */
export interface ExampleRecord {
  readonly _id: string;
  readonly name: string;
  /** Absent: the example is about no value. A sensitive value is masked. */
  readonly value?: string;
}

/** The change of one artifact. */
export interface ChangeView {
  readonly kind: DefinitionKind;
  /** Stable id of the artifact. */
  readonly id: string;
  /** 'module/tickets'. */
  readonly artifact: string;
  readonly action: ChangeAction;
  /** The definition at its first edit, or before it was published; null: there was none. */
  readonly before: JsonObject | null;
  /** null: the artifact is removed. */
  readonly definition: JsonObject | null;
}

/** A problem of a draft: it cannot be published. Or a warning: a part of it has no effect. */
export interface ChangeProblem {
  /** The file or artifact with the problem: 'module/tickets'. */
  readonly file: string;
  /** The position inside: '/fields/2/dropdown'. */
  readonly path: string;
  readonly cause: string;
  /** The change of the draft that has the problem; null: it is in another artifact. */
  readonly change: { readonly kind: DefinitionKind; readonly id: string } | null;
  /** Where it is, for people; null: in no definition, such as in a saved view. */
  readonly place: ProblemPlace | null;
}

/** The definition that a problem is in, and the field of a module that its position names. */
export interface ProblemPlace {
  readonly kind: DefinitionKind;
  readonly id: string;
  /** 'module/tickets'. */
  readonly artifact: string;
  /** null: it is about no field. */
  readonly field: { readonly id: string; readonly label: string } | null;
  /** The position inside the field, else inside the definition: '/default'; '' for all of it. */
  readonly path: string;
}

/** A property that a draft and somebody else changed since the draft was begun. Absent values are null. */
export interface ChangeConflict {
  /** 'module/tickets'. */
  readonly artifact: string;
  /** '/fields/tickets_state/label'. */
  readonly path: string;
  readonly before: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
  /** The published change-set that made the other change; null: the files of the product did. */
  readonly changeSet: { readonly _id: string; readonly name: string; readonly author: string | null } | null;
}

/** `GET /api/change-sets/{id}`. Problems, warnings and conflicts are those of a draft. */
export interface ChangeSetView extends ChangeSetSummary {
  readonly changes: readonly ChangeView[];
  readonly problems: readonly ChangeProblem[];
  readonly warnings: readonly ChangeProblem[];
  readonly conflicts: readonly ChangeConflict[];
  readonly conversion: ConversionView | null;
  readonly replacement: ReplacementView | null;
}

/** A part of a definition that a change-set changes. */
export interface PlannedDifference {
  /** '/fields/tickets_state/label'. */
  readonly path: string;
  /** What is changed, for people: 'Status'. */
  readonly label: string;
  /** null: it was not there. */
  readonly before: JsonValue;
  /** null: it is removed. */
  readonly after: JsonValue;
  /** A sentence: "The label of Status changes from 'State' to 'Status'". */
  readonly text: string;
}

/** An artifact that a change-set changes. */
export interface PlannedChange {
  readonly kind: DefinitionKind;
  readonly id: string;
  /** 'module/tickets'. */
  readonly artifact: string;
  /** Its name for people: 'Tickets'. */
  readonly name: string;
  readonly action: ChangeAction;
  readonly differences: readonly PlannedDifference[];
}

/** An index that is built or dropped. */
export interface PlannedIndexWork {
  readonly module: string;
  readonly action: 'build' | 'drop';
  /** Names of its fields. */
  readonly fields: readonly string[];
  readonly unique: boolean;
  /** It serves searches for a part of a text. */
  readonly contains: boolean;
  /** Records of the module now. */
  readonly records: number;
  /** About so long, by the latest builds of such indexes in this store; 0 for an index that is dropped. */
  readonly estimatedSeconds: number;
}

/**
 * Why records are affected: the field becomes required, unique, or gets another type; it, an option or the module is removed; they break
 * a validation rule that is new. Equal values of a field that becomes unique are problems too.
 */
export const RECORD_REASONS = ['required', 'unique', 'type', 'option', 'field', 'module', 'rule'] as const;
export type RecordReason = (typeof RECORD_REASONS)[number];

/** What can happen to the values of what is removed. */
export const VALUE_CHOICES = ['keep', 'clear', 'map'] as const;
export type ValueChoice = (typeof VALUE_CHOICES)[number];

/** Records that a change-set affects. */
export interface PlannedRecords {
  readonly module: string;
  /** Name of the field; null: the whole module. */
  readonly field: string | null;
  /** Name of a column of the field's entries. */
  readonly column: string | null;
  /** Stable id of the field, or of the module: the name of the choice in `values` when the change-set is published. */
  readonly id: string;
  readonly reason: RecordReason;
  /** The removed option, or a value as a text that is no option of the new type. */
  readonly value: string | null;
  /**
   * Records without a value (required), with a value that another one has too (unique), with a value that cannot be converted (type),
   * that use what is removed, or that break a rule (rule).
   */
  readonly count: number;
  /** Records that were looked at, if not all were: there may be more than `count`. */
  readonly examined?: number;
  /** Up to five of them. */
  readonly examples: readonly ExampleRecord[];
  /** Empty: there is nothing to choose. */
  readonly choices: readonly ValueChoice[];
}

/** A field whose values are converted before the change-set takes effect. */
export interface PlannedConversion {
  readonly module: string;
  /** Name of the field. */
  readonly field: string;
  readonly label: string;
  /** Stable id of the field. */
  readonly id: string;
  readonly from: InputType;
  readonly to: InputType;
  /** Records with a value. */
  readonly count: number;
  /** Records whose value was looked at; if that is fewer, `failed` is only that of these. */
  readonly examined: number;
  /** Records whose value cannot be converted. */
  readonly failed: number;
  /** At the rate of the latest conversions of this store; without one, 75 records a second. */
  readonly estimatedSeconds: number;
  /** The options that a value can become; empty: the new type has none. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Something that refers to what a change-set changes. */
export interface PlannedReference {
  /** 'field/tickets.state', 'dropdown/ticket_state'. */
  readonly target: string;
  /** 'layout/tickets.grid'; 'view/Open tickets' for a saved view, 'record/List: Open tickets' for a record that names fields. */
  readonly from: string;
  readonly path: string;
}

/** A right that the users of a role gain or lose. */
export interface PlannedAccess {
  readonly role: { readonly _id: string; readonly name: string };
  readonly module: string;
  /** Name of the field; null: a right on the module. */
  readonly field: string | null;
  /** 'view', 'create', 'read', 'write'. */
  readonly right: string;
  readonly before: string;
  readonly after: string;
  readonly change: 'gains' | 'loses';
  /** Users with the role, also those who have the right by another role. */
  readonly count: number;
}

/** What people gain or lose. */
export const EFFECT_KINDS = ['module', 'field', 'records'] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** A module, a field or records that people gain or lose, all of their roles combined. */
export interface PlannedEffect {
  readonly change: 'gains' | 'loses';
  readonly what: EffectKind;
  /** Name of the module. */
  readonly module: string;
  /** Name of the field; null: a module, or records. */
  readonly field: string | null;
  /** The roles of these people whose rights change. */
  readonly roles: readonly { readonly _id: string; readonly name: string }[];
  /** Number of people. */
  readonly count: number;
  /** Up to three of them, with the number of records that each gains or loses; null: it is not about records. */
  readonly people: readonly { readonly _id: string; readonly name: string; readonly records: number | null }[];
  /** The largest number of records for one of them; null: it is not about records. */
  readonly records: number | null;
  /** Up to three of the records of that person. */
  readonly examples: readonly { readonly _id: string; readonly name: string }[];
  /** A sentence: '14 people with the role Clerk lose Price of Tools'. */
  readonly text: string;
}

/** Who would gain or lose access to what. System Admins have every right and are not part of it. */
export interface PlannedEffects {
  readonly gains: readonly PlannedEffect[];
  readonly losses: readonly PlannedEffect[];
  /** Different sets of records that people gain or lose. */
  readonly differences: number;
  /** Up to which of them the records are counted; `POST /api/change-sets/{id}/effects` counts on from here. */
  readonly counted: number;
  /** People whose records were not counted, because there are too many who each see other ones. */
  readonly notExamined: number;
  /** What is not counted or listed, in sentences; null: everything is. */
  readonly note: string | null;
}

/** `POST /api/change-sets/{id}/simulate`: what a user would see if a draft were published. */
export interface ChangeSetSimulation {
  readonly user: { readonly _id: string; readonly name: string };
  /** What the user gains or loses. */
  readonly effects: PlannedEffects;
  /** null: the request names no module. */
  readonly access: ComparedAccess | null;
}

/** Records that a user gains or loses. */
export interface AffectedRecords {
  readonly count: number;
  /** Up to three of them. */
  readonly examples: readonly { readonly _id: string; readonly name: string }[];
}

/** A user of a role whose right changes, all of their roles combined. */
export interface AffectedUser {
  readonly _id: string;
  readonly name: string;
  /** False: the user keeps what they have, by another role. */
  readonly changes: boolean;
  /** Level of the right: 'All', 'Owner', 'true', 'none'. */
  readonly before: string;
  readonly after: string;
  /** null: the right is not about single records, or they were not counted because that took too long. */
  readonly gained: AffectedRecords | null;
  readonly lost: AffectedRecords | null;
}

/** `POST /api/change-sets/{id}/affected-users`: the active users of a role one of whose rights changes, by name. */
export interface AffectedUsersPage {
  readonly data: readonly AffectedUser[];
  readonly total: number;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** `POST /api/change-sets/{id}/affected-records`: the records on which a user gains or loses a right. */
export interface AffectedRecordsPage {
  readonly data: AffectedRecords['examples'];
  readonly total: number;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** `POST /api/change-sets/{id}/plan-revert`: what reverting a published change-set would do now. */
export interface RevertPlan extends ChangeSetPlan {
  /** What it cannot restore: sentences. */
  readonly notRestored: readonly string[];
}

/** `POST /api/change-sets/{id}/plan`: what publishing would do now. */
export interface ChangeSetPlan {
  readonly changes: readonly PlannedChange[];
  /** They prevent publishing. */
  readonly problems: readonly ChangeProblem[];
  readonly warnings: readonly ChangeProblem[];
  readonly conflicts: readonly ChangeConflict[];
  readonly indexes: readonly PlannedIndexWork[];
  readonly records: readonly PlannedRecords[];
  readonly conversions: readonly PlannedConversion[];
  readonly references: readonly PlannedReference[];
  /** Sentences about what the list of references lacks; empty: it is complete. */
  readonly referenceNotes: readonly string[];
  readonly access: readonly PlannedAccess[];
  readonly effects: PlannedEffects;
}
