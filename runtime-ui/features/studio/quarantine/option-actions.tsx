import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DropdownDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { RemovedOptionView } from '#engine/model/wire';
import { clearRemoved, queryKeys } from '../../../client/index.ts';
import { Button, ConfirmDialog, Icon, showNotice, t, TextLink } from '../../../kit/index.ts';
import { useAction } from '../../../views/index.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { STUDIO } from '../studio-sections.ts';

interface OptionActionsProps {
  /** Id of its entry. */
  readonly id: string;
  readonly name: string;
  readonly option: RemovedOptionView;
}

/** Adds a removed option again in the open draft, at its former place; or removes it from all records. Nothing while the job does that. */
export function OptionActions({ id, name, option }: OptionActionsProps) {
  const { dropdown, definition: removed, position, replacement } = option;
  const { definition, detail, change } = useDefinition('dropdown', dropdown._id);
  const [isAsking, setAsking] = useState(false);
  const options = listOptions(definition);
  if (replacement?.state === 'running') return null;
  if (options?.some(({ value }) => value === removed.value) === true)
    return <TextLink href={`${STUDIO}/dropdowns/${encodeURIComponent(dropdown._id)}`}>{t('studioRemoved.inDraft')}</TextLink>;
  return (
    <>
      <Button
        size="sm"
        icon={RotateCcw}
        disabled={options === undefined}
        aria-label={t('studioRemoved.addNamed', { name })}
        onClick={() => {
          if (definition === undefined || options === undefined) return;
          change({ ...definition, options: options.toSpliced(position, 0, removed) as unknown as JsonValue });
          showNotice({ kind: 'ok', text: t('studioRemoved.added', { name }) });
        }}
      >
        {t('studioRemoved.add')}
      </Button>{' '}
      <Button size="sm" variant="quiet" icon={Trash2} disabled={detail === undefined} onClick={() => setAsking(true)}>
        {t('studioRemoved.clear')}
      </Button>
      {isAsking && (
        <RemoveDialog
          id={id}
          name={name}
          records={option.records}
          remaining={listOptions(detail?.definition) ?? []}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function listOptions(definition: object | undefined): DropdownDefinition['options'] | undefined {
  return (definition as DropdownDefinition | undefined)?.options;
}

interface RemoveDialogProps extends Pick<OptionActionsProps, 'id' | 'name'> {
  readonly records: number | null;
  /** The published options, one of which records can get instead. */
  readonly remaining: DropdownDefinition['options'];
  readonly onClose: () => void;
}

/** The choice that replaces nothing; the others have the value of an option behind a colon. */
const CLEAR = 'clear';
const MOVE = 'move:';

function RemoveDialog({ id, name, records, remaining, onClose }: RemoveDialogProps) {
  const queries = useQueryClient();
  const [values, setValues] = useState<string>(CLEAR);
  const action = useAction({
    onEnd: () => {
      for (const queryKey of [queryKeys.quarantine(), queryKeys.changeSets(), queryKeys.allDefinitions()])
        void queries.invalidateQueries({ queryKey });
    },
  });
  const data = [
    { value: CLEAR, label: t('studioRemoved.choice.clear') },
    ...remaining.map(({ value, label }) => ({ value: `${MOVE}${value}`, label: t('studioRemoved.choice.move', { label }) })),
  ];
  const confirm = () =>
    action.run(async () => {
      await clearRemoved(id, values);
      showNotice({ kind: 'ok', text: t('studioRemoved.optionCleared', { name }) });
      onClose();
    });
  return (
    <ConfirmDialog
      opened
      danger
      busy={action.isBusy}
      title={t('studioRemoved.optionTitle', { name })}
      text={records === null ? t('studioRemoved.optionUncounted') : t('studioRemoved.optionText', { count: records })}
      confirmLabel={t('studioRemoved.clear')}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Select
        label={t('studioRemoved.choice.label')}
        data={data}
        value={values}
        allowDeselect={false}
        searchable={data.length > 10}
        rightSection={<Icon of={ChevronDown} />}
        onChange={(chosen) => setValues(chosen ?? CLEAR)}
      />
    </ConfirmDialog>
  );
}
