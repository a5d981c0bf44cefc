import { RotateCw } from 'lucide-react';
import type { ModuleView } from '#engine/model';
import { Button, formatTime, lowercaseLabel, useRecordCounts, useSession } from '#ui';
import { tReports } from '../texts.ts';
import type { LoadedReport } from '../use-report-data.ts';

const MINUTE = 60_000;

/** Whose records are counted: everyone sees figures of what they may see. */
function describeReach(module: ModuleView, isAdmin: boolean): string {
  const records = lowercaseLabel(module.label);
  if (isAdmin) return tReports('seesAll', { records });
  if (module.rights.view === 'Owner') return tReports('seesOwn', { records });
  if (module.rights.view === 'Rule') return tReports('seesRule', { records });
  return tReports(module.teamEnabled ? 'seesTeams' : 'seesAll', { records });
}

/** How many records of how many are counted, whose they are, and when they were counted. */
export function ResultFooter({ module, report }: { readonly module: ModuleView; readonly report: LoadedReport }) {
  const isAdmin = useSession((session) => session.user?.userType) === 'System Admin';
  const [all] = useRecordCounts([{ module }]);
  const { data, isLoading, refetch } = report;
  if (data === undefined) return null;
  const age = Date.now() - Date.parse(data.asOf);
  const counted = age < MINUTE ? tReports('countedNow') : tReports('countedAt', { time: formatTime(data.asOf) });
  return (
    <footer className="rp-footer">
      <span className="rp-footer-count">
        {tReports('of', {
          count: data.total.toLocaleString('en-US'),
          all: all === undefined ? '…' : all.toLocaleString('en-US'),
          records: lowercaseLabel(module.label),
        })}
      </span>
      <span>{describeReach(module, isAdmin)}</span>
      <span className="rp-footer-time" role="status">
        {isLoading ? tReports('counting') : counted}
      </span>
      <Button size="xs" variant="quiet" icon={RotateCw} loading={isLoading} onClick={refetch}>
        {tReports('refresh')}
      </Button>
    </footer>
  );
}
