import { Select } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { ButtonLink, EmptyState, ErrorState, getErrorMessage, onLiveEvent, PageHeader, SkeletonRows, useUrlParams } from '#ui';
import type { ConferenceDetails } from '../shared/dialer.ts';
import { CampaignPanel } from './campaign-panel.tsx';
import { tVoice } from './texts.ts';
import { readCampaigns } from './voice-api.ts';
import './voice.css';

/** The campaigns of the user, read again whenever one of them changed. */
function useCampaigns() {
  const [list, setList] = useState<readonly ConferenceDetails[]>();
  const [problem, setProblem] = useState('');
  const read = useCallback(() => {
    readCampaigns().then(
      (data) => {
        setList(data);
        setProblem('');
      },
      (cause: unknown) => setProblem(getErrorMessage(cause)),
    );
  }, []);
  useEffect(() => {
    read();
    return onLiveEvent('dialer-event', read);
  }, [read]);
  const replace = (changed: ConferenceDetails) => setList((all) => all?.map((one) => (one.campaign === changed.campaign ? changed : one)));
  return { list, problem, read, replace };
}

/** `/app/dialer`: the call campaigns of the user. */
export function DialerPage() {
  const [params, , set] = useUrlParams();
  const { list, problem, read, replace } = useCampaigns();
  const campaign = list?.find((one) => one.campaign === params.get('campaign')) ?? list?.[0];
  return (
    <>
      <PageHeader title={tVoice('dialer')} actions={<ButtonLink href="/app/dialerCampaigns/new">{tVoice('newCampaign')}</ButtonLink>} />
      <div className="ms-page vc-page">
        {problem !== '' && <ErrorState title={tVoice('loadFailed')} text={problem} onRetry={read} />}
        {list === undefined && problem === '' && <SkeletonRows rows={6} />}
        {list?.length === 0 && <EmptyState title={tVoice('noCampaigns')} help={tVoice('noCampaignsHelp')} />}
        {list !== undefined && campaign !== undefined && (
          <>
            <Select
              label={tVoice('campaign')}
              allowDeselect={false}
              data={list.map((one) => ({ value: one.campaign, label: one.name }))}
              value={campaign.campaign}
              onChange={(value) => set({ campaign: value ?? undefined })}
            />
            <CampaignPanel key={campaign.campaign} campaign={campaign} onChange={replace} />
          </>
        )}
      </div>
    </>
  );
}
