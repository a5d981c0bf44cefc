import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChangeSetSummary } from '#engine/model/wire';
import { formatInstantInText } from '../../../fields/values/index.ts';
import { Button, Icon, PageHeader, StatusPill, t, TextLink, useBreakpoint, type PillHue } from '../../../kit/index.ts';
import { STUDIO } from '../studio-sections.ts';
import { changeSetRoute } from './use-publish.ts';

const HUES: { readonly [state in ChangeSetSummary['state']]: PillHue } = { draft: 'blue', published: 'green', reverted: 'gray' };

/** The state of a change-set. */
export function StatePill({ state }: Pick<ChangeSetSummary, 'state'>) {
  return <StatusPill label={t(`studioReview.state.${state}`)} hue={HUES[state]} />;
}

interface ReviewHeaderProps {
  readonly view: ChangeSetSummary;
  /** Makes it the open draft; undefined: it is, or is no draft. */
  readonly onOpen?: (() => void) | undefined;
  readonly actions?: ReactNode;
}

/** Name, state, author and times of a change-set. */
export function ReviewHeader({ view, onOpen, actions }: ReviewHeaderProps) {
  const { name, state, shared, author, createdAt, updatedAt, definitionVersion, reverts, revertedBy } = view;
  const isPhone = useBreakpoint() === 'phone';
  const who = author?.name ?? t('studioReview.page.system');
  return (
    <>
      <PageHeader
        title={
          <>
            <TextLink href={`${STUDIO}/change-sets`} look="bare" className="sr-back" aria-label={t('studioReview.page.list')}>
              {isPhone ? <Icon of={ArrowLeft} size={18} /> : t('studioReview.page.list')}
            </TextLink>
            {isPhone ? ' ' : ' › '}
            {name}
          </>
        }
        actions={
          <>
            {onOpen !== undefined && <Button onClick={onOpen}>{t('studioReview.page.openDraft')}</Button>}
            {actions}
          </>
        }
      />
      <div className="sr-facts">
        <StatePill state={state} />
        {state === 'draft' && shared && <StatusPill plain label={t('studioReview.page.shared')} />}
        <span>
          {state === 'draft'
            ? t('studioReview.page.by', { name: who, created: formatInstantInText(createdAt), updated: formatInstantInText(updatedAt) })
            : t('studioReview.page.publishedBy', { name: who, at: formatInstantInText(createdAt), version: String(definitionVersion) })}
        </span>
        {reverts !== null && <TextLink href={changeSetRoute(reverts)}>{t('studioReview.page.reverts')}</TextLink>}
        {revertedBy !== null && <TextLink href={changeSetRoute(revertedBy)}>{t('studioReview.page.revertedBy')}</TextLink>}
      </div>
    </>
  );
}
