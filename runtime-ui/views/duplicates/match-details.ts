import type { DuplicateMatch } from '#engine/model';
import type { ErrorDialogProps } from '../../extensions/index.ts';
import type { RecordValues } from '../../headless/index.ts';

/** A match as it came, with what the rule says of it. */
export type ShownMatch = DuplicateMatch & { readonly [more: string]: unknown };

/** What is shown of a match beside its name, score and reasons. */
export interface MatchDetails {
  /** Under the name. */
  readonly line?: string;
  readonly status?: { readonly label: string; readonly hue: string | undefined } | undefined;
  /** Name of the user it is assigned to. */
  readonly person?: string | null;
  /** After the reasons. */
  readonly note?: string | undefined;
  /** One for each of `columns`. */
  readonly cells?: readonly string[];
}

/** The dialog of a refused duplicate, for the slot `dialogs` of a plugin. */
export interface DuplicateDialogProps extends ErrorDialogProps {
  /** What was typed, in a line beside its name. */
  readonly describeDraft: (draft: RecordValues) => string;
  readonly describeMatch: (match: ShownMatch) => MatchDetails;
  /** Heads of further columns: the matches stand in a table. Absent: each on a card. */
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
