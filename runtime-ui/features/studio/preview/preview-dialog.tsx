import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { previewRoute, type PreviewRequest } from '../../../client/index.ts';
import { Button, Dialog, t } from '../../../kit/index.ts';
import { PageInputs, RoleInputs, UserInput, type ChosenPage, type ChosenRoles } from './preview-inputs.tsx';
import './preview.css';

export interface PreviewDialogProps {
  readonly changeSet: string | null;
  /** Name of the draft; absent: the published definitions, or it is not known. */
  readonly draftName?: string | undefined;
  /** Who is chosen at first. */
  readonly initial?: Omit<PreviewRequest, 'changeSet'>;
  /** The page to return to. */
  readonly back: string;
  /** The page to open; absent: it is chosen here. */
  readonly open?: string | undefined;
  readonly onCancel: () => void;
  /** Called before the preview is started, to save what is not yet saved. */
  readonly onStart?: () => Promise<void>;
  /** Opens an address; default: the browser loads it, so that nothing of the session stays in the memory of the page. */
  readonly goTo?: (address: string) => void;
}

/** Chooses for whom definitions are shown, and the page to open. */
export function PreviewDialog({
  changeSet,
  draftName,
  initial = {},
  back,
  open,
  onCancel,
  onStart = () => Promise.resolve(),
  goTo = (address) => location.assign(address),
}: PreviewDialogProps) {
  const [kind, setKind] = useState<'user' | 'roles'>((initial.roles ?? []).length > 0 ? 'roles' : 'user');
  const [user, setUser] = useState<string | null>(initial.user ?? null);
  const [roles, setRoles] = useState<ChosenRoles>({
    roles: initial.roles ?? [],
    teams: initial.teams ?? [],
    userType: initial.userType ?? 'Standard',
  });
  const [page, setPage] = useState<ChosenPage>({ module: null, record: null });
  const [isBusy, setBusy] = useState(false);
  const isComplete = kind === 'user' ? user !== null : roles.roles.length > 0;
  const start = () => {
    setBusy(true);
    const request: PreviewRequest = { changeSet, ...(kind === 'user' ? { user: user ?? '' } : roles) };
    const address = previewRoute(request, { module: page.module ?? undefined, record: page.record ?? undefined, open, back });
    // What could not be saved stays in the draft; the bar of the draft says so.
    onStart().then(
      () => goTo(address),
      () => setBusy(false),
    );
  };
  return (
    <Dialog
      opened
      title={t('studioPreview.title')}
      subtitle={
        draftName === undefined
          ? t(changeSet === null ? 'studioPreview.published' : 'studioPreview.draft')
          : t('studioPreview.of', { name: draftName })
      }
      onCancel={onCancel}
      consequences={t('studioPreview.nothing')}
      actions={
        <>
          <Button onClick={onCancel}>{t('actions.cancel')}</Button>
          <Button variant="primary" loading={isBusy} disabled={!isComplete} onClick={start}>
            {t('studioPreview.start')}
          </Button>
        </>
      }
    >
      <div className="sp-form">
        <SegmentedControl
          aria-label={t('studioPreview.as')}
          value={kind}
          data={[
            { value: 'user', label: t('studioPreview.user') },
            { value: 'roles', label: t('studioPreview.roles') },
          ]}
          onChange={(next) => setKind(next === 'roles' ? 'roles' : 'user')}
        />
        {kind === 'user' ? (
          <UserInput value={user} onChange={setUser} />
        ) : (
          <RoleInputs changeSet={changeSet} value={roles} onChange={setRoles} />
        )}
        {open === undefined && <PageInputs changeSet={changeSet} value={page} onChange={setPage} />}
      </div>
    </Dialog>
  );
}
