import { toText } from '#engine/model';
import { isObject, recordRoute, TextLink, useSession, type SlotProps } from '#ui';
import { StoredResult } from './result/report-result.tsx';
import { tReports } from './texts.ts';
import './reports.css';

/** A chart in place of its fields, which are in its form, with a link to its report. */
export function ChartPage({ record }: SlotProps<'record'>) {
  const user = useSession((session) => session.user);
  const { report } = record;
  const reportId = isObject(report) ? toText(report['_id']) : toText(report);
  return (
    <div className="rp-page" data-wide>
      {reportId !== '' && (
        <p className="rp-note">
          <TextLink href={recordRoute('reports', reportId, user)}>{tReports('openReport')}</TextLink>
        </p>
      )}
      <StoredResult name={toText(record['name'])} reportId={reportId} chartId={record._id} />
    </div>
  );
}
