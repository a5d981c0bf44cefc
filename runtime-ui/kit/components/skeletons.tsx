import { t } from '../texts/texts.ts';
import { useDelayed } from '../use-delayed.ts';
import { Button } from './button.tsx';

/** One grey bar; width in CSS units. */
export function SkeletonBar({ width = '60%', height = 10 }: { readonly width?: string; readonly height?: number }) {
  return <span className="ms-skeleton" style={{ width, height }} aria-hidden />;
}

const WIDTHS = ['62%', '48%', '70%', '44%', '58%', '66%', '52%'];

/** Rows of bars that fade towards the end; shown after 150 ms, so that they do not flash for quick responses. */
export function SkeletonRows({
  rows = 8,
  height = 34,
  columns = 3,
}: {
  readonly rows?: number;
  readonly height?: number;
  readonly columns?: number;
}) {
  const shown = useDelayed(true, 150);
  if (!shown) return <div style={{ height: rows * height }} aria-hidden />;
  return (
    <div className="ms-skeleton-rows" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="ms-skeleton-row" style={{ height, opacity: 1 - (row / rows) * 0.8 }}>
          {Array.from({ length: columns }, (_unused, column) => (
            <span key={column}>
              <SkeletonBar width={WIDTHS[(row * 3 + column) % WIDTHS.length] ?? '60%'} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A progress line at the top of a page after 500 ms, and "Still loading" with Try again after 3 s. */
export function LoadingProgress({ active, onRetry }: { readonly active: boolean; readonly onRetry?: () => void }) {
  const showLine = useDelayed(active, 500);
  const showText = useDelayed(active, 3000);
  return (
    <>
      {showLine && (
        <div className="ms-top-line" aria-hidden>
          <span />
        </div>
      )}
      <div role="status" className={showText ? 'ms-still-loading' : 'ms-visually-hidden'}>
        {showText && (
          <>
            <span className="ms-spinner" aria-hidden /> {t('states.stillLoading')}
            {onRetry && (
              <Button size="xs" variant="quiet" className="ms-link-button" onClick={onRetry}>
                {t('actions.tryAgain')}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}
