import { Select } from '@mantine/core';
import { toText } from '#engine/model';
import { useModuleQuery, type SlotProps } from '#ui';
import { readViews } from './campaigns-api.ts';
import { tCampaigns } from './texts.ts';

/** The input for the saved view of an audience: those of its module. */
export function ViewInput({ id, field, value, onChange, draft, error, readOnly }: SlotProps<'field'>) {
  const module = toText(draft['audience_module']);
  const { data = [] } = useModuleQuery('campaigns', { views: module }, async () => (module === '' ? [] : readViews(module)));
  return (
    <Select
      id={id}
      label={field.label}
      description={field.description}
      clearable
      searchable
      placeholder={tCampaigns(module === '' ? 'noView' : 'chooseView')}
      data={data.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={toText(value) || null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      error={error}
      disabled={readOnly || module === ''}
    />
  );
}
