import type { Access, Actor } from '../access/index.ts';
import type { ExportFile, TableFormat } from '../exports/index.ts';
import type { ClockPort, GeocoderPort } from '../ports/index.ts';
import type { OperationWarning, RecordOperations } from '../records/index.ts';
import type { FieldDefinition, SortDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { FigureData } from '#engine/model/wire';
import type { Figures, FiguresInput } from './contract.ts';
import type { RecordsReach, RecordsUse } from './records-reach.ts';

/** What reports are read with. */
export interface ReportReaderServices {
  readonly access: Pick<Access, 'scope'>;
  readonly records: Pick<RecordOperations, 'find' | 'group' | 'names' | 'openExport' | 'auditFiguresExport'>;
  readonly clock: ClockPort;
  /** Finds ZIP codes for filters; absent: conditions on a distance are left out. */
  readonly geocoder?: Partial<Pick<GeocoderPort, 'zipsWithin'>>;
}

/** What reads figures and lists of records, outside of a transaction. */
export interface ReportReading {
  /** Figures and lists for reports, each with the rights of the actor that is passed. */
  readonly reports: ReportReader;
}

/** A field as a reader may use it in a report. */
export interface ReportField {
  /** Its current name; of a part of an Address: 'home_address.city'. */
  readonly name: string;
  /** Name for people. */
  readonly label: string;
  /** Its input type; that of the Address for a part of it. */
  readonly inputType: FieldDefinition['inputType'];
  /** A date, which groups by periods: 'day' has no hours. Absent: it is none. */
  readonly date?: 'day' | 'instant';
  /** Records can be grouped by it. */
  readonly canGroup: boolean;
  /** Its values can be summed, averaged and compared. */
  readonly isNumber: boolean;
  /** Its values are amounts of money. */
  readonly isMoney: boolean;
  /** Its different values can be counted: it holds one value. */
  readonly canCountValues: boolean;
  /** Records can be sorted by it. */
  readonly canSort: boolean;
}

/** A condition of a filter that the reader cannot use. */
export interface OmittedCondition {
  /** 'unusable': the field is there and may be used, but not like this. 'unknown': it does not exist for the reader. */
  readonly kind: 'unusable' | 'unknown';
  /** The name that the filter uses; '' if the filter as a whole is not valid. */
  readonly field: string;
}

/** A module as the source of reports, as one reader may use it. */
export interface ReportSource {
  /** Its current name. */
  readonly name: string;
  /** Plural name for people. */
  readonly label: string;
  /** False: its definition leaves it out of reports. */
  readonly isAllowed: boolean;
  /** Its records belong to teams. */
  readonly hasTeams: boolean;
  /** The field with the names of its records. */
  readonly nameField: string;
  /** A field by its name, or by an earlier one. Undefined: the reader cannot know of it, whether it exists or not. */
  field(name: string): ReportField | undefined;
  /** The part of a stored filter that the reader can use, with current names, and the conditions that are left out. */
  filter(stored: JsonObject): { readonly filter: JsonObject; readonly omitted: readonly OmittedCondition[] };
  /** Names of the modules whose saves may change a report: this one, and those of related records that the reader has access to. */
  dependsOn(use: RecordsUse): readonly string[];
  /** Which records the reader sees, to compare with what another reader saw at another time. */
  reach(use: RecordsUse): RecordsReach;
}

/** Input for a list of records. */
export interface ReportListInput {
  /** Name of the module. */
  readonly module: string;
  /** In the filter grammar; default: all records. */
  readonly filter?: JsonObject | undefined;
  /** Names of fields, or of parts of an Address. */
  readonly columns: readonly string[];
  /** Default: the order of the module. */
  readonly sort?: readonly SortDefinition[] | undefined;
  /** Records at most; default: 100 in a list, all in a file. */
  readonly limit?: number | undefined;
}

/** Records with texts as people read them. */
export interface ReportList {
  /** The texts by column; of a field without a value ''. */
  readonly rows: readonly { readonly _id: string; readonly texts: { readonly [column: string]: string } }[];
  /** Number of records that the filter matches. */
  readonly total: number;
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
}

/** What reading figures or a list costs. */
export interface ReportCost {
  /** Number of records that are read. */
  readonly records: number;
  /** Measured now by reading them, or the first of many; null: unknown. */
  readonly milliseconds: number | null;
  /** An index of the module finds the records, or has them in the order of the groups or of the list. */
  readonly usesIndex: boolean;
}

/** The file of an export. */
export interface ReportFileInput {
  /** Name of the file. */
  readonly title: string;
  /** Its format. */
  readonly format: TableFormat;
}

/** Reads figures and lists of records for reports, with the rights of an actor. */
export interface ReportReader {
  /**
   * Figures of the records that the actor may see.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid`, `filter_too_costly`, `unknown_field`; `group_invalid` for a field,
   * unit, time zone, measure, order or limit that cannot be used.
   */
  figures(actor: Actor, input: FiguresInput): Promise<Figures>;
  /**
   * The first records that the actor may see, with texts.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid`, `filter_too_costly`, `sort_invalid`, `unknown_field`.
   */
  list(actor: Actor, input: ReportListInput): Promise<ReportList>;
  /**
   * The modules that the actor may use as the source of reports, by label.
   * @throws errors of the store alone.
   */
  sources(actor: Actor): Promise<readonly { readonly name: string; readonly label: string }[]>;
  /**
   * A module, by its name or an earlier one, with its fields as the actor may use them.
   * @throws `module_not_found`, `module_access_denied`.
   */
  source(actor: Actor, module: string): Promise<ReportSource>;
  /**
   * What reading figures, or a list without `by`, costs.
   * @throws those of `figures`, or of `list`.
   */
  estimate(actor: Actor, input: FiguresInput | ReportListInput): Promise<ReportCost>;
  /**
   * Begins an export of a list: all columns, written while the records are read, with an entry in the audit log.
   * @throws those of `list`; `action_not_allowed` without the right to export, `export_too_large`.
   */
  exportList(actor: Actor, input: ReportListInput & ReportFileInput): Promise<ExportFile>;
  /**
   * Begins an export of figures that were read before, as a table with one row for each group, with an entry in the audit log.
   * @throws `module_not_found`, `module_access_denied`, `filter_invalid`, `unknown_field`; `action_not_allowed` without the right to export.
   */
  exportFigures(
    actor: Actor,
    input: { readonly module: string; readonly filter: JsonObject; readonly figures: FigureData } & ReportFileInput,
  ): Promise<ExportFile>;
}
