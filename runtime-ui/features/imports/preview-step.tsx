import { useState } from 'react';
import type { ImportFieldView, ImportSummary, ImportView, ModuleView } from '#engine/model/wire';
import { Button, EmptyState, ErrorState, Kbd, Pager, SkeletonRows, t, Tabs, useBreakpoint } from '../../kit/index.ts';
import { addCorrection, removeCorrection, showChoices, type ShownChoices } from './choices.ts';
import { ColumnChip } from './column-chips.tsx';
import { SameColumns } from './columns-step.tsx';
import { ConstantsBar } from './constants-bar.tsx';
import { useImportFields } from './import-queries.ts';
import { ALL_ROWS, listTabs } from './preview-filter.ts';
import type { RowActions } from './row-actions.ts';
import { RowCards, RowTable } from './row-views.tsx';
import { ShownColumns } from './shown-columns.tsx';
import { SummaryPane } from './summary-pane.tsx';
import type { ImportEdits } from './use-import-edits.ts';
import { useLastCheck, usePreviewRows, useProblemKey } from './use-preview-rows.ts';
import { StepHeading } from './wizard-steps.tsx';
import './preview.css';

interface PreviewStepProps {
  readonly view: ImportView;
  readonly module: ModuleView;
  readonly edits: ImportEdits;
  readonly onBack: () => void;
}

const NO_FIELDS: readonly ImportFieldView[] = [];

/** What the import would do: its rows with their problems, which can be corrected at once, and the summary with the start. */
export function PreviewStep({ view, module, edits, onBack }: PreviewStepProps) {
  const fields = useImportFields(view._id).data ?? NO_FIELDS;
  const choices = showChoices(view, edits.edits, fields);
  const { summary, revision } = useLastCheck(view);
  const rows = usePreviewRows(view._id, revision);
  const parts = { view, module, edits, fields, choices, summary };
  return (
    <div className="iw-preview">
      <StepHeading step="preview" isHidden>
        {t('imports.preview.title')}
      </StepHeading>
      <Chips {...parts} />
      <SummaryPane {...parts} filter={rows.filter} onFilter={(filter) => rows.show(filter)} onBack={onBack} />
      <PreviewRows {...parts} found={rows} />
    </div>
  );
}

interface PartProps {
  readonly view: ImportView;
  readonly module: ModuleView;
  readonly edits: ImportEdits;
  readonly fields: readonly ImportFieldView[];
  readonly choices: ShownChoices;
  readonly summary: ImportSummary | null;
}

/** The columns, which can be changed here too; on a phone behind their number. */
function Chips({ view, module, edits, fields, choices }: PartProps) {
  const isPhone = useBreakpoint() === 'phone';
  const chips = (
    <div className="iw-chips">
      {choices.columns.map((column) => (
        <ColumnChip key={column.index} column={column} columns={choices.columns} fields={fields} onChange={edits.change} />
      ))}
      <ConstantsBar module={module} fields={fields} choices={choices} edits={edits} />
      <SameColumns at={view.rememberedFrom} />
    </div>
  );
  if (!isPhone) return <div className="iw-preview-chips">{chips}</div>;
  return (
    <details className="iw-preview-chips">
      <summary>{t('imports.columns.count', { count: choices.columns.length })}</summary>
      {chips}
    </details>
  );
}

interface PreviewRowsProps extends PartProps {
  readonly found: ReturnType<typeof usePreviewRows>;
}

function PreviewRows({ module, edits, choices, summary, found }: PreviewRowsProps) {
  const { data, error, refetch, rows, filter, show, page, setPage, place, open, openNext } = found;
  const isPhone = useBreakpoint() === 'phone';
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const imported = choices.columns.filter(({ field }) => field !== null);
  const goOn = () => {
    // The next problem may be in a column that is not shown.
    if (hidden.size > 0) setHidden(new Set());
    openNext();
  };
  useProblemKey(goOn);
  const actions: RowActions = {
    place,
    setPlace: open,
    corrections: choices.corrections,
    correct: (correction) => {
      edits.change({ corrections: addCorrection(choices.corrections, correction) });
      open(undefined);
    },
    restore: (row, { column, text }) => {
      edits.change({ corrections: removeCorrection(choices.corrections, row, column, text) });
      open(undefined);
    },
  };
  const shown = { module, rows, columns: imported.filter(({ index }) => !hidden.has(index)), actions };
  return (
    <div className="iw-preview-rows">
      <div className="iw-preview-bar">
        <Tabs
          label={t('imports.preview.filter')}
          look="box"
          selected={filter.state ?? 'all'}
          items={[
            {
              id: 'all',
              label: t('imports.preview.all'),
              ...(data === undefined && summary === null ? {} : { count: summary?.rows ?? 0 }),
            },
            ...listTabs(summary).map((state) => ({
              id: state,
              label: t(`imports.tabs.${state}`),
              ...(summary === null ? {} : { count: summary[state] }),
            })),
          ]}
          onSelect={(id) => show(id === 'all' ? ALL_ROWS : { state: listTabs(summary).find((state) => state === id) })}
        />
        <div className="iw-line iw-preview-tools">
          {!isPhone && <ShownColumns columns={imported} hidden={hidden} onChange={setHidden} />}
          <Button size="sm" trailing={isPhone ? undefined : <Kbd>F8</Kbd>} disabled={(summary?.problem ?? 0) === 0} onClick={goOn}>
            {t('imports.preview.next')}
          </Button>
        </div>
      </div>
      {error !== null && data === undefined ? (
        <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={12} columns={6} height={36} />
      ) : rows.length === 0 ? (
        <EmptyState compact title={t('imports.preview.none')} />
      ) : isPhone ? (
        <RowCards {...shown} />
      ) : (
        <RowTable {...shown} />
      )}
      {data !== undefined && data.total > data.pageSize && (
        <Pager page={page} pageSize={data.pageSize} shown={rows.length} total={data.total} onChange={setPage} />
      )}
    </div>
  );
}
