import { CircleAlert } from 'lucide-react';
import type { ApiError } from '../../client/index.ts';
import { Button, Icon, t } from '../../kit/index.ts';
import type { ImportEdits } from './use-import-edits.ts';

/** What is wrong with the choices in sentences: each detail is one already. */
function describe({ details, message }: ApiError): string {
  return details.length === 0 ? message : details.map((detail) => detail.message).join(' ');
}

/** Why a change or a check was refused. After a change by somebody else, or without a connection, the import is loaded again. */
export function EditProblem({ edits: { problem, reload } }: { readonly edits: ImportEdits }) {
  if (problem === undefined) return null;
  return (
    <div className="iw-problem" role="alert">
      <Icon of={CircleAlert} />
      <p>{describe(problem)}</p>
      <Button size="sm" onClick={reload}>
        {t('imports.loadAgain')}
      </Button>
    </div>
  );
}
