import { Play } from 'lucide-react';
import { useState } from 'react';
import { toText } from '#engine/model';
import { Button, useModuleView, useRecordSearch, type RecordData, type SlotProps } from '#ui';
import { tTutorials } from './texts.ts';
import { TutorialDialog } from './tutorial-dialog.tsx';
import './tutorials.css';

/** Tutorials of one module that are offered. */
const MAX_TUTORIALS = 10;

/** Above the records of a module: the tutorials about them. Nothing if there are none, or the user has no access to them. */
export function ModuleTutorials({ module, shell }: SlotProps<'screenPart'>) {
  const hasAccess = shell.modules.some(({ name }) => name === 'tutorials');
  return hasAccess && module !== undefined ? <TutorialList module={module} /> : null;
}

function TutorialList({ module }: { readonly module: string }) {
  const view = useModuleView('tutorials').data;
  const { data } = useRecordSearch(view, {
    searchTerms: { related_module: module, active: true },
    sortField: 'order',
    sortOrder: 'asc',
    pageNumber: 0,
    pageSize: MAX_TUTORIALS,
  });
  const [played, setPlayed] = useState<RecordData>();
  const tutorials = data?.data ?? [];
  if (tutorials.length === 0) return null;
  return (
    <section className="tu-list" aria-label={tTutorials('list')}>
      {tutorials.map((tutorial) => (
        <Button key={tutorial._id} size="xs" variant="quiet" icon={Play} onClick={() => setPlayed(tutorial)}>
          {toText(tutorial.name)}
        </Button>
      ))}
      {played?._id !== undefined && <TutorialDialog tutorial={played} onClose={() => setPlayed(undefined)} />}
    </section>
  );
}
