import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Check, UserRoundPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalView } from '#engine/model/wire';
import { decideApproval, delegateApproval, queryKeys, recordRoute, useSession } from '../../client/index.ts';
import { formatShortInstant } from '../../fields/values/index.ts';
import { RelatePicker } from '../../fields/widgets/index.ts';
import { useModuleSummaries } from '../../headless/index.ts';
import { Button, formatRelativeTime, showNotice, t, TextLink } from '../../kit/index.ts';
import { useAction } from '../use-action.ts';
import '../styles/approvals.css';

/** Characters of a comment. */
const MAX_COMMENT = 2_000;

export interface ApprovalCardProps {
  readonly approval: ApprovalView;
  /** Shows a link to the record: on a page of several records. */
  readonly showsRecord: boolean;
  /** Called after a decision or hand-over. */
  readonly onDone?: () => void;
}

/** One approval that waits for the user: approve or decline with a comment, or hand it over. */
export function ApprovalCard({ approval, showsRecord, onDone }: ApprovalCardProps) {
  const user = useSession((session) => session.user);
  const [comment, setComment] = useState('');
  const [isHandingOver, setHandingOver] = useState(false);
  const { isBusy, act } = useApprovalAction(onDone);
  const { text, name, module, record, since, until, delegations } = approval;
  const handed = delegations.at(-1)?.comment ?? '';
  const facts = [
    t('approvals.since', { workflow: name, when: formatRelativeTime(since) }),
    ...(until === null ? [] : [t('approvals.until', { when: formatShortInstant(until) })]),
  ];
  return (
    <section className="mv-approval" aria-label={`${t('approvals.waits')}: ${text}`}>
      <div className="mv-approval-text">
        <strong>{text}</strong>
        {showsRecord && <TextLink href={recordRoute(module, record._id, user)}>{record.name}</TextLink>}
        <span className="ms-muted">{facts.join(', ')}</span>
        {handed !== '' && <span className="ms-muted">{t('approvals.handedBy', { comment: handed })}</span>}
      </div>
      <Textarea
        label={t('approvals.comment')}
        description={t('approvals.commentHelp')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MAX_COMMENT}
        value={comment}
        onChange={({ currentTarget: { value } }) => setComment(value)}
      />
      {isHandingOver ? (
        <HandOver
          isBusy={isBusy}
          onCancel={() => setHandingOver(false)}
          onChoose={(to) => act(() => delegateApproval(approval, to, comment), t('approvals.handedOver'))}
        />
      ) : (
        <div className="mv-approval-buttons">
          <Button
            variant="primary"
            icon={Check}
            loading={isBusy}
            onClick={() => act(() => decideApproval(approval, 'approve', comment), t('approvals.approved'))}
          >
            {t('approvals.approve')}
          </Button>
          <Button
            icon={X}
            disabled={isBusy}
            onClick={() => act(() => decideApproval(approval, 'decline', comment), t('approvals.declined'))}
          >
            {t('approvals.decline')}
          </Button>
          <Button variant="quiet" icon={UserRoundPlus} disabled={isBusy} onClick={() => setHandingOver(true)}>
            {t('approvals.handOver')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Whatever came of it, what waits is read again: somebody else may have decided. */
function useApprovalAction(onDone: (() => void) | undefined) {
  const queries = useQueryClient();
  const { isBusy, run } = useAction({ onEnd: () => void queries.invalidateQueries({ queryKey: queryKeys.allApprovals() }) });
  const act = (work: () => Promise<unknown>, text: string) =>
    run(async () => {
      await work();
      showNotice({ kind: 'ok', text });
      onDone?.();
    });
  return { isBusy, act };
}

interface HandOverProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onChoose: (user: string) => void;
}

function HandOver({ isBusy, onCancel, onChoose }: HandOverProps) {
  const [users] = useModuleSummaries(['users']);
  const [chosen, setChosen] = useState<{ readonly _id: string; readonly name: string }>();
  return (
    <div className="mv-approval-buttons">
      <RelatePicker module={users} value={chosen} onPick={setChosen} wrapping={{ label: t('approvals.handOverTo') }} />
      <Button variant="primary" loading={isBusy} disabled={chosen === undefined} onClick={() => onChoose(chosen?._id ?? '')}>
        {t('approvals.handOver')}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
        {t('approvals.cancel')}
      </Button>
    </div>
  );
}
