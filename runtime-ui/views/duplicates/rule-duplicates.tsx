import type { ErrorDialogProps } from '../../extensions/index.ts';
import { formatFullInstant } from '../../fields/index.ts';
import { t } from '../../kit/index.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import type { MatchDetails, ShownMatch } from './match-details.ts';

function describeMatch({ createdAt }: ShownMatch): MatchDetails {
  return { cells: [typeof createdAt === 'string' ? formatFullInstant(createdAt) : ''] };
}

/** The dialog for the duplicates that the rules of a module find: a table of names and creation dates. */
export function RuleDuplicates(props: ErrorDialogProps) {
  const { mayKeep } = props.error as { readonly mayKeep?: unknown };
  return (
    <DuplicateDialog
      {...props}
      canKeep={mayKeep !== false}
      columns={[t('views.duplicates.created')]}
      describeDraft={() => ''}
      describeMatch={describeMatch}
    />
  );
}
