import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronUp, History, Lock, PencilLine, Plus, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { ChangeSetSummary } from '#engine/model/wire';
import { getChangeSets, getErrorMessage, queryKeys, useSession, type ApiError, type ChangeSetPage } from '../../../client/index.ts';
import { Button, Dialog, Icon, Menu, showNotice, t, type MenuGroup } from '../../../kit/index.ts';
import { STUDIO } from '../studio-sections.ts';
import { useDraft } from './use-draft.ts';

const DRAFTS = { state: 'draft', pageSize: 100 } as const;

/** The name of the open draft, if there is one; its menu renames and shares it, and opens another one. */
export function DraftMenu({ view }: { readonly view: ChangeSetSummary | undefined }) {
  const draft = useDraft();
  const user = useSession(({ user: own }) => own?._id);
  const [isOpen, setOpen] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const { data } = useQuery<ChangeSetPage, ApiError>({
    queryKey: queryKeys.changeSetPage(DRAFTS),
    queryFn: ({ signal }) => getChangeSets(DRAFTS, signal),
    enabled: isOpen,
  });
  const run = (action: () => Promise<void>, done?: string) =>
    void action().then(
      () => done !== undefined && showNotice({ kind: 'ok', text: done }),
      (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
    );
  const drafts = data?.data ?? [];
  const listOwnItems = (isShared: boolean): MenuGroup['items'] => [
    { id: 'rename', label: t('studioReview.bar.rename'), icon: PencilLine, onSelect: () => setRenaming(true) },
    {
      id: 'share',
      label: t(isShared ? 'studioReview.bar.unshare' : 'studioReview.bar.share'),
      icon: isShared ? Lock : Share2,
      onSelect: () => run(() => draft.share(!isShared), t(isShared ? 'studioReview.bar.private' : 'studioReview.bar.shared')),
    },
  ];
  const toItems = (list: readonly ChangeSetSummary[]) =>
    list.map(({ _id, name, author }) => ({
      id: _id,
      label: author?._id === user ? name : `${name} (${author?.name ?? ''})`,
      ...(_id === view?._id ? { trailing: <Icon of={Check} /> } : {}),
      onSelect: () => run(() => draft.open(_id)),
    }));
  const groups: readonly MenuGroup[] = [
    { id: 'this', items: view === undefined ? [] : listOwnItems(view.shared) },
    { id: 'own', label: t('studioReview.bar.own'), items: toItems(drafts.filter(({ author }) => author?._id === user)) },
    { id: 'others', label: t('studioReview.bar.others'), items: toItems(drafts.filter(({ author }) => author?._id !== user)) },
    {
      id: 'more',
      items: [
        // Without a draft, the next change begins a new one anyway.
        ...(view === undefined
          ? []
          : [{ id: 'new', label: t('studioReview.bar.newDraft'), icon: Plus, onSelect: () => run(() => draft.open(undefined)) }]),
        { id: 'history', label: t('studioReview.bar.history'), icon: History, href: `${STUDIO}/change-sets` },
      ],
    },
  ];
  return (
    <>
      <Menu
        label={t('studioReview.bar.menu')}
        position="top-start"
        width={300}
        opened={isOpen}
        onChange={setOpen}
        target={
          <button type="button" className="st-bar-name">
            <strong>{view?.name ?? t('studio.draft.none')}</strong>
            <Icon of={ChevronUp} size={14} />
          </button>
        }
        groups={groups.filter(({ items }) => items.length > 0)}
      />
      {isRenaming && view !== undefined && (
        <RenameDialog
          name={view.name}
          onRename={(name) => {
            setRenaming(false);
            run(() => draft.rename(name));
          }}
          onCancel={() => setRenaming(false)}
        />
      )}
    </>
  );
}

interface RenameDialogProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

function RenameDialog({ name, onRename, onCancel }: RenameDialogProps) {
  const [text, setText] = useState(name);
  const wanted = text.trim();
  return (
    <Dialog
      opened
      size="confirm"
      title={t('studioReview.bar.rename')}
      onCancel={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('actions.cancel')}</Button>
          <Button variant="primary" disabled={wanted === ''} onClick={() => onRename(wanted)}>
            {t('studioReview.bar.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') onRename(wanted);
        }}
      >
        <TextInput
          label={t('studioReview.bar.name')}
          value={text}
          maxLength={200}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
