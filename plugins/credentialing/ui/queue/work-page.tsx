import { PageHeader, Tabs, useUrlParams } from '#ui';
import { tCredentialing } from '../texts.ts';
import { NotReadyList } from './not-ready-list.tsx';
import { ReviewQueue } from './review-queue.tsx';
import '../credentialing.css';

/** What credentialing has to do across providers: what waits for review, and who is not ready to start. */
export function WorkPage() {
  const [address, , setParams] = useUrlParams();
  const tab = address.get('tab') === 'starts' ? 'starts' : 'review';
  return (
    <>
      <PageHeader title={tCredentialing('work.title')}>
        <Tabs
          label={tCredentialing('work.title')}
          selected={tab}
          onSelect={(id) => setParams({ tab: id, item: undefined, page: undefined })}
          items={[
            { id: 'review', label: tCredentialing('work.review') },
            { id: 'starts', label: tCredentialing('work.starts') },
          ]}
        />
      </PageHeader>
      {tab === 'starts' ? <NotReadyList /> : <ReviewQueue />}
    </>
  );
}
