import { Zap } from 'lucide-react';
import { Icon } from '#ui';
import type { ReportEstimate } from '../../shared/contract.ts';
import { tReports } from '../texts.ts';

/** Milliseconds from which seconds are shown. */
const SECOND = 1000;

function formatDuration(milliseconds: number): string {
  if (milliseconds < SECOND) return tReports('milliseconds', { count: Math.max(1, Math.round(milliseconds)) });
  return tReports('seconds', { count: Math.round(milliseconds / 100) / 10 });
}

/** What it costs to compute the figures. */
export function EstimateBadge({ estimate }: { readonly estimate: ReportEstimate | undefined }) {
  if (estimate === undefined) return null;
  const { milliseconds, usesIndex, records } = estimate;
  const text =
    milliseconds === null
      ? tReports('estimateReads', { count: records, index: tReports(usesIndex ? 'usesIndex' : 'noIndex') })
      : tReports(usesIndex ? 'estimateIndex' : 'estimateScan', { time: formatDuration(milliseconds) });
  return (
    <span className="rp-estimate" data-index={usesIndex || undefined}>
      <Icon of={Zap} size={14} />
      {text}
    </span>
  );
}
