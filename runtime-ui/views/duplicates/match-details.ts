import type { DuplicateMatch } from '#engine/model/similarity';
import type { ErrorDialogProps } from '../../extensions/index.ts';
import type { RecordValues } from '../../headless/index.ts';

/** A match of the response, including additional fields of the rule. */
export type ShownMatch = DuplicateMatch & { readonly [more: string]: unknown };

/** What is shown of a match in addition to its name, score and reasons. */
export interface MatchDetails {
  /** Shown below the name. */
  readonly line?: string;
  /** A colored badge: its text and the name of its color. */
  readonly status?: { readonly label: string; readonly hue: string | undefined } | undefined;
  /** Name of the user it is assigned to. */
  readonly person?: string | null;
  /** Shown after the reasons. */
  readonly note?: string | undefined;
  /** One cell for each of `columns`. */
  readonly cells?: readonly string[];
}

/** The dialog for a save that was refused because of duplicates, for the slot `dialogs` of a plugin. */
export interface DuplicateDialogProps extends ErrorDialogProps {
  /** One line of text for the typed values, next to the name. */
  readonly describeDraft: (draft: RecordValues) => string;
  /** What is shown of a match. */
  readonly describeMatch: (match: ShownMatch) => MatchDetails;
  /** False: the record cannot be saved beside its duplicates. Default true. */
  readonly canKeep?: boolean;
  /** Headers of additional columns: the matches are shown in a table. Absent: as cards. */
  readonly columns?: readonly string[];
}

/** The matches to choose from. */
export interface MatchListProps {
  readonly label: string;
  readonly matches: readonly ShownMatch[];
  readonly describeMatch: (match: ShownMatch) => MatchDetails;
  readonly chosen: readonly string[];
  readonly onChoose: (id: string, isChosen: boolean) => void;
}
