import { TriangleAlert } from 'lucide-react';
import { Button, EmptyState, ErrorState, Icon, SkeletonBar, t } from '../kit/index.ts';
import type { ChartError } from './contract.ts';

/** Placeholders in the shape of bars, while figures are loaded for the first time. */
export function ChartSkeleton({ height }: { readonly height: number }) {
  return (
    <div className="ch-skeleton" style={{ height }}>
      <span role="status" className="ms-visually-hidden">
        {t('charts.loading')}
      </span>
      {[42, 60, 50, 74, 66, 88, 58].map((part) => (
        <SkeletonBar key={part} width="9%" height={Math.round((height * part) / 110)} />
      ))}
    </div>
  );
}

/** Shown instead of figures that could not be read. */
export function NoFigures({
  error,
  records,
  onRetry,
}: {
  readonly error: ChartError;
  readonly records: string;
  readonly onRetry?: (() => void) | undefined;
}) {
  if (error.status === 403)
    return <EmptyState compact headingLevel={3} title={t('charts.noAccess')} help={t('charts.noAccessHelp', { records })} />;
  return <ErrorState compact title={t('charts.failed')} text={error.message} code={error.code} {...(onRetry && { onRetry })} />;
}

/** What could not be used of the definition; the rest is drawn. */
export function ChartProblems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="ch-problems" role="status">
      {problems.map((problem) => (
        <li key={problem}>
          <Icon of={TriangleAlert} size={14} />
          {problem}
        </li>
      ))}
    </ul>
  );
}

/** Says how many groups are shown of more. */
export function IncompleteNote({ count, onShowOthers }: { readonly count: number; readonly onShowOthers?: (() => void) | undefined }) {
  return (
    <p className="ch-note" role="status">
      {t('charts.incomplete', { count })}
      {onShowOthers && (
        <Button size="xs" variant="quiet" className="ms-link-button" onClick={onShowOthers}>
          {t('charts.showOthers')}
        </Button>
      )}
    </p>
  );
}
