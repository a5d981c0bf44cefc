import { useMemo } from 'react';
import type { JsonObject } from '#engine/model/values';
import { createRecord, updateRecord, useInvalidateRecords, type RecordData } from '../../../client/index.ts';
import { textOf } from '../../../fields/values/index.ts';
import { showNotice, t } from '../../../kit/index.ts';
import { SchemaFormDialog } from '../../../views/index.ts';

interface DialogProps {
  /** Absent: a new team. */
  readonly team?: RecordData;
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

/** The form that creates a team or renames it. */
export function TeamNameDialog({ team, onDone, onClose }: DialogProps) {
  const invalidate = useInvalidateRecords();
  const schema = useMemo(
    (): JsonObject => ({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1, maxLength: 1000, title: t('teams.name'), errorMessage: t('teams.nameMissing') } },
    }),
    [],
  );
  const submit = async ({ name }: JsonObject): Promise<void> => {
    const { data } = await (team === undefined
      ? createRecord('/api/teams', { name })
      : updateRecord('/api/teams', team._id, { name, _version: team._version }));
    showNotice({ kind: 'ok', text: t(team === undefined ? 'teams.created' : 'teams.renamed', { name: textOf(name) }) });
    await invalidate(['teams', 'users']);
    onDone(data._id);
  };
  return (
    <SchemaFormDialog
      title={t(team === undefined ? 'teams.add' : 'teams.rename')}
      submitLabel={t(team === undefined ? 'teams.create' : 'teams.save')}
      schema={schema}
      initial={team === undefined ? {} : { name: team['name'] ?? '' }}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
