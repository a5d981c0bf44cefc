import { LoadingProgress, SkeletonBar } from '../components/skeletons.tsx';
import { Logo } from '../components/logo.tsx';
import { t } from '../texts/texts.ts';
import { useBreakpoint } from '../use-breakpoint.ts';

const WIDTHS = ['38%', '46%', '52%', '34%', '58%', '44%', '40%', '54%', '36%', '48%'];

/** The frame while the session is loading: borders at once, and skeleton bars for the texts. */
export function FrameSkeleton({ onRetry }: { readonly onRetry?: () => void }) {
  const breakpoint = useBreakpoint();
  const isWide = breakpoint === 'wide';
  return (
    <div className={`ms-frame ${isWide ? '' : 'ms-frame-collapsed'}`} aria-busy="true">
      {breakpoint !== 'phone' && (
        <div className={`ms-side ${isWide ? '' : 'ms-side-collapsed'}`}>
          <div className="ms-side-head">
            <Logo size={24} />
            <span className="ms-side-title">{t('product')}</span>
          </div>
          <div className="ms-side-scroll">
            {isWide &&
              WIDTHS.map((width, at) => (
                <div key={at} className="ms-side-item">
                  <SkeletonBar width={width} />
                </div>
              ))}
          </div>
        </div>
      )}
      <div className="ms-frame-column">
        {breakpoint !== 'phone' && <div className="ms-top" />}
        <main className="ms-main">
          <div className="ms-page-header">
            <SkeletonBar width="120px" height={12} />
          </div>
          <LoadingProgress active {...(onRetry ? { onRetry } : {})} />
        </main>
        {breakpoint === 'phone' && <div className="ms-bottom" />}
      </div>
    </div>
  );
}
