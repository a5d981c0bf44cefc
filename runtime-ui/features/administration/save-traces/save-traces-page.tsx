import { PageHeader, t, usePageTitle } from '../../../kit/index.ts';
import { TraceList } from './trace-list.tsx';
import { TracedUsers } from './traced-users.tsx';
import '../entries.css';
import './save-traces.css';

/** `/admin/save-traces`: whose saves are traced, and what traced saves did. */
export function SaveTracesPage() {
  usePageTitle(t('saveTraces.title'));
  return (
    <>
      <PageHeader title={t('saveTraces.title')} />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('saveTraces.help')}</p>
        <TracedUsers />
        <TraceList />
      </div>
    </>
  );
}
