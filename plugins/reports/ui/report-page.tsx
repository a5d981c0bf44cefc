import { isAllowed, useUserId, type SlotProps } from '#ui';
import { ReportBuilder } from './builder/report-builder.tsx';
import { ReportResult } from './result/report-result.tsx';
import './reports.css';

/** A report: the builder for those who may change it, else its result. */
export function ReportPage({ module, record, reload }: SlotProps<'record'>) {
  const userId = useUserId();
  return (
    <div data-wide>
      {isAllowed(module, 'edit', record, userId) ? (
        <ReportBuilder key={record._id} module={module} record={record} onSaved={reload} />
      ) : (
        <ReportResult key={record._id} report={record} />
      )}
    </div>
  );
}

/** The builder of a new report. */
export function NewReport({ module, openRecord }: SlotProps<'newRecord'>) {
  return (
    <div className="rp-new">
      <ReportBuilder module={module} onSaved={openRecord} />
    </div>
  );
}
