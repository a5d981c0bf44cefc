import type { ReactNode } from 'react';

/** The dots illustration: three filled dots, the others empty. */
function DotsIllustration() {
  const dots = Array.from({ length: 27 }, (_, at) => ({ at, x: 7 + (at % 9) * 22, y: 7 + Math.floor(at / 9) * 22 }));
  return (
    <svg className="ms-dots" width="190" height="58" viewBox="0 0 190 58" aria-hidden focusable="false">
      {dots.map(({ at, x, y }) => (
        <circle
          key={at}
          cx={x}
          cy={y}
          r={at < 3 ? 7 : 6.5}
          className={at === 2 ? 'ms-dot-accent' : at < 2 ? 'ms-dot-filled' : 'ms-dot-empty'}
        />
      ))}
    </svg>
  );
}

/** Props of what is shown where there is nothing yet. */
export interface EmptyStateProps {
  /** What is missing. */
  readonly title: string;
  /** Why it is empty, and how to fill it. */
  readonly help?: ReactNode;
  /** One main action, and at most one secondary action. */
  readonly actions?: ReactNode;
  /** A link below the actions. */
  readonly more?: ReactNode;
  /** Inside a card: smaller, without the illustration. */
  readonly compact?: boolean;
  /** Level of its heading; default 2. 1: it is the page. */
  readonly headingLevel?: 1 | 2 | 3;
}

/** An empty state: what is missing, why, and one main action. */
export function EmptyState({ title, help, actions, more, compact = false, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={`ms-empty ${compact ? 'ms-empty-compact' : ''}`}>
      {!compact && <DotsIllustration />}
      <Heading className="ms-empty-title">{title}</Heading>
      {help !== undefined && <p className="ms-empty-help">{help}</p>}
      {actions !== undefined && <div className="ms-empty-actions">{actions}</div>}
      {more}
    </div>
  );
}
