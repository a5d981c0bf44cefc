import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ApprovalLinkView } from '#engine/model/wire';
import { decideByLink, getApprovalLink, getErrorMessage, queryKeys } from '../../client/index.ts';
import { Button, ButtonLink, SkeletonRows, t } from '../../kit/index.ts';
import { SignedOutAlert } from './signed-out-alert.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

/** `/approval?token=`: the link of an approval e-mail. Opening it decides nothing; the buttons do. */
export function ApprovalPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [decided, setDecided] = useState<ApprovalLinkView['state']>();
  const { data, error } = useQuery({
    queryKey: queryKeys.approvalLink(token),
    queryFn: ({ signal }) => getApprovalLink(token, signal),
    retry: false,
    staleTime: Infinity,
  });
  const state = decided ?? data?.state;
  if (state === 'approved' || state === 'declined')
    return (
      <SignedOutPage title={t(`approvals.link.done.${state}`)} help={t('approvals.link.doneHelp')}>
        {null}
      </SignedOutPage>
    );
  if (error !== null)
    return (
      <SignedOutPage title={t('approvals.link.title')}>
        <SignedOutAlert title={t('approvals.link.invalid')} help={error.message} />
        <ButtonLink href="/login">{t('approvals.link.signIn')}</ButtonLink>
      </SignedOutPage>
    );
  if (data === undefined) return <SignedOutPage title={t('approvals.link.title')}>{<SkeletonRows rows={2} />}</SignedOutPage>;
  return (
    <SignedOutPage title={data.text} help={t('approvals.link.record', { record: data.record })} foot={data.name}>
      <Decision token={token} onDecided={setDecided} />
    </SignedOutPage>
  );
}

function Decision({ token, onDecided }: { readonly token: string; readonly onDecided: (state: ApprovalLinkView['state']) => void }) {
  const [comment, setComment] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const decide = async (outcome: 'approved' | 'declined') => {
    setBusy(true);
    setFailure(undefined);
    try {
      onDecided((await decideByLink(token, outcome, comment)).state);
    } catch (error) {
      setFailure(getErrorMessage(error));
      setBusy(false);
    }
  };
  return (
    <div className="ms-out-fields">
      {failure !== undefined && <SignedOutAlert title={failure} />}
      <Textarea
        label={t('approvals.comment')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={comment}
        onChange={({ currentTarget: { value } }) => setComment(value)}
      />
      <Button variant="primary" size="lg" fullWidth icon={Check} disabled={isBusy} onClick={() => void decide('approved')}>
        {t('approvals.approve')}
      </Button>
      <Button size="lg" fullWidth icon={X} disabled={isBusy} onClick={() => void decide('declined')}>
        {t('approvals.decline')}
      </Button>
    </div>
  );
}
