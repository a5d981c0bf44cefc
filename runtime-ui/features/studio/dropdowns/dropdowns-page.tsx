import { TextInput } from '@mantine/core';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deriveOptionValue, type DropdownDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { randomKey } from '../../../client/index.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Icon,
  PageHeader,
  SkeletonRows,
  StatusPill,
  t,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { ownerOf } from '../modules/modules-page.tsx';
import { nameOfListed } from './use-dropdowns.ts';
import '../studio-fields.css';

const PAGE = '/admin/studio/dropdowns';
const HUES = { added: 'green', changed: 'amber', removed: 'red' } as const;

/** `/admin/studio/dropdowns`: all dropdowns, with those of the draft. */
export function DropdownsPage() {
  usePageTitle(t('studioFields.dropdowns.title'));
  const { list, error, retry } = useDefinitions('dropdown');
  const [words, setWords] = useState('');
  const [isNew, setNew] = useState(false);
  const shown = list?.filter((one) => nameOfListed(one).toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <>
      <PageHeader
        title={t('studioFields.dropdowns.title')}
        note={list?.length.toLocaleString('en-US')}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => setNew(true)}>
            {t('studioFields.dropdowns.create')}
          </Button>
        }
      />
      <div className="ms-page sf-page" role="region" aria-label={t('studioFields.dropdowns.title')} tabIndex={0}>
        <TextInput
          type="search"
          className="sf-search"
          aria-label={t('studioFields.dropdowns.find')}
          placeholder={t('studioFields.dropdowns.find')}
          leftSection={<Icon of={Search} size={14} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {error !== undefined && list === undefined && (
          <ErrorState compact title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />
        )}
        {error === undefined && list === undefined && <SkeletonRows rows={8} columns={2} height={36} />}
        {shown?.length === 0 && <EmptyState compact title={t('studioFields.dropdowns.none')} />}
        {shown !== undefined && shown.length > 0 && (
          <div className="sf-scroll">
            <table className="sf-table" aria-label={t('studioFields.dropdowns.title')}>
              <thead>
                <tr>
                  {(['name', 'options', 'uses', 'owner', 'change'] as const).map((column) => (
                    <th key={column} scope="col">
                      {t(`studioFields.dropdowns.list.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((one) => (
                  <DropdownRow key={one.id} dropdown={one} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
      {isNew && <NewDropdown names={list?.map(nameOfListed) ?? []} onClose={() => setNew(false)} />}
    </>
  );
}

function DropdownRow({ dropdown: one }: { readonly dropdown: ListedDefinition }) {
  const drafted = one.drafted as unknown as DropdownDefinition | undefined;
  const name = nameOfListed(one);
  return (
    <tr data-removed={one.action === 'removed' || undefined}>
      <th scope="row">
        <span className="sf-row-name">{one.action === 'removed' ? name : <TextLink href={`${PAGE}/${one.id}`}>{name}</TextLink>}</span>
      </th>
      <td className="ms-tabular">{drafted?.options.length ?? one.dropdown?.options ?? 0}</td>
      <td>{t('studioFields.dropdowns.places', { count: one.dropdown?.uses ?? 0 })}</td>
      <td>
        {t(`studioFields.owner.${ownerOf(one)}`)}
        {one.plugin !== null && <span className="ms-muted"> {one.plugin}</span>}
        {one.customized && <span className="ms-muted">, {t('studioFields.modules.customized')}</span>}
      </td>
      <td>{one.action !== undefined && <StatusPill plain hue={HUES[one.action]} label={t(`studioFields.change.${one.action}`)} />}</td>
    </tr>
  );
}

/** Names a new dropdown; its options are then typed in the editor. */
function NewDropdown({ names, onClose }: { readonly names: readonly string[]; readonly onClose: () => void }) {
  const [label, setLabel] = useState('');
  const [isTried, setTried] = useState(false);
  const draft = useDraft();
  const navigate = useNavigate();
  const name = label.trim() === '' ? '' : deriveOptionValue(label, []);
  const problem =
    name === '' ? t('studioFields.dropdowns.needsName') : names.includes(name) ? t('studioFields.dropdowns.taken') : undefined;
  const create = () => {
    setTried(true);
    if (problem !== undefined) return;
    const id = `dropdown_${randomKey()}`;
    draft.change('dropdown', id, { id, name, options: [] } satisfies JsonObject);
    void navigate(`${PAGE}/${id}`);
  };
  return (
    <Dialog
      opened
      size="confirm"
      title={t('studioFields.dropdowns.create')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button variant="primary" onClick={create}>
            {t('studioFields.dropdowns.create')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('studioFields.dropdowns.name')}
        description={name === '' ? undefined : <code className="ms-mono">{name}</code>}
        data-autofocus
        required
        maxLength={100}
        value={label}
        error={isTried || problem === t('studioFields.dropdowns.taken') ? problem : undefined}
        onChange={(event) => setLabel(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') create();
        }}
      />
    </Dialog>
  );
}
