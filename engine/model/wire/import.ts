import type { JsonValue } from '../values/json.ts';

/** Bytes of a file that can be imported. */
export const IMPORT_MAX_BYTES = 200 * 1_048_576;

/** The kinds of files that can be imported. */
export const IMPORT_FORMATS = ['csv', 'ndjson', 'xlsx'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The encodings of text files that can be read. */
export const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** What separates the cells of a CSV file. */
export const IMPORT_DELIMITERS = [',', ';', '\t', '|'] as const;
export type ImportDelimiter = (typeof IMPORT_DELIMITERS)[number];

/**
 * 'draft': its columns are chosen. 'checking' and 'checked': a dry run says what each row would do. 'running', 'paused': rows are saved.
 * 'done', 'cancelled' and 'failed': it has ended; a failed one can be resumed.
 */
export const IMPORT_STATES = ['draft', 'checking', 'checked', 'running', 'paused', 'done', 'cancelled', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a row does, or why it does nothing. */
export const IMPORT_ROW_STATES = ['new', 'update', 'unchanged', 'skip', 'problem'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];

/**
 * What happens to a row that matches a record: nothing; the row has priority where it has a value; only empty fields are filled and
 * e-mail addresses added; or it becomes a second record.
 */
export const IMPORT_DUPLICATE_ACTIONS = ['skip', 'update', 'merge', 'allow'] as const;
export type ImportDuplicateAction = (typeof IMPORT_DUPLICATE_ACTIONS)[number];

/** How texts of a column name records of another module. Absent: by whichever they look like. */
export const IMPORT_LINK_KEYS = ['_id', 'name', 'email', 'number'] as const;
export type ImportLinkKey = (typeof IMPORT_LINK_KEYS)[number];

/** The order of the parts of dates that are written in digits. */
export const IMPORT_DATE_ORDERS = ['MDY', 'DMY', 'YMD'] as const;
export type ImportDateOrder = (typeof IMPORT_DATE_ORDERS)[number];

/** The file of an import, and how it is read. */
export interface ImportFileView {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly format: ImportFormat;
  /** Null: the format has none. */
  readonly encoding: ImportEncoding | null;
  readonly delimiter: ImportDelimiter | null;
  /** The first row has the names of the columns. */
  readonly header: boolean;
  /** The sheet that is read, and the names of all. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
}

/** What a column is imported as. */
export interface ImportColumnChoice {
  /** Place of the column in the file, from 0. */
  readonly index: number;
  /** Name of a field, `<name>.<part>` for a part of an Address, or `_id`; null: it is not imported. */
  readonly field: string | null;
  /** For dates; absent: as found in the column. */
  readonly dateOrder?: ImportDateOrder;
  /** What separates the decimals of numbers; absent: as found in the column. */
  readonly decimal?: '.' | ',';
  /** What separates several values of a cell; absent: semicolon or line break. */
  readonly separator?: string;
  /** For relates. */
  readonly linkBy?: ImportLinkKey;
  /** Creates the records that relates name and that do not exist. */
  readonly createMissing?: boolean;
}

/** A column of the file, and what it is imported as. */
export interface ImportColumnView extends ImportColumnChoice {
  readonly header: string;
  /** Label of the field; null: it is not imported. */
  readonly label: string | null;
  readonly inputType: string | null;
  /** Why it cannot be imported as the field that its header names; null: it can, or its header names no field that the user may see. */
  readonly refused: string | null;
  /** Different values of the first rows. */
  readonly samples: readonly string[];
  /** Cells with problems in the last check. */
  readonly problems: number;
}

/** A replacement of cells before they are read. */
export interface ImportCorrections {
  /** `row` is the number of the row in the file, `column` its place from 0; null empties the cell. */
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: string | null }[];
  /** The same for all cells of a column with a text. */
  readonly values: readonly { readonly column: number; readonly text: string; readonly value: string | null }[];
}

/** What happens to rows that match a record. */
export interface ImportDuplicates {
  readonly action: ImportDuplicateAction;
  /** Names of fields: a row matches a record that has the same value of one of them. Empty: no row matches. */
  readonly by: readonly string[];
}

/** The same problem of cells in a column. */
export interface ImportProblemKind {
  /** Place of the column; null: the row as a whole. */
  readonly column: number | null;
  readonly field: string | null;
  readonly code: string;
  readonly text: string;
  readonly count: number;
}

/** A text of a column that is no value of its field, with values that it may mean. */
export interface ImportUnknownValue {
  readonly column: number;
  readonly text: string;
  /** Rows with this text. */
  readonly count: number;
  readonly suggestions: readonly { readonly value: string; readonly label: string }[];
}

/** The number of rows by what they do. */
export type ImportCounts = { readonly [state in ImportRowState]: number };

/** The result of a check: nothing is saved. */
export interface ImportSummary extends ImportCounts {
  readonly rows: number;
  /** The most frequent first. */
  readonly kinds: readonly ImportProblemKind[];
  readonly values: readonly ImportUnknownValue[];
  /** Records of other modules that the import would create, by module. */
  readonly creates: readonly { readonly module: string; readonly label: string; readonly count: number }[];
  /** Seconds that saving is expected to take. */
  readonly seconds: number;
}

/** How far a check or an import is. */
export interface ImportProgress {
  /** Rows done so far, and all rows. */
  readonly done: number;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly refused: number;
}

/** Why a row was refused. */
export interface ImportRefusal {
  /** Its number in the file. */
  readonly row: number;
  readonly field: string | null;
  readonly code: string;
  readonly text: string;
}

/** An import. Times are ISO 8601. */
export interface ImportView {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly state: ImportState;
  /** 'wizard': a person chooses its columns; 'program': it was started with its file. */
  readonly source: 'wizard' | 'program';
  readonly file: ImportFileView;
  /** Number of rows, without the header. */
  readonly rows: number;
  readonly columns: readonly ImportColumnView[];
  /** Values of all rows, by name of field. */
  readonly constants: { readonly [field: string]: JsonValue };
  readonly duplicates: ImportDuplicates;
  readonly corrections: ImportCorrections;
  /** When the user last imported a file with the same columns, from which the choices are; null: never. */
  readonly rememberedFrom: string | null;
  /** The import of the same file that is done already; null: none. */
  readonly earlier: { readonly _id: string; readonly at: string } | null;
  /** Null: not checked since the last change. */
  readonly summary: ImportSummary | null;
  readonly progress: ImportProgress;
  /** The batch of all saves, for its undo; null: nothing was saved yet. */
  readonly batchId: string | null;
  /** Until when the batch can be undone; null: nothing was saved yet. */
  readonly undoUntil: string | null;
  /** Days in which an import can be undone. */
  readonly undoDays: number;
  /** Why it failed; null: it did not. */
  readonly problem: { readonly code: string; readonly text: string } | null;
  /** The first refused rows of an import that was started; all of them are in the file of errors. */
  readonly refused: readonly ImportRefusal[];
  /** Id of the user whose import it is. */
  readonly createdBy: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** When it is removed, with its file. */
  readonly expiresAt: string;
}

/** A field that columns can be imported as. */
export interface ImportFieldView {
  /** As `field` of a column. */
  readonly field: string;
  readonly label: string;
  readonly inputType: string;
  /** New records need it. */
  readonly required: boolean;
  /** Rows can be compared with records by it. */
  readonly canMatch: boolean;
  /** Its values cannot be saved: it only says which record is meant. */
  readonly matchOnly: boolean;
}

/** A cell of a row. */
export interface ImportCellView {
  /** Place of the column. */
  readonly column: number;
  /** As in the file, or as corrected. */
  readonly text: string;
  /** As it would be shown after the import; null: it has no value, or a problem. */
  readonly shown: string | null;
  /** What the record has now, if that changes; null: nothing changes. */
  readonly was: string | null;
  readonly isCorrected: boolean;
  readonly problem: {
    readonly code: string;
    readonly text: string;
    readonly suggestions: readonly { readonly value: string; readonly label: string }[];
    /** Rows with the same text in this column, as far as the last check counted them. */
    readonly sameText: number;
  } | null;
}

/** A row of an import. */
export interface ImportRowView {
  /** Its number in the file. */
  readonly row: number;
  /** Null: not checked. */
  readonly state: ImportRowState | null;
  /** The record that it changes; null: none. */
  readonly record: string | null;
  /** The imported columns. */
  readonly cells: readonly ImportCellView[];
  /** Problems of the row as a whole. */
  readonly problems: readonly { readonly field: string | null; readonly code: string; readonly text: string }[];
}
