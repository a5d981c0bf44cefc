import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ExplainQuery } from '../../client/index.ts';
import { useExplanation } from '../../headless/index.ts';
import { LazyBoundary, IconButton, createLazyComponent, Popover, t } from '../../kit/index.ts';
import type { ExplainedUser } from './grant-action.tsx';

interface ExplainPopoverProps {
  readonly query: ExplainQuery;
  readonly title: string;
  readonly target: ReactElement;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly position?: 'bottom-start' | 'bottom-end';
  /** A fixed text for cases that need no request. */
  readonly text?: string | undefined;
}

// Lazy: few users open an explanation.
const Explanation = createLazyComponent(async () => (await import('./explanation.tsx')).Explanation, 'place');

function Loading() {
  return (
    <p className="mv-explain-text" role="status">
      {t('views.explain.loading')}
    </p>
  );
}

/** Loads and shows the rules that were evaluated. */
export function ExplanationContent({ query, about }: Pick<ExplainPopoverProps, 'query'> & { readonly about?: ExplainedUser }) {
  const { data, error } = useExplanation(query, true);
  if (data) return <Explanation explanation={data} query={query} about={about} />;
  return error ? <p className="mv-explain-text" role="status">{`${t('views.explain.failed')} ${error.message}`}</p> : <Loading />;
}

/** A popover at a control that the user may not use: the deciding rule, and the smallest change that would allow the action. */
export function ExplainPopover({ query, title, target, opened, onClose, position = 'bottom-end', text }: ExplainPopoverProps) {
  return (
    <Popover target={target} opened={opened} onClose={onClose} label={title} width={432} position={position}>
      <div className="mv-explain">
        <div className="mv-explain-head">
          <h2>{title}</h2>
          <IconButton icon={X} size="sm" label={t('actions.close')} onClick={onClose} />
        </div>
        {text === undefined ? (
          <LazyBoundary fallback={<Loading />}>
            <ExplanationContent query={query} />
          </LazyBoundary>
        ) : (
          <p className="mv-explain-text">{text}</p>
        )}
      </div>
    </Popover>
  );
}
