import { TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deriveOptionValue, type DropdownDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { randomKey } from '../../../client/index.ts';
import { Button, Dialog, t, TextLink } from '../../../kit/index.ts';
import { ChangeCell, DefinitionList, OwnerCell } from '../definition-list.tsx';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { nameOfListed } from './use-dropdowns.ts';

const PAGE = '/admin/studio/dropdowns';
const COLUMNS = ['name', 'options', 'uses', 'owner', 'change'] as const;

/** `/admin/studio/dropdowns`: all dropdowns, with those of the draft. */
export function DropdownsPage() {
  const definitions = useDefinitions('dropdown');
  const { list } = definitions;
  const [isNew, setNew] = useState(false);
  return (
    <>
      <DefinitionList
        title={t('studioFields.dropdowns.title')}
        definitions={definitions}
        note={list?.length.toLocaleString('en-US')}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => setNew(true)}>
            {t('studioFields.dropdowns.create')}
          </Button>
        }
        find={t('studioFields.dropdowns.find')}
        matches={(one, words) => nameOfListed(one).toLowerCase().includes(words.trim().toLowerCase())}
        none={t('studioFields.dropdowns.none')}
        columns={COLUMNS.map((column) => t(`studioFields.dropdowns.list.${column}`))}
        renderRow={(one) => <DropdownRow key={one.id} dropdown={one} />}
      />
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
      <OwnerCell of={one} />
      <ChangeCell of={one} />
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
