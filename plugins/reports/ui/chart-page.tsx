import { isObject, recordRoute, TextLink, textOf, useSession, type RecordSlotProps } from '#ui';
import { StoredResult } from './result/report-result.tsx';
import { tReports } from './texts.ts';
import './reports.css';

/** A chart in place of its fields, which are in its form, with a link to its report. */
export function ChartPage({ record }: RecordSlotProps) {
  const user = useSession((session) => session.user);
  const { report } = record;
  const reportId = isObject(report) ? textOf(report['_id']) : textOf(report);
  return (
    <div className="rp-page" data-wide>
      {reportId !== '' && (
        <p className="rp-note">
          <TextLink href={recordRoute('reports', reportId, user)}>{tReports('openReport')}</TextLink>
        </p>
      )}
      <StoredResult name={textOf(record['name'])} reportId={reportId} chartId={record._id} />
    </div>
  );
}
