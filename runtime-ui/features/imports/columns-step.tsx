import { Check, TriangleAlert } from 'lucide-react';
import type { ImportFieldView, ImportView, ModuleView } from '#engine/model/wire';
import { formatInstantInText } from '../../fields/values/index.ts';
import { Button, Card, ErrorState, Icon, SkeletonRows, t } from '../../kit/index.ts';
import { areRivals, showChoices, type ShownChoices } from './choices.ts';
import { ColumnChip } from './column-chips.tsx';
import { ConstantsBar } from './constants-bar.tsx';
import { useImportFields } from './import-queries.ts';
import type { ImportEdits } from './use-import-edits.ts';
import { StepHeading } from './wizard-steps.tsx';

/** Labels of the fields that new records need and that get no value. */
function listMissing(fields: readonly ImportFieldView[], { columns, constants }: ShownChoices): readonly string[] {
  return fields
    .filter(
      ({ field, required, matchOnly }) =>
        required && !matchOnly && !(field in constants) && !columns.some((column) => areRivals(column.field, field)),
    )
    .map(({ label }) => label);
}

/** When the user last imported a file with the same columns. */
export function SameColumns({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <p className="iw-same">
      <Icon of={Check} />
      {t('imports.columns.same', { day: formatInstantInText(at) })}
    </p>
  );
}

/** Why columns cannot be imported as the fields that they are named after. */
export function RefusedColumns({ columns }: Pick<ShownChoices, 'columns'>) {
  const reasons = columns.flatMap(({ field, header, refused }) => (field === null && refused !== null ? [{ header, refused }] : []));
  if (reasons.length === 0) return null;
  return (
    <ul className="iw-refused" aria-label={t('imports.columns.refused')}>
      {reasons.map(({ header, refused }) => (
        <li key={header} className="iw-warning">
          <Icon of={TriangleAlert} />
          <span>
            {t('imports.columns.refusedOne', { header })} {refused}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ColumnsStepProps {
  readonly view: ImportView;
  readonly module: ModuleView;
  readonly edits: ImportEdits;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** What each column is imported as, with examples, and what all rows get. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { view, edits, onBack, onNext } = props;
  const { data: fields, error, refetch } = useImportFields(view._id);
  const choices = showChoices(view, edits.edits, fields ?? []);
  const hasColumns = choices.columns.some(({ field }) => field !== null);
  return (
    <div className="iw-body">
      <StepHeading step="columns">{t('imports.columns.title')}</StepHeading>
      <SameColumns at={view.rememberedFrom} />
      {fields !== undefined ? (
        <Columns {...props} fields={fields} choices={choices} />
      ) : error === null ? (
        <SkeletonRows rows={6} columns={3} height={44} />
      ) : (
        <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      <div className="iw-foot">
        <Button onClick={onBack}>{t('imports.back')}</Button>
        <Button variant="primary" disabled={!hasColumns} onClick={onNext}>
          {t('imports.toPreview')}
        </Button>
      </div>
    </div>
  );
}

interface ColumnsProps extends ColumnsStepProps {
  readonly fields: readonly ImportFieldView[];
  readonly choices: ShownChoices;
}

function Columns({ module, edits, fields, choices }: ColumnsProps) {
  const missing = listMissing(fields, choices);
  return (
    <>
      <Card className="iw-card iw-columns-card">
        <ul className="iw-columns">
          {choices.columns.map((column) => (
            <li key={column.index} className="iw-column">
              <span className="iw-column-header">{column.header}</span>
              <span className="iw-column-samples">{column.samples.slice(0, 3).join(' · ')}</span>
              <ColumnChip showsHeader={false} column={column} columns={choices.columns} fields={fields} onChange={edits.change} />
            </li>
          ))}
        </ul>
      </Card>
      <div className="iw-chips">
        <ConstantsBar module={module} fields={fields} choices={choices} edits={edits} />
      </div>
      <RefusedColumns columns={choices.columns} />
      {missing.length > 0 && (
        <p className="iw-warning">
          <Icon of={TriangleAlert} />
          {t('imports.columns.missing', { fields: missing.join(', ') })}
        </p>
      )}
    </>
  );
}
